/**
 * What only asking the browser tells: the GPU adapter, the room for storage, the service worker. Asked for when the
 * page that shows it is opened; no device is created and nothing is kept.
 */
import { adapterOf, withDeadline } from '../../policy/engines/adapter.ts';

export interface AdapterReport {
  readonly name: string;
  readonly vendor: string;
  readonly architecture: string;
  /** Whether it computes on the processor. */
  readonly software: boolean;
  readonly features: readonly string[];
  /** The limits that kernels run into, by their WebGPU names. */
  readonly limits: Readonly<Record<LimitName, number>>;
}

export interface DeviceReport {
  /** Undefined where WebGPU does not exist or the browser gives no adapter. */
  readonly adapter: AdapterReport | undefined;
  /** Bytes; undefined where the browser does not say. */
  readonly storage: { readonly used: number; readonly quota: number } | undefined;
  /** Whether the lab's service worker answers this page's requests. */
  readonly serviceWorker: 'controls' | 'idle' | 'unsupported';
}

export const limitNames = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupsPerDimension',
] as const;
export type LimitName = (typeof limitNames)[number];

/** What is asked, without what browsers may lack. */
type AskedNavigator = Partial<Pick<Navigator, 'gpu' | 'storage' | 'serviceWorker'>>;

/** Never rejects: what does not answer is reported as missing. */
export async function inspectDevice(asked: AskedNavigator = navigator): Promise<DeviceReport> {
  const [adapter, storage] = await Promise.all([orUndefined(adapterReport(asked)), orUndefined(room(asked))]);
  return {
    adapter,
    storage,
    serviceWorker:
      asked.serviceWorker === undefined
        ? 'unsupported'
        : asked.serviceWorker.controller
          ? 'controls'
          : 'idle',
  };
}

async function adapterReport({ gpu }: AskedNavigator): Promise<AdapterReport | undefined> {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const { adapterName, software } = adapterOf(adapter.info);
  return {
    name: adapterName,
    vendor: adapter.info.vendor,
    architecture: adapter.info.architecture,
    software,
    features: [...adapter.features].sort(),
    limits: Object.fromEntries(
      limitNames.map((name) => [name, adapter.limits[name]]),
    ) as AdapterReport['limits'],
  };
}

async function room({ storage }: AskedNavigator): Promise<DeviceReport['storage']> {
  const estimate = await storage?.estimate();
  if (estimate?.usage === undefined || estimate.quota === undefined) return undefined;
  return { used: estimate.usage, quota: estimate.quota };
}

async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await withDeadline(answer);
  } catch {
    return undefined;
  }
}
