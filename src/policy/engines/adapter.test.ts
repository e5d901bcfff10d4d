import { describe, expect, it } from 'vitest';
import { adapterOf, findAdapter } from './adapter.ts';

it('finds no adapter in Node, and says so', async () => {
  expect(await findAdapter(true)).toEqual({ because: 'WebGPU does not exist here' });
});

describe('adapterOf', () => {
  const info = { vendor: '', architecture: '', description: '' };

  it('recognises software adapters', () => {
    expect(adapterOf({ ...info, vendor: 'google', architecture: 'swiftshader' })).toEqual({
      adapterName: 'SwiftShader (software)',
      software: true,
    });
    expect(adapterOf({ ...info, vendor: 'x', isFallbackAdapter: true }).software).toBe(true);
    expect(adapterOf({ ...info, vendor: 'mesa', description: 'llvmpipe (LLVM 17)' }).software).toBe(true);
  });

  it('names real ones', () => {
    expect(adapterOf({ ...info, vendor: 'nvidia', architecture: 'hopper' })).toEqual({
      adapterName: 'nvidia hopper',
      software: false,
    });
    expect(adapterOf({ ...info, vendor: 'apple', description: 'Apple M3' }).adapterName).toBe('Apple M3');
    expect(adapterOf(info).adapterName).toBe('unnamed adapter');
  });
});
