/** What this browser and device offer, row by row, with what the lab makes of each. Texts only; nothing is measured. */
import { defaultExperiment } from '../../experiment/defaults.ts';
import { workerCount } from '../../runtime/live/session.ts';
import type { Capabilities } from './capabilities.ts';
import type { AdapterReport, DeviceReport, LimitName } from './device.ts';

export interface Fact {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** `missing` is something that the lab would use; `plain` is neither good nor bad. */
  readonly state: 'good' | 'missing' | 'plain';
  /** What the lab does with it, or does instead. */
  readonly use: string;
}

type Row = readonly [id: string, name: string, there: boolean, withIt: string, without: string];

export function browserFacts(capabilities: Capabilities, report: DeviceReport | undefined): readonly Fact[] {
  const { isolated, secure, simd, waitAsync, cores } = capabilities;
  const rows: readonly Row[] = [
    [
      'secure',
      'Secure origin',
      secure,
      'Browsers offer WebGPU, shared memory and the clipboard only to pages from https or localhost.',
      'Without https the browser withholds WebGPU and shared memory. The lab runs, more slowly.',
    ],
    [
      'isolated',
      'Cross-origin isolation',
      isolated,
      'The page may share memory between threads.',
      'Threads send each other copies instead of sharing memory. The results are the same.',
    ],
    [
      'wait-async',
      'Atomics.waitAsync',
      waitAsync,
      'A thread that waits for another is woken at once and stays able to hear its GPU.',
      'Threads that wait look again every few milliseconds, which costs a little time.',
    ],
    [
      'simd',
      'WebAssembly SIMD',
      simd,
      'The lab’s own kernels compute four numbers at a time, with the same bits on every machine.',
      'The lab’s own kernels cannot start. TensorFlow.js computes instead, more slowly.',
    ],
  ];
  return [
    ...rows.map(([id, name, there, withIt, without]): Fact => ({
      id,
      name,
      value: there ? 'yes' : 'no',
      state: there ? 'good' : 'missing',
      use: there ? withIt : without,
    })),
    {
      id: 'cores',
      name: 'Threads',
      value: String(cores),
      state: cores > 1 ? 'good' : 'missing',
      use: `One learner and, when “Rollout workers” is automatic, ${automaticWorkers(cores)} beside it.`,
    },
    ...(report === undefined ? [] : [gpuFact(capabilities, report), workerFact(report), storageFact(report)]),
  ];
}

function automaticWorkers(cores: number): string {
  const workers = workerCount({ rollout: { ...defaultExperiment().rollout, workers: 0 } }, cores);
  return workers === 1 ? 'one rollout worker' : `${workers} rollout workers`;
}

function gpuFact({ webgpu }: Capabilities, { adapter }: DeviceReport): Fact {
  const value = adapter?.name ?? (webgpu ? 'no adapter' : 'not offered');
  const good = adapter !== undefined && !adapter.software;
  const use =
    adapter === undefined
      ? 'The lab computes in WebAssembly instead.'
      : adapter.software
        ? 'The processor would only pretend to be a GPU, which is slower than WebAssembly: not used unless you choose it.'
        : 'Used by itself: policies are trained on the graphics processor.';
  return { id: 'webgpu', name: 'WebGPU', value, state: good ? 'good' : 'missing', use };
}

function workerFact({ serviceWorker }: DeviceReport): Fact {
  const good = serviceWorker === 'controls';
  return {
    id: 'service-worker',
    name: 'Service worker',
    value: { controls: 'in control', idle: 'not in control', unsupported: 'not offered' }[serviceWorker],
    state: good ? 'good' : 'missing',
    use: good
      ? 'Keeps the lab usable without a network, and isolates the page where its host does not.'
      : 'The lab needs the network when it is opened again.',
  };
}

function storageFact({ storage }: DeviceReport): Fact {
  return {
    id: 'storage',
    name: 'Storage',
    value: storage === undefined ? 'not told' : `${bytes(storage.used)} of ${bytes(storage.quota)}`,
    state: storage === undefined ? 'plain' : 'good',
    use: 'Holds the lab’s own files and warmed-up weights. Nothing of it leaves this device.',
  };
}

const limitTitles: Readonly<Record<LimitName, readonly [title: string, isBytes: boolean]>> = {
  maxBufferSize: ['Largest buffer', true],
  maxStorageBufferBindingSize: ['Largest buffer a kernel reads', true],
  maxStorageBuffersPerShaderStage: ['Buffers per kernel', false],
  maxComputeWorkgroupStorageSize: ['Memory of a workgroup', true],
  maxComputeInvocationsPerWorkgroup: ['Threads of a workgroup', false],
  maxComputeWorkgroupsPerDimension: ['Workgroups per dimension', false],
};

/** Names and values of the adapter's limits, in words. */
export function limitFacts({ limits }: AdapterReport): readonly (readonly [name: string, value: string])[] {
  return (Object.entries(limitTitles) as [LimitName, (typeof limitTitles)[LimitName]][]).map(
    ([name, [title, isBytes]]) => [title, isBytes ? bytes(limits[name]) : limits[name].toLocaleString('en')],
  );
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A count of bytes as a person reads it: "512 bytes", "32 KiB", "1.5 GiB". */
export function bytes(count: number): string {
  let unit = 0;
  let value = count;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${UNITS[unit]}`;
}
