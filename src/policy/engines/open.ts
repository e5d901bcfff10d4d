/**
 * Opens the engine that was asked for, or the next best with the reason said. From the top: tfjs on WebGPU, the
 * fused wasm engine, tfjs on WASM, tfjs on the CPU. Automatic takes WebGPU only on a real GPU: an adapter that
 * computes on the CPU is slower than WASM. The tfjs packages are loaded only where they are used.
 */
import type { Engine } from '../engine.ts';
import type { PolicySpec } from '../spec.ts';
import { findAdapter, messageOf, type Refusal } from './adapter.ts';
import type { BackendName } from './tfjs/index.ts';
import { hasSimd } from './simd.ts';
import { createWasmEngine } from './wasm/index.ts';

export type EngineRequest = 'auto' | 'webgpu' | 'wasm' | 'tfjs-wasm' | 'cpu';

export interface OpenedEngine {
  readonly engine: Engine;
  /** Why this one, in one sentence. */
  readonly reason: string;
  /** Calls `listener` with a sentence should the device be lost; all tensors are gone then. */
  onLost(listener: (message: string) => void): void;
  /** Where the engine has a GPU device: destroys it, so that its loss can be seen. */
  readonly destroyDevice?: () => void;
}

export interface OpenOptions {
  /** A GPU was lost before: the engine has to do without. */
  readonly withoutGpu?: boolean;
  /** For tests: what opens one rung. */
  readonly open?: OpenRung;
}

export type Rung = Exclude<EngineRequest, 'auto'>;
type Opened = Omit<OpenedEngine, 'reason'>;
/** Opens one rung or says why not. */
export type OpenRung = (rung: Rung, spec: PolicySpec, softwareToo: boolean) => Promise<Opened | Refusal>;

const LADDER: readonly Rung[] = ['webgpu', 'wasm', 'tfjs-wasm', 'cpu'];

const ENGINE_TITLES: Readonly<Record<Rung, string>> = {
  webgpu: 'TensorFlow.js on WebGPU',
  wasm: 'the lab’s own WASM kernels',
  'tfjs-wasm': 'TensorFlow.js on WASM',
  cpu: 'TensorFlow.js on the CPU',
};

/** @throws Error where not even the last rung works */
export async function openEngine(
  request: EngineRequest,
  spec: PolicySpec,
  { withoutGpu = false, open = openRung }: OpenOptions = {},
): Promise<OpenedEngine> {
  const ladder = request === 'auto' ? LADDER : LADDER.slice(LADDER.indexOf(request));
  const refusals: string[] = [];
  for (const rung of ladder) {
    const opened =
      rung === 'webgpu' && withoutGpu
        ? { because: 'its GPU device was lost' }
        : await open(rung, spec, request === 'webgpu');
    if ('because' in opened) refusals.push(opened.because);
    else return { ...opened, reason: reasonOf(request, rung, refusals) };
  }
  throw new Error(`No engine could be started, because ${refusals.join(', and ')}.`);
}

/** Opens exactly this rung in this thread. */
export const openRung: OpenRung = async (rung, spec, softwareToo) => {
  try {
    switch (rung) {
      case 'webgpu': {
        // Looked at before the tfjs packages are loaded, which most devices without a GPU never need.
        const adapter = await findAdapter(softwareToo);
        return 'because' in adapter ? adapter : await tfjs('webgpu', spec, softwareToo);
      }
      case 'wasm':
        if (!hasSimd()) return { because: 'this browser has no WASM SIMD' };
        return { engine: await createWasmEngine(spec, 'wasm'), onLost: () => undefined };
      case 'tfjs-wasm':
        return await tfjs('wasm', spec, softwareToo);
      case 'cpu':
        return await tfjs('cpu', spec, softwareToo);
    }
  } catch (error) {
    return { because: `${ENGINE_TITLES[rung]} failed to start (${messageOf(error)})` };
  }
};

async function tfjs(backend: BackendName, spec: PolicySpec, softwareToo: boolean): Promise<Opened | Refusal> {
  const { openTfjs } = await import('./tfjs/index.ts');
  const opened = await openTfjs(spec, backend, softwareToo);
  if ('because' in opened) return opened;
  const { engine, lost, destroyDevice } = opened;
  return { engine, onLost: (listener) => void lost.then(listener), ...(destroyDevice && { destroyDevice }) };
}

function reasonOf(request: EngineRequest, rung: Rung, refusals: readonly string[]): string {
  const title = ENGINE_TITLES[rung];
  const because = refusals.length === 0 ? '' : `, because ${refusals.join(', and ')}`;
  const sentence =
    request === rung
      ? `${title}, as asked for.`
      : request !== 'auto'
        ? `${title} instead of ${ENGINE_TITLES[request]}${because}.`
        : refusals.length === 0
          ? `${title}, the fastest that this device offers.`
          : `${title}${because}.`;
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}
