import { describe, expect, it } from 'vitest';
import { createTfjsEngine } from './index.ts';
import { startBackend } from './start.ts';

describe('startBackend', () => {
  it('has no WebGPU in Node, and says so', async () => {
    expect(await startBackend('webgpu', true)).toEqual({ because: 'WebGPU does not exist here' });
  });

  it('starts WASM in Node, with one thread', async () => {
    expect(await startBackend('wasm', false)).toMatchObject({
      descriptor: { engine: 'tfjs', backend: 'wasm', adapter: 'SIMD, 1 thread', software: true },
    });
  });
});

describe('createTfjsEngine', () => {
  const spec = {
    architecture: 'mlp',
    vocabulary: 3,
    maxLength: 3,
    width: 8,
    layers: 1,
    heads: 1,
    mlpRatio: 1,
    valueHead: false,
  } as const;

  it('refuses a backend that does not exist', async () => {
    await expect(createTfjsEngine(spec, 'webgl')).rejects.toThrow('unknown backend "webgl"');
  });

  it('says why a backend does not start', async () => {
    await expect(createTfjsEngine(spec, 'webgpu')).rejects.toThrow('because WebGPU does not exist here');
  });
});
