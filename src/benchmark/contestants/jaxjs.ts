/** jax-js at its defaults: the wasm backend, everything in one compiled step, as many threads as it takes by itself. */
import { blockUntilReady, defaultDevice, init, numpy as np, tree } from '@jax-js/jax';
import { layoutOf } from '../../policy/layout.ts';
import type { Prepare } from '../contestant.ts';
import { batchOf, gradientsOf, LEARNING_RATE, parametersOf } from '../inputs.ts';
import { type Batch, compiledEvidence, compiledStep, parametersFrom } from './jaxModel.ts';
import { inputsAndTargets } from './sequences.ts';

export const prepareJaxjs: Prepare = async (benchmarkCase) => {
  if (benchmarkCase.kind !== 'step') throw new Error('has no cache to generate with');
  const threads = await start();
  const { spec, rows, positions } = benchmarkCase;
  const { inputs, targets } = inputsAndTargets(batchOf(benchmarkCase));
  const batch: Batch = {
    tokens: np.array(inputs).reshape([rows, positions]),
    targets: np.array(targets).reshape([rows, positions]),
    gradients: np.array(gradientsOf(benchmarkCase)).reshape([rows, positions]),
  };
  const step = compiledStep(spec, LEARNING_RATE);
  let parameters = parametersFrom(spec, parametersOf(spec));
  return {
    description: { threads, notes: 'jit, plain gradient descent: the package has no optimisers' },
    async evidence() {
      const [found, slopes] = compiledEvidence(spec)(tree.ref(parameters), tree.ref(batch));
      const { total, tensors } = layoutOf(spec);
      const gradient = new Float32Array(total);
      for (const { name, offset } of tensors) {
        gradient.set((await slopes[name]!.data()) as Float32Array, offset);
      }
      // Compiles the step, so that no measurement does.
      const [next, loss] = step(tree.ref(parameters), tree.ref(batch));
      await blockUntilReady(next);
      tree.dispose(next);
      await loss.data();
      return { logprobs: (await found.data()) as Float32Array, gradient };
    },
    async run() {
      const [next, loss] = step(parameters, tree.ref(batch));
      parameters = next;
      await blockUntilReady(next);
      await loss.data();
      return undefined;
    },
    dispose() {
      tree.dispose(parameters);
      tree.dispose(batch);
      step.dispose();
    },
  };
};

/** Starts the wasm backend, its default, and returns the threads it uses. */
export async function start(): Promise<number> {
  const available = await init('wasm');
  if (!available.includes('wasm')) throw new Error('jax-js has no wasm backend here');
  defaultDevice('wasm');
  // It makes a pool of workers where there are workers and shared memory, one for each core.
  const scope = globalThis as { Worker?: unknown; SharedArrayBuffer?: unknown };
  const pooled = scope.Worker !== undefined && scope.SharedArrayBuffer !== undefined;
  return pooled ? navigator.hardwareConcurrency : 1;
}
