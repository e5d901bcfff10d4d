/** Where the wasm backend's binaries lie in Node: in the installed package. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

// The backend's glue code is a script and asks for these in Node; a bundled module has none of its own.
const globals = globalThis as { require?: unknown; __dirname?: string };
globals.require ??= require;
globals.__dirname ??= dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'));

export function wasmFile(name: string): string {
  return require.resolve(`@tensorflow/tfjs-backend-wasm/dist/${name}`);
}
