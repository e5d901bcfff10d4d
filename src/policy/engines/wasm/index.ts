/**
 * The wasm engine. `assembly/` holds the kernels (AssemblyScript, compiled by `build.mjs`, bundled by `vitePlugin.ts`,
 * typed by `module.ts`): `tile`, `product`, `norm`, `attention`, `embedding`, `head`, `vectors`, `elementary`. Beside
 * them the host, which only says what is computed where: `engine.ts` is the engine, made of `arena.ts` (memory),
 * `parameters.ts` (layout of a vector), `slots.ts`, `optimiser.ts`, `batch.ts`, `generation.ts` and a network
 * (`network.ts` its interface, `layers.ts` what both are made of, `transformer.ts` with `transformerMemory.ts`, `mlp.ts`).
 */
import type { EngineFactory } from '../../engine.ts';
import { WasmEngine } from './engine.ts';
import { instantiate, kernelHash } from './module.ts';

/** A wasm engine; `backend` is "auto" or "wasm". Throws where WebAssembly has no SIMD. */
export const createWasmEngine: EngineFactory = async (spec, backend) => {
  if (backend !== 'auto' && backend !== 'wasm') throw new RangeError(`unknown backend "${backend}"`);
  const kernels = await instantiate();
  const descriptor = {
    engine: 'wasm',
    backend: 'wasm',
    adapter: 'SIMD, 1 thread',
    software: true,
    code: kernelHash,
  } as const;
  return new WasmEngine(spec, descriptor, kernels);
};
