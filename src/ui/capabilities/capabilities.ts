/**
 * What this browser, page and device allow, as far as the page can tell before a run: isolation (shared
 * memory), a secure origin (WebGPU, clipboard), cores. Which engine was chosen in the end, and why, is said by
 * the session's `engine` event.
 */
import type { EngineDescriptor } from '../../policy/engine.ts';
import { hasSimd } from '../../policy/engines/simd.ts';

export interface Capabilities {
  /** Threads can share memory: `SharedArrayBuffer` is there and may be posted. */
  readonly isolated: boolean;
  /** https, or localhost. Browsers offer WebGPU and the clipboard only there. */
  readonly secure: boolean;
  /** WebGPU is offered, which does not mean that there is an adapter. */
  readonly webgpu: boolean;
  /** WebAssembly computes four numbers at a time. */
  readonly simd: boolean;
  /** A thread can wait for another without being deaf meanwhile. */
  readonly waitAsync: boolean;
  readonly cores: number;
}

export interface CapabilityNote {
  readonly id: 'insecure' | 'not-isolated' | 'no-simd' | 'software-gpu';
  readonly message: string;
  readonly remedy: string;
}

export function detectCapabilities(scope: typeof globalThis = globalThis): Capabilities {
  return {
    isolated: scope.crossOriginIsolated === true && typeof scope.SharedArrayBuffer === 'function',
    secure: scope.isSecureContext === true,
    webgpu: scope.navigator !== undefined && 'gpu' in scope.navigator && scope.navigator.gpu !== undefined,
    simd: hasSimd(scope),
    waitAsync: typeof scope.Atomics?.waitAsync === 'function',
    cores: scope.navigator?.hardwareConcurrency ?? 1,
  };
}

/**
 * What a person should know about this page and device; empty where nothing is missing.
 * @param engine what computes the run, once it is known
 */
export function capabilityNotes(
  capabilities: Capabilities,
  engine?: EngineDescriptor,
): readonly CapabilityNote[] {
  return [...pageNotes(capabilities), ...browserNotes(capabilities), ...engineNotes(engine)];
}

function browserNotes({ simd }: Capabilities): readonly CapabilityNote[] {
  if (simd) return [];
  return [
    {
      id: 'no-simd',
      message:
        'WebAssembly computes without vectors (SIMD) in this browser, so a slower engine takes the place of the lab’s own. The lab runs, more slowly.',
      remedy: 'A current version of Chrome, Edge, Firefox or Safari has them.',
    },
  ];
}

function engineNotes(engine: EngineDescriptor | undefined): readonly CapabilityNote[] {
  if (engine?.backend !== 'webgpu' || !engine.software) return [];
  return [
    {
      id: 'software-gpu',
      message: 'This GPU is emulated by the processor, so every update is slow.',
      remedy: 'Choose the engine WASM or Automatic under “Run” for a faster one.',
    },
  ];
}

function pageNotes({ isolated, secure }: Capabilities): readonly CapabilityNote[] {
  if (!secure) {
    return [
      {
        id: 'insecure',
        message:
          'This address is plain http, so the browser withholds WebGPU and shared memory. The lab runs, more slowly.',
        remedy: 'Serve it with “npm start -- --https” and open the https address.',
      },
    ];
  }
  if (!isolated) {
    return [
      {
        id: 'not-isolated',
        message:
          'This page is not cross-origin isolated, so threads send copies instead of sharing memory. The lab runs, a little more slowly.',
        remedy:
          'Reload once. If it stays, the host has to send the COOP and COEP headers, or the page is embedded in another one.',
      },
    ];
  }
  return [];
}

const transportWords = {
  shared:
    'Workers and learner read and write the same memory. Weights and samples are copied once and never sent.',
  messages:
    'Workers and learner send copies to each other, because this page may not share memory. Slower, with the same results.',
  'one thread':
    'The virtual clock plays all stations in one thread, in a fixed order. That is what makes it repeatable.',
} as const;

/** One or two sentences on how threads talk to each other in this run. */
export function explainTransport(transport: keyof typeof transportWords): string {
  return transportWords[transport];
}
