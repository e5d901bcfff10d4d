/**
 * Opens the engine that was asked for, or the next best with the reason said. From the top: tfjs on WebGPU, the
 * fused wasm engine, tfjs on WASM, tfjs on the CPU. Automatic takes WebGPU only on a real GPU: an adapter that
 * computes on the CPU is slower than WASM. The tfjs packages are loaded only where they are used.
 */
import type { Engine } from '../engine.ts';
import type { PolicySpec } from '../spec.ts';
import { findAdapter, messageOf, type Refusal } from './adapter.ts';
import type { BackendName } from './tfjs/index.ts';
import { createWasmEngine } from './wasm/index.ts';

export type EngineRequest = 'auto' | 'webgpu' | 'wasm' | 'tfjs-wasm' | 'cpu';

export interface OpenedEngine {
  readonly engine: Engine;
  /** Why this one, in one sentence. */
  readonly reason: string;
  /** Calls `listener` with a sentence should the device be lost; all tensors are gone then. */
  onLost(listener: (message: string) => void): void;
}

type Rung = Exclude<EngineRequest, 'auto'>;
type Opened = Omit<OpenedEngine, 'reason'>;

const LADDER: readonly Rung[] = ['webgpu', 'wasm', 'tfjs-wasm', 'cpu'];

export const ENGINE_TITLES: Readonly<Record<Rung, string>> = {
  webgpu: 'TensorFlow.js on WebGPU',
  wasm: 'the lab’s own WASM kernels',
  'tfjs-wasm': 'TensorFlow.js on WASM',
  cpu: 'TensorFlow.js on the CPU',
};

/** @throws Error where not even the last rung works */
export async function openEngine(request: EngineRequest, spec: PolicySpec): Promise<OpenedEngine> {
  const ladder = request === 'auto' ? LADDER : LADDER.slice(LADDER.indexOf(request));
  const refusals: string[] = [];
  for (const rung of ladder) {
    const opened = await tryRung(rung, spec, request === 'webgpu');
    if ('because' in opened) refusals.push(opened.because);
    else return { ...opened, reason: reasonOf(request, rung, refusals) };
  }
  throw new Error(`No engine could be started, because ${refusals.join(', and ')}.`);
}

async function tryRung(rung: Rung, spec: PolicySpec, softwareToo: boolean): Promise<Opened | Refusal> {
  try {
    switch (rung) {
      case 'webgpu': {
        const adapter = await findAdapter(softwareToo);
        return 'because' in adapter ? adapter : await openTfjs('webgpu', spec);
      }
      case 'wasm':
        return { engine: await createWasmEngine(spec, 'wasm'), onLost: () => undefined };
      case 'tfjs-wasm':
        return await openTfjs('wasm', spec);
      case 'cpu':
        return await openTfjs('cpu', spec);
    }
  } catch (error) {
    return { because: `${ENGINE_TITLES[rung]} failed to start (${messageOf(error)})` };
  }
}

async function openTfjs(backend: BackendName, spec: PolicySpec): Promise<Opened | Refusal> {
  const { chooseBackend, createTfjsEngine } = await import('./tfjs/index.ts');
  const choice = await chooseBackend(backend);
  if (choice.backend !== backend) return { because: choice.reason.replace(/\.$/, '') };
  return {
    engine: await createTfjsEngine(spec, backend),
    onLost: (listener) => choice.onLost(listener),
  };
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
