import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { PolicySpec } from '../spec.ts';
import { type EngineRequest, openEngine, type OpenRung, type Rung } from './open.ts';

const spec: PolicySpec = {
  architecture: 'transformer',
  vocabulary: 12,
  maxLength: 8,
  width: 8,
  layers: 1,
  heads: 1,
  mlpRatio: 1,
  valueHead: false,
};

describe('openEngine, where there is no WebGPU', () => {
  it('takes the fused engine by itself and says why', async () => {
    const { engine, reason } = await openEngine('auto', spec);
    expect(engine.descriptor).toMatchObject({ engine: 'wasm', backend: 'wasm' });
    expect(reason).toMatch(/^The lab’s own WASM kernels, because .*WebGPU.*\.$/);
    engine.dispose();
  });

  it('falls from WebGPU to the fused engine and says so', async () => {
    const { engine, reason } = await openEngine('webgpu', spec);
    expect(engine.descriptor.engine).toBe('wasm');
    expect(reason).toMatch(/instead of TensorFlow.js on WebGPU, because/);
    engine.dispose();
  });

  it.each([
    ['wasm', 'wasm', 'wasm'],
    ['tfjs-wasm', 'tfjs', 'wasm'],
    ['cpu', 'tfjs', 'cpu'],
  ] as const)('gives %s when asked for', async (request, name, backend) => {
    const { engine, reason } = await openEngine(request, spec);
    expect(engine.descriptor).toMatchObject({ engine: name, backend });
    expect(reason).toMatch(/, as asked for\.$/);
    engine.dispose();
  });
});

/** A device on which some engines refuse. What opens is never used, so it needs no engine. */
function device(refusals: Partial<Record<Rung, string>>, softwareGpu = false, withoutGpu = false) {
  const tried: Rung[] = [];
  const open: OpenRung = async (rung, _spec, softwareToo) => {
    tried.push(rung);
    const because = refusals[rung];
    if (because !== undefined) return { because };
    if (rung === 'webgpu' && softwareGpu && !softwareToo) return { because: 'the only adapter is software' };
    return { engine: {} as Engine, onLost: (listener) => listener('gone') };
  };
  return { tried, choose: (request: EngineRequest) => openEngine(request, spec, { open, withoutGpu }) };
}

describe('the ladder of engines', () => {
  it('takes WebGPU on a real GPU by itself, and opens nothing else', async () => {
    const { tried, choose } = device({});
    const { reason } = await choose('auto');
    expect(reason).toBe('TensorFlow.js on WebGPU, the fastest that this device offers.');
    expect(tried).toEqual(['webgpu']);
  });

  it('takes a software GPU only when WebGPU is asked for by name', async () => {
    const automatic = device({}, true);
    const { reason } = await automatic.choose('auto');
    expect(reason).toBe('The lab’s own WASM kernels, because the only adapter is software.');
    expect(automatic.tried).toEqual(['webgpu', 'wasm']);
    const asked = device({}, true);
    expect((await asked.choose('webgpu')).reason).toBe('TensorFlow.js on WebGPU, as asked for.');
    expect(asked.tried).toEqual(['webgpu']);
  });

  it('falls down rung by rung and says why', async () => {
    const { tried, choose } = device({
      webgpu: 'there is none',
      wasm: 'it has no SIMD',
      'tfjs-wasm': 'it is forbidden',
    });
    const { reason } = await choose('webgpu');
    expect(reason).toBe(
      'TensorFlow.js on the CPU instead of TensorFlow.js on WebGPU, because there is none, and it has no SIMD, and it is forbidden.',
    );
    expect(tried).toEqual(['webgpu', 'wasm', 'tfjs-wasm', 'cpu']);
  });

  it('does without a GPU that was lost, whatever is asked for', async () => {
    const { tried, choose } = device({}, false, true);
    expect((await choose('webgpu')).reason).toBe(
      'The lab’s own WASM kernels instead of TensorFlow.js on WebGPU, because its GPU device was lost.',
    );
    expect((await choose('auto')).reason).toBe(
      'The lab’s own WASM kernels, because its GPU device was lost.',
    );
    expect(tried).toEqual(['wasm', 'wasm']);
  });

  it('never climbs above what was asked for', async () => {
    const { tried, choose } = device({});
    await choose('cpu');
    await choose('tfjs-wasm');
    expect(tried).toEqual(['cpu', 'tfjs-wasm']);
  });

  it('fails in words where nothing opens', async () => {
    const { choose } = device({ webgpu: 'a', wasm: 'b', 'tfjs-wasm': 'c', cpu: 'd' });
    await expect(choose('auto')).rejects.toThrow(
      'No engine could be started, because a, and b, and c, and d.',
    );
  });

  it('tells when the device is lost', async () => {
    const { onLost } = await device({}).choose('auto');
    expect(await new Promise<string>((resolve) => onLost(resolve))).toBe('gone');
  });
});
