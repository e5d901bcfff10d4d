/**
 * Which tfjs backend this thread uses: the fastest that the machine has, or the one asked for, or the next
 * best with the reason said. A WebGPU adapter that computes on the CPU is slower than WASM and is taken only
 * where WebGPU was asked for by name.
 */
import type { EngineDescriptor } from '../../engine.ts';
import { type BackendName, startBackend, type Started, TITLES } from './start.ts';

export type { BackendName } from './start.ts';
export type BackendRequest = 'auto' | BackendName;

export interface BackendChoice {
  readonly backend: BackendName;
  readonly descriptor: EngineDescriptor;
  /** Why this one, in one sentence. */
  readonly reason: string;
  /** Calls `listener` with a sentence should the device be lost; all tensors are gone then. */
  onLost(listener: (message: string) => void): void;
}

const LADDER: readonly BackendName[] = ['webgpu', 'wasm', 'cpu'];

type Start = typeof startBackend;

/**
 * Starts the first backend that works, from the requested one downwards. Throws where not even the last does.
 * @param start for tests: what starts a backend
 */
export async function chooseBackend(
  requested: BackendRequest,
  start: Start = startBackend,
): Promise<BackendChoice> {
  const ladder = requested === 'auto' ? LADDER : LADDER.slice(LADDER.indexOf(requested));
  const refusals: string[] = [];
  for (const backend of ladder) {
    const started = await start(backend, requested === 'webgpu');
    if ('because' in started) refusals.push(started.because);
    else return choiceOf(backend, started, reasonOf(requested, backend, started, refusals));
  }
  throw new Error(`No engine could be started, because ${refusals.join(', and ')}.`);
}

function choiceOf(backend: BackendName, { descriptor, lost }: Started, reason: string): BackendChoice {
  return { backend, descriptor, reason, onLost: (listener) => void lost.then(listener) };
}

function reasonOf(
  requested: BackendRequest,
  backend: BackendName,
  { descriptor }: Started,
  refusals: readonly string[],
): string {
  const because = refusals.length === 0 ? '' : `, because ${refusals.join(', and ')}`;
  if (requested === 'auto') {
    return refusals.length === 0
      ? `${TITLES[backend]} on ${descriptor.adapter}, the fastest that this device offers.`
      : `${TITLES[backend]}${because}.`;
  }
  if (requested === backend) return `${TITLES[backend]}, as asked for.`;
  return `${TITLES[backend]} instead of ${TITLES[requested]}${because}.`;
}
