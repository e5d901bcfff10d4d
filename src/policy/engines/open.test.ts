import { describe, expect, it } from 'vitest';
import type { PolicySpec } from '../spec.ts';
import { openEngine } from './open.ts';

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
