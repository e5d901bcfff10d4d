/** Where the wasm backend's binaries lie in Node: in the installed package. */
import { createRequire } from 'node:module';

export function wasmFile(name: string): string {
  return createRequire(import.meta.url).resolve(`@tensorflow/tfjs-backend-wasm/dist/${name}`);
}
