/**
 * Weights of past versions, so that tokens can be scored again by those that sampled them: the exact route to ℓ_old and
 * to the distributions of the behaviour policy (sheet §18, snapshots).
 *
 * They are kept whatever the objective is, so that it can be changed in the middle of a run; while none needs them they
 * have less room.
 */
import type { Needs } from '../../learning/objectives/index.ts';

export interface PastVersion {
  readonly version: number;
  /** Shared by all who hold it; nobody writes to it. */
  readonly parameters: Float32Array;
}

const MEBI = 1024 * 1024;
/** Bytes that they may take while an objective needs them, and while none does. */
const ROOM = { needed: 512 * MEBI, idle: 64 * MEBI };

/** Whether any token has to be scored by the weights of its own version. */
export function needsPast({ prox, old, behaveDistributions }: Needs): boolean {
  return prox === 'old' || old === true || behaveDistributions === true;
}

/** Bytes that past weights may take. */
export function roomFor(needs: Needs): number {
  return needsPast(needs) ? ROOM.needed : ROOM.idle;
}

export class PastWeights {
  /** By version, ascending. */
  #versions: readonly PastVersion[] = [];

  constructor(versions: readonly PastVersion[] = []) {
    this.#versions = versions;
  }

  get versions(): readonly PastVersion[] {
    return this.#versions;
  }

  /** The oldest version kept; Infinity where there is none. */
  get oldest(): number {
    return this.#versions[0]?.version ?? Infinity;
  }

  get bytes(): number {
    return this.#versions.reduce((sum, { parameters }) => sum + parameters.byteLength, 0);
  }

  at(version: number): Float32Array | undefined {
    return this.#versions.find((kept) => kept.version === version)?.parameters;
  }

  /** That version, or the next newer one that is kept. @throws Error where there is none */
  nearest(version: number): PastVersion {
    const found = this.#versions.find((kept) => kept.version >= version);
    if (found === undefined) throw new Error(`no weights are kept of version ${version} or newer`);
    return found;
  }

  /** @param version newer than all that are kept */
  add(version: number, parameters: Float32Array): void {
    this.#versions = [...this.#versions, { version, parameters }];
  }

  /** Lets go of all older versions, and of the oldest until the rest fits. The newest stays in any case. */
  trim(oldest: number, room = Infinity): void {
    const kept = this.#versions.filter(
      ({ version }, i) => version >= oldest || i === this.#versions.length - 1,
    );
    let bytes = kept.reduce((sum, { parameters }) => sum + parameters.byteLength, 0);
    let from = 0;
    while (bytes > room && from < kept.length - 1) bytes -= kept[from++]!.parameters.byteLength;
    this.#versions = kept.slice(from);
  }
}
