/**
 * The tfjs engine. `backends.ts` chooses and `start.ts` starts a backend; `engine.ts` is the engine, made of
 * `parameters.ts`, `optimiser.ts`, `generation.ts` and the network (`network.ts` its interface, `transformer.ts`
 * and `mlp.ts` the architectures, `heads.ts` what is on top, `operations.ts` their gradients); `encoding.ts` and
 * `rows.ts` bring batches to the device and results back.
 */
import type { EngineFactory } from '../../engine.ts';
import { type BackendRequest, chooseBackend } from './backends.ts';
import { TfjsEngine } from './engine.ts';

export { type BackendChoice, type BackendName, type BackendRequest, chooseBackend } from './backends.ts';

const REQUESTS: readonly string[] = ['auto', 'webgpu', 'wasm', 'cpu'] satisfies BackendRequest[];

/**
 * A tfjs engine on `backend` ("auto", "webgpu", "wasm" or "cpu"), or on the next best that starts; the
 * descriptor says which. Engines of one thread must use the same backend.
 */
export const createTfjsEngine: EngineFactory = async (spec, backend) => {
  if (!REQUESTS.includes(backend)) throw new RangeError(`unknown backend "${backend}"`);
  const choice = await chooseBackend(backend as BackendRequest);
  return new TfjsEngine(spec, choice.descriptor);
};
