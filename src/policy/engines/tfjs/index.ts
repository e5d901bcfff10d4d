/**
 * The tfjs engine. `start.ts` starts a backend; `engine.ts` is the engine, made of `parameters.ts`, `optimiser.ts`,
 * `generation.ts` and the network (`network.ts` its interface, `transformer.ts` and `mlp.ts` the architectures,
 * `heads.ts` what is on top, `operations.ts` their gradients); `encoding.ts` and `rows.ts` bring batches to the
 * device and results back. Which engine a thread uses is decided in `../open.ts`.
 */
import type { Engine, EngineFactory } from '../../engine.ts';
import type { PolicySpec } from '../../spec.ts';
import type { Refusal } from '../adapter.ts';
import { TfjsEngine } from './engine.ts';
import { type BackendName, startBackend } from './start.ts';

export type { BackendName } from './start.ts';

export interface OpenedTfjs {
  readonly engine: Engine;
  /** Resolves with a sentence when the device is lost; never where it cannot be lost. */
  readonly lost: Promise<string>;
  /** Where there is a GPU device: destroys it, so that its loss can be seen. */
  readonly destroyDevice?: () => void;
}

/**
 * A tfjs engine on exactly this backend, or why there is none. Engines of one thread must use the same backend.
 * @param softwareToo whether a WebGPU adapter that computes on the CPU will do
 */
export async function openTfjs(
  spec: PolicySpec,
  backend: BackendName,
  softwareToo: boolean,
): Promise<OpenedTfjs | Refusal> {
  const started = await startBackend(backend, softwareToo);
  if ('because' in started) return started;
  const { descriptor, ...device } = started;
  return { engine: new TfjsEngine(spec, descriptor), ...device };
}

const BACKENDS: readonly BackendName[] = ['webgpu', 'wasm', 'cpu'];

/** The same as a factory: throws where the backend is unknown or does not start. */
export const createTfjsEngine: EngineFactory = async (spec, backend) => {
  const name = BACKENDS.find((known) => known === backend);
  if (name === undefined) throw new RangeError(`unknown backend "${backend}"`);
  const opened = await openTfjs(spec, name, true);
  if ('because' in opened) throw new Error(`The ${name} backend cannot be used, because ${opened.because}.`);
  return opened.engine;
};
