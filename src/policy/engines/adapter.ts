/** The WebGPU adapter of this thread, and whether it is a real GPU. Loads no engine. */

export interface FoundAdapter {
  /** Readable, e.g. "SwiftShader (software)". */
  readonly adapterName: string;
  readonly software: boolean;
}

/** Why something was not started: a clause that goes on after "because". */
export interface Refusal {
  readonly because: string;
}

/** How long an answer of the browser may take. A lost device leaves promises pending for ever. */
const DEADLINE_SECONDS = 20;

/** @param softwareToo whether an adapter that computes on the CPU will do */
export async function findAdapter(softwareToo: boolean): Promise<FoundAdapter | Refusal> {
  const gpu = (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
  if (gpu === undefined) {
    const insecure = (globalThis as { isSecureContext?: boolean }).isSecureContext === false;
    return { because: insecure ? 'WebGPU needs https or localhost' : 'WebGPU does not exist here' };
  }
  const adapter = await withDeadline(gpu.requestAdapter({ powerPreference: 'high-performance' }));
  if (adapter === null) return { because: 'the browser gives no WebGPU adapter' };
  const found = adapterOf(adapter.info);
  return found.software && !softwareToo
    ? { because: `the only WebGPU adapter computes on the CPU (${found.adapterName})` }
    : found;
}

/** Readable name of an adapter, and whether it is an emulation. */
export function adapterOf(
  info: Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'description'> & {
    readonly isFallbackAdapter?: boolean;
  },
): FoundAdapter {
  const known = `${info.vendor} ${info.architecture} ${info.description}`;
  const software =
    info.isFallbackAdapter === true || /swiftshader|llvmpipe|lavapipe|softpipe|basic render/i.test(known);
  const words = info.description !== '' ? info.description : `${info.vendor} ${info.architecture}`.trim();
  const name = info.architecture === 'swiftshader' ? 'SwiftShader' : words === '' ? 'unnamed adapter' : words;
  return { adapterName: software ? `${name} (software)` : name, software };
}

/** The promise's value, or a rejection after the deadline. */
export async function withDeadline<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${DEADLINE_SECONDS} s`)),
      DEADLINE_SECONDS * 1000,
    );
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
}
