/** TensorFlow.js as shipped: the plain model of `tfjsModel.ts` on its wasm or its cpu backend. */
import * as tf from '@tensorflow/tfjs';
import { getThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { startBackend } from '../../policy/engines/tfjs/start.ts';
import { layoutOf } from '../../policy/layout.ts';
import type { PolicySpec } from '../../policy/spec.ts';
import { type Draw, Sampler } from '../../policy/sampling.ts';
import type { GenerationCase, StepCase } from '../cases.ts';
import type { Prepare, Subject, WasmFiles } from '../contestant.ts';
import { batchOf, gradientsOf, LEARNING_RATE, parametersOf, promptsOf, uniformsOf } from '../inputs.ts';
import { inputsAndTargets } from './sequences.ts';
import { TfjsModel } from './tfjsModel.ts';

type BackendName = 'wasm' | 'cpu';

export const prepareTfjs: Prepare = prepareOn('wasm');
export const prepareTfjsCpu: Prepare = prepareOn('cpu');

function prepareOn(backend: BackendName): Prepare {
  return async (benchmarkCase, { tfjsFiles }) => {
    const threads = await start(backend, tfjsFiles);
    const on = <T>(work: () => T): T => onBackend(backend, work);
    return benchmarkCase.kind === 'step'
      ? stepper(benchmarkCase, threads, on)
      : generator(benchmarkCase, threads, on);
  };
}

/** Starts a backend and returns its threads: at its defaults where all of its files are given. */
export async function start(backend: BackendName, files: WasmFiles | undefined): Promise<number> {
  if (backend === 'wasm' && files !== undefined) {
    setWasmPaths(files);
    if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend failed to start');
    return getThreadsCount();
  }
  const before = tf.engine().backendName;
  const started = await startBackend(backend, true);
  if ('because' in started) throw new Error(started.because);
  // The lab's engine in the same thread expects to find its own backend in force.
  if (backend === 'cpu' && before) await tf.setBackend(before);
  return 1;
}

/** Runs `work`, which computes when it is called, on a backend that has been started. */
type OnBackend = <T>(work: () => T) => T;

function onBackend<T>(backend: BackendName, work: () => T): T {
  const before = tf.getBackend();
  if (before === backend) return work();
  void tf.setBackend(backend);
  try {
    return work();
  } finally {
    void tf.setBackend(before);
  }
}

function stepper(stepCase: StepCase, threads: number, on: OnBackend): Subject {
  const { rows, positions, spec } = stepCase;
  const { inputs, targets } = inputsAndTargets(batchOf(stepCase));
  const model = on(() => new TfjsModel(spec, parametersOf(spec)));
  const gradients = on(() => tf.tensor1d(gradientsOf(stepCase)));
  const optimiser = tf.train.adam(LEARNING_RATE);
  const loss = (): tf.Scalar => gradients.mul(model.logprobs(inputs, targets, rows, positions)).sum();
  return {
    description: { threads, notes: 'plain model, tf.train.adam' },
    async evidence() {
      return on(() =>
        tf.tidy(() => {
          const logprobs = model.logprobs(inputs, targets, rows, positions).dataSync() as Float32Array;
          const { grads } = tf.variableGrads(loss, model.variables as tf.Variable[]);
          return { logprobs: logprobs.slice(), gradient: flatGradient(spec, model, grads) };
        }),
      );
    },
    async run() {
      on(() => {
        const cost = optimiser.minimize(loss, true, model.variables as tf.Variable[])!;
        cost.dataSync();
        cost.dispose();
      });
      return undefined;
    },
    dispose() {
      optimiser.dispose();
      model.dispose();
      gradients.dispose();
    },
  };
}

function flatGradient(spec: PolicySpec, model: TfjsModel, grads: tf.NamedTensorMap): Float32Array {
  const { total, tensors } = layoutOf(spec);
  const flat = new Float32Array(total);
  tensors.forEach(({ offset }, i) => {
    flat.set(grads[model.variables[i]!.name]!.dataSync() as Float32Array, offset);
  });
  return flat;
}

/** Every token reads all tokens before it again: nothing keeps keys and values in a plain model. */
function generator(generationCase: GenerationCase, threads: number, on: OnBackend): Subject {
  const { rows, promptLength, responseLength, spec } = generationCase;
  const prompts = promptsOf(generationCase);
  const uniforms = Array.from({ length: responseLength }, (_, t) => uniformsOf(generationCase, t));
  const model = on(() => new TfjsModel(spec, parametersOf(spec)));
  const sampler = new Sampler(spec.vocabulary);
  const draw: Draw = { token: 0, logprob: 0 };
  const settings = { temperature: 1, topK: 0, topP: 1 };
  const generate = (): Int32Array => {
    const responses = new Int32Array(rows * responseLength);
    let tokens = prompts.tokens;
    for (let t = 0; t < responseLength; t++) {
      const length = promptLength + t;
      const logits = tf.tidy(() => {
        const last = model.states(tokens, rows, length).slice([0, length - 1, 0], [rows, 1, spec.width]);
        return model.logits(last.reshape([rows, spec.width])).dataSync();
      });
      const longer = new Int32Array(rows * (length + 1));
      for (let r = 0; r < rows; r++) {
        sampler.draw(logits, r * spec.vocabulary, settings, uniforms[t]![r]!, -1, draw);
        longer.set(tokens.subarray(r * length, (r + 1) * length), r * (length + 1));
        longer[r * (length + 1) + length] = draw.token;
        responses[r * responseLength + t] = draw.token;
      }
      tokens = longer;
    }
    return responses;
  };
  return {
    description: { threads, notes: 'plain model, reads the prefix again for every token' },
    evidence: async () => ({ tokens: on(generate) }),
    async run() {
      on(generate);
      return undefined;
    },
    dispose: () => model.dispose(),
  };
}
