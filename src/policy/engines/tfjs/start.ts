/**
 * Starts one tfjs backend in this thread: loads its chunk, looks at its adapter, and proves by a known product
 * and its gradient that it computes. Each backend is loaded by a dynamic import, so that a thread fetches only
 * the one it uses.
 */
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import type { EngineDescriptor } from '../../engine.ts';
import { findAdapter, messageOf, type Refusal, withDeadline } from '../adapter.ts';

export type BackendName = 'webgpu' | 'wasm' | 'cpu';

export interface Started {
  readonly descriptor: EngineDescriptor;
  /** Resolves with a sentence when the device is lost; never where it cannot be lost. */
  readonly lost: Promise<string>;
  /** Where there is a GPU device: destroys it, so that its loss can be seen. */
  readonly destroyDevice?: () => void;
}

const never = new Promise<string>(() => {});

/** @param softwareToo whether a WebGPU adapter that computes on the CPU will do */
export async function startBackend(name: BackendName, softwareToo: boolean): Promise<Started | Refusal> {
  try {
    switch (name) {
      case 'webgpu':
        return await startWebgpu(softwareToo);
      case 'wasm':
        return await startWasm();
      case 'cpu':
        await import('@tensorflow/tfjs-backend-cpu');
        return await activate('cpu', 'JavaScript, 1 thread', true);
    }
  } catch (error) {
    return { because: `${TITLES[name]} failed to start (${messageOf(error)})` };
  }
}

export const TITLES: Readonly<Record<BackendName, string>> = { webgpu: 'WebGPU', wasm: 'WASM', cpu: 'CPU' };

async function startWebgpu(softwareToo: boolean): Promise<Started | Refusal> {
  const adapter = await findAdapter(softwareToo);
  if ('because' in adapter) return adapter;
  await import('@tensorflow/tfjs-backend-webgpu');
  const started = await activate('webgpu', adapter.adapterName, adapter.software);
  if ('because' in started) return started;
  const { device } = tf.backend() as WebGPUBackend;
  const lost = device.lost.then(
    ({ message }) => `The GPU device was lost${message === '' ? '' : `: ${message}`}`,
  );
  return { descriptor: started.descriptor, lost, destroyDevice: () => device.destroy() };
}

async function startWasm(): Promise<Started | Refusal> {
  if (typeof WebAssembly !== 'object') return { because: 'WebAssembly does not exist here' };
  const wasm = await import('@tensorflow/tfjs-backend-wasm');
  const { wasmFile } = import.meta.env.SSR
    ? await import('./wasmFilesNode.ts')
    : await import('./wasmFilesBrowser.ts');
  // The threaded build starts workers of its own, which compete with the lab's, and breaks when minified.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  const simd = await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT');
  if (tf.engine().backendName !== 'wasm') {
    wasm.setThreadsCount(1);
    const vectorised = wasmFile('tfjs-backend-wasm-simd.wasm');
    wasm.setWasmPaths({
      'tfjs-backend-wasm.wasm': wasmFile('tfjs-backend-wasm.wasm'),
      'tfjs-backend-wasm-simd.wasm': vectorised,
      'tfjs-backend-wasm-threaded-simd.wasm': vectorised,
    });
  }
  return activate('wasm', `${simd === true ? 'SIMD' : 'no SIMD'}, 1 thread`, true);
}

async function activate(name: BackendName, adapter: string, software: boolean): Promise<Started | Refusal> {
  // `setBackend` answers false where the backend could not start, and leaves its name in place.
  if (!(await tf.setBackend(name))) return { because: `${TITLES[name]} failed to start` };
  await tf.ready();
  // Silences the cpu backend's advertisement in Node.
  tf.enableProdMode();
  if (!(await withDeadline(probe()))) return { because: `${TITLES[name]} computed a known product wrongly` };
  return { descriptor: { engine: 'tfjs', backend: name, adapter, software }, lost: never };
}

/** Whether Σ (A·B)² and its gradient by A come out as they must for two known 2 × 2 matrices. */
async function probe(): Promise<boolean> {
  const result = tf.tidy(() => {
    const a = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    const b = tf.tensor2d([5, 6, 7, 8], [2, 2]);
    const { value, grad } = tf.valueAndGrad((x: tf.Tensor) => tf.sum(tf.square(tf.matMul(x, b))))(a);
    return tf.concat([tf.reshape(value, [1]), tf.reshape(grad, [4])]);
  });
  const numbers = await result.data();
  result.dispose();
  const expected = [5194, 454, 618, 1030, 1402];
  return expected.every((number, i) => Math.abs(numbers[i]! - number) < 0.1);
}
