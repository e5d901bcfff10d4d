/** The self-test's verdict and results in words. */
import type { Rung } from '../../policy/engines/open.ts';
import type { Capabilities } from './capabilities.ts';
import type { DeviceReport } from './device.ts';
import type { EngineTest, Verdict } from './selfTests.ts';

/** The engines by the names of the setting “Engine”. */
export const engineNames: Readonly<Record<Rung, string>> = {
  webgpu: 'WebGPU',
  wasm: 'WASM, fused',
  'tfjs-wasm': 'WASM, TensorFlow.js',
  cpu: 'CPU, TensorFlow.js',
};

export const verdictWords: Readonly<Record<Verdict, { readonly short: string; readonly long: string }>> = {
  waiting: {
    short: 'not tested',
    long: 'Not tested yet. The test waits until the page or its run has settled.',
  },
  running: { short: 'testing', long: 'The engines of this device are being tested.' },
  passed: {
    short: 'passed',
    long: 'This device computes as it should: every engine that was tested agrees with the stored values.',
  },
  differs: {
    short: 'differs',
    long: 'An engine of this device gives other numbers than it should, or none at all. Choose one that passed, under “Run”.',
  },
};

/** A small positive number as a person compares it: "3.1e-7", "0". */
export function errorWords(error: number): string {
  if (error === 0) return '0';
  return Number.isFinite(error) ? error.toExponential(1) : 'not a number';
}

/** How one engine fared, in a word or two. */
export function outcomeWords(test: EngineTest): string {
  if (test.state !== 'done') return test.state;
  if (!('passed' in test.result)) return 'not tested';
  return test.result.passed ? 'passed' : 'differs';
}

/** What a run on this device would compute with, before one was started. */
export function expectedEngine({ webgpu, simd }: Capabilities, report: DeviceReport | undefined): string {
  if (report === undefined) return webgpu ? 'WebGPU or WASM' : simd ? 'WASM, fused' : 'WASM, TensorFlow.js';
  const gpu = report.adapter !== undefined && !report.adapter.software;
  return engineNames[gpu ? 'webgpu' : simd ? 'wasm' : 'tfjs-wasm'];
}
