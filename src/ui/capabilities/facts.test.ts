import { describe, expect, it } from 'vitest';
import { detectCapabilities, type Capabilities } from './capabilities.ts';
import { inspectDevice, type AdapterReport, type DeviceReport } from './device.ts';
import { browserFacts, bytes, limitFacts } from './facts.ts';

const best: Capabilities = {
  isolated: true,
  secure: true,
  webgpu: true,
  simd: true,
  waitAsync: true,
  cores: 8,
};

const adapter: AdapterReport = {
  name: 'nvidia ampere',
  vendor: 'nvidia',
  architecture: 'ampere',
  software: false,
  features: ['shader-f16', 'timestamp-query'],
  limits: {
    maxBufferSize: 4 * 1024 ** 3,
    maxStorageBufferBindingSize: 2 * 1024 ** 3,
    maxStorageBuffersPerShaderStage: 10,
    maxComputeWorkgroupStorageSize: 32_768,
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupsPerDimension: 65_535,
  },
};

const report: DeviceReport = {
  adapter,
  storage: { used: 12_582_912, quota: 1.5 * 1024 ** 3 },
  serviceWorker: 'controls',
};

const fact = (id: string, capabilities = best, device: DeviceReport = report) =>
  browserFacts(capabilities, device).find((row) => row.id === id)!;

describe('the facts of a device', () => {
  it('are all good where nothing is missing', () => {
    expect(browserFacts(best, report).filter(({ state }) => state === 'missing')).toEqual([]);
    expect(fact('storage').value).toBe('12 MiB of 1.5 GiB');
    expect(fact('cores').use).toContain('4 rollout workers');
  });

  it('are shown before the browser has answered', () => {
    expect(browserFacts(best, undefined).map(({ id }) => id)).toEqual([
      'secure',
      'isolated',
      'wait-async',
      'simd',
      'cores',
    ]);
  });

  it('say what the lab does instead of what is missing', () => {
    expect(fact('simd', { ...best, simd: false })).toMatchObject({ value: 'no', state: 'missing' });
    expect(fact('cores', { ...best, cores: 2 }).use).toContain('one rollout worker beside it');
    expect(fact('webgpu', best, { ...report, adapter: undefined })).toMatchObject({
      value: 'no adapter',
      state: 'missing',
    });
    expect(fact('webgpu', { ...best, webgpu: false }, { ...report, adapter: undefined }).value).toBe(
      'not offered',
    );
    expect(fact('webgpu', best, { ...report, adapter: { ...adapter, software: true } }).use).toContain(
      'slower than WebAssembly',
    );
    expect(fact('service-worker', best, { ...report, serviceWorker: 'idle' }).state).toBe('missing');
  });

  it('read limits and bytes as a person does', () => {
    expect(limitFacts(adapter)).toContainEqual(['Memory of a workgroup', '32 KiB']);
    expect(limitFacts(adapter)).toContainEqual(['Workgroups per dimension', '65,535']);
    expect([0, 512, 1024, 1536, 150 * 1024 ** 2].map(bytes)).toEqual([
      '0 bytes',
      '512 bytes',
      '1 KiB',
      '1.5 KiB',
      '150 MiB',
    ]);
  });
});

describe('asking the browser', () => {
  it('is content with a browser that has nothing', async () => {
    expect(await inspectDevice({})).toEqual({
      adapter: undefined,
      storage: undefined,
      serviceWorker: 'unsupported',
    });
    expect(detectCapabilities({} as typeof globalThis)).toEqual({
      isolated: false,
      secure: false,
      webgpu: false,
      simd: false,
      waitAsync: false,
      cores: 1,
    });
  });

  it('recognises SIMD where it is, as here', () => {
    expect(detectCapabilities().simd).toBe(true);
  });

  it('survives an adapter that throws', async () => {
    const gpu = { requestAdapter: () => Promise.reject(new Error('lost')) } as unknown as GPU;
    expect((await inspectDevice({ gpu })).adapter).toBeUndefined();
  });
});
