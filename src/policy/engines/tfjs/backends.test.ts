import { describe, expect, it } from 'vitest';
import { type BackendRequest, chooseBackend } from './backends.ts';
import { createTfjsEngine } from './index.ts';
import { adapterOf, type Refusal } from '../adapter.ts';
import { type BackendName, type Started, startBackend } from './start.ts';

/** A machine on which some backends refuse. */
function machine(refusals: Partial<Record<BackendName, string>>, softwareGpu = false) {
  const tried: string[] = [];
  const start = async (name: BackendName, softwareToo: boolean): Promise<Started | Refusal> => {
    tried.push(name);
    const because = refusals[name];
    if (because !== undefined) return { because };
    if (name === 'webgpu' && softwareGpu && !softwareToo) return { because: 'the only adapter is software' };
    const descriptor = {
      engine: 'tfjs',
      backend: name,
      adapter: `a ${name}`,
      software: name !== 'webgpu',
    } as const;
    return { descriptor, lost: Promise.resolve('gone') };
  };
  return { tried, choose: (requested: BackendRequest) => chooseBackend(requested, start) };
}

describe('chooseBackend', () => {
  it('takes WebGPU on a real GPU by itself, and loads nothing else', async () => {
    const { tried, choose } = machine({});
    const choice = await choose('auto');
    expect(choice.backend).toBe('webgpu');
    expect(choice.reason).toBe('WebGPU on a webgpu, the fastest that this device offers.');
    expect(tried).toEqual(['webgpu']);
  });

  it('takes a software GPU only when WebGPU is asked for by name', async () => {
    const automatic = await machine({}, true).choose('auto');
    expect(automatic.backend).toBe('wasm');
    expect(automatic.reason).toBe('WASM, because the only adapter is software.');
    const asked = await machine({}, true).choose('webgpu');
    expect(asked.backend).toBe('webgpu');
    expect(asked.reason).toBe('WebGPU, as asked for.');
  });

  it('falls down the ladder and says why', async () => {
    const { tried, choose } = machine({ webgpu: 'there is none', wasm: 'it is forbidden' });
    const choice = await choose('webgpu');
    expect(choice.backend).toBe('cpu');
    expect(choice.reason).toBe('CPU instead of WebGPU, because there is none, and it is forbidden.');
    expect(tried).toEqual(['webgpu', 'wasm', 'cpu']);
  });

  it('never climbs above what was asked for', async () => {
    const { tried, choose } = machine({});
    expect((await choose('cpu')).backend).toBe('cpu');
    expect((await choose('wasm')).reason).toBe('WASM, as asked for.');
    expect(tried).toEqual(['cpu', 'wasm']);
  });

  it('fails in words where nothing starts', async () => {
    const { choose } = machine({ webgpu: 'a', wasm: 'b', cpu: 'c' });
    await expect(choose('auto')).rejects.toThrow('No engine could be started, because a, and b, and c.');
  });

  it('tells when the device is lost', async () => {
    const choice = await machine({}).choose('auto');
    const message = await new Promise<string>((resolve) => choice.onLost(resolve));
    expect(message).toBe('gone');
  });
});

describe('startBackend', () => {
  it('has no WebGPU in Node, and says so', async () => {
    expect(await startBackend('webgpu', true)).toEqual({ because: 'WebGPU does not exist here' });
  });

  it('starts WASM in Node, with one thread', async () => {
    const choice = await chooseBackend('auto');
    expect(choice.descriptor).toEqual({
      engine: 'tfjs',
      backend: 'wasm',
      adapter: 'SIMD, 1 thread',
      software: true,
    });
    expect(choice.reason).toBe('WASM, because WebGPU does not exist here.');
  });
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

describe('createTfjsEngine', () => {
  it('refuses a backend that does not exist', async () => {
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
    await expect(createTfjsEngine(spec, 'webgl')).rejects.toThrow('unknown backend "webgl"');
  });
});
