/** Where the wasm backend's binaries lie in the browser: beside the bundle, copied by Vite. */
import plain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';

const files: Readonly<Record<string, string>> = {
  'tfjs-backend-wasm.wasm': plain,
  'tfjs-backend-wasm-simd.wasm': simd,
};

export function wasmFile(name: string): string {
  const file = files[name];
  if (file === undefined) throw new Error(`no file "${name}" of the wasm backend is shipped`);
  return file;
}
