/** The lab's own engines, called as the lab calls them. */
import type { Engine } from '../../policy/engine.ts';
import { createTfjsEngine } from '../../policy/engines/tfjs/index.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import type { PolicySpec } from '../../policy/spec.ts';
import type { GenerationCase, StepCase } from '../cases.ts';
import type { Evidence, Prepare, Subject } from '../contestant.ts';
import { ADAM, batchOf, gradientsOf, parametersOf, promptsOf, uniformsOf } from '../inputs.ts';

export const prepareWasm: Prepare = prepareBy((spec) => createWasmEngine(spec, 'wasm'));
export const prepareTfjsWasm: Prepare = prepareBy((spec) => createTfjsEngine(spec, 'wasm'));

function prepareBy(make: (spec: PolicySpec) => Promise<Engine>): Prepare {
  return async (benchmarkCase) => {
    const engine = await make(benchmarkCase.spec);
    await engine.load('theta', parametersOf(benchmarkCase.spec));
    return benchmarkCase.kind === 'step' ? stepper(engine, benchmarkCase) : generator(engine, benchmarkCase);
  };
}

/** Both run on the thread that calls them and start no other. */
const THREADS = 1;

function stepper(engine: Engine, stepCase: StepCase): Subject {
  const { rows, positions, spec } = stepCase;
  const batch = batchOf(stepCase);
  const gradients = gradientsOf(stepCase);
  // Entry t speaks of token t, so that a row begins with the 0 of its first token.
  const logprobs = new Float32Array(rows * batch.length);
  for (let r = 0; r < rows; r++) {
    logprobs.set(gradients.subarray(r * positions, (r + 1) * positions), r * batch.length + 1);
  }
  const accumulate = () => engine.accumulate(batch, { temperature: 1, logprobs });
  return {
    description: { threads: THREADS, notes: 'Adam' },
    async evidence(): Promise<Evidence> {
      const scores = await engine.score('theta', batch, { temperature: 1 });
      await accumulate();
      const gradient = await engine.readGradient();
      // Clears the gradient; then everything is put back.
      await engine.step(ADAM);
      await engine.load('theta', parametersOf(spec));
      const zeros = new Float32Array(engine.parameters);
      await engine.loadOptimiser({ steps: 0, first: zeros, second: zeros });
      const predicted = new Float32Array(rows * positions);
      for (let r = 0; r < rows; r++) {
        const from = r * batch.length + 1;
        predicted.set(scores.logprobs.subarray(from, from + positions), r * positions);
      }
      return { logprobs: predicted, gradient };
    },
    async run() {
      await accumulate();
      await engine.step(ADAM);
      return undefined;
    },
    dispose: () => engine.dispose(),
  };
}

function generator(engine: Engine, generationCase: GenerationCase): Subject {
  const { rows, promptLength, responseLength } = generationCase;
  const prompts = promptsOf(generationCase);
  const uniforms = Array.from({ length: responseLength }, (_, t) => uniformsOf(generationCase, t));
  const generate = async (each: (tokens: Int32Array, t: number) => void): Promise<void> => {
    const generation = await engine.generate({
      slot: 'theta',
      prompts,
      maxLength: promptLength + responseLength,
      temperature: 1,
      topK: 0,
      topP: 1,
    });
    for (let t = 0; t < responseLength; t++) each((await generation.advance(uniforms[t]!)).tokens, t);
    generation.dispose();
  };
  return {
    description: { threads: THREADS, notes: 'key/value cache' },
    async evidence() {
      const tokens = new Int32Array(rows * responseLength);
      await generate((next, t) => next.forEach((token, r) => (tokens[r * responseLength + t] = token)));
      return { tokens };
    },
    async run() {
      await generate(() => undefined);
      return undefined;
    },
    dispose: () => engine.dispose(),
  };
}
