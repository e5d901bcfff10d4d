/**
 * What a learner has gathered beside θ, for methods that ask for it. All of it can be handed to another learner, which
 * goes on from there as this one would have.
 *
 *   past       weights of past versions       kept always (`pastWeights.ts`)
 *   reference  weights before the first update    kept always, in the engine while a method asks for them
 *   averaged   the averaged policy            while a method asks for it (`averagedPolicy.ts`)
 *   entropies  mean entropy by position       kept always (`entropyHistory.ts`)
 */
import type { Needs } from '../../learning/objectives/index.ts';
import type { Engine, OptimiserState } from '../../policy/engine.ts';
import { AveragedPolicy, type AveragedWeights } from './averagedPolicy.ts';
import { EntropyHistory, type EntropySums } from './entropyHistory.ts';
import { needsPast, PastWeights, type PastVersion, roomFor } from './pastWeights.ts';

/** What changes with every update. */
export interface Gathered {
  readonly optimiser: OptimiserState;
  readonly averaged: AveragedWeights | null;
  readonly entropies: EntropySums;
}

/** Weights that the run has had. */
export interface Past {
  /** Before the first update; null where there was none yet. */
  readonly reference: Float32Array | null;
  /** Ascending. */
  readonly versions: readonly PastVersion[];
}

export const NO_PAST: Past = { reference: null, versions: [] };

export class LearnerMemory {
  readonly averaged: AveragedPolicy;
  readonly #engine: Engine;
  #past = new PastWeights();
  #entropies = new EntropyHistory();
  #reference: Float32Array | null = null;
  /** Whether the engine has the reference. */
  #referenceLoaded = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.averaged = new AveragedPolicy(engine);
  }

  get past(): PastWeights {
    return this.#past;
  }

  get entropies(): EntropyHistory {
    return this.#entropies;
  }

  /** Of what it keeps outside the engine. */
  get bytes(): number {
    return this.#past.bytes + (this.#reference?.byteLength ?? 0);
  }

  /**
   * To be called before an update: keeps θ where it is a new version, and has in the engine what is needed.
   * @param version v_L
   * @param theta reads θ; called only where it is to be kept
   */
  async prepare(version: number, needs: Needs, theta: () => Promise<Float32Array>): Promise<void> {
    if (this.#past.at(version) === undefined) this.#past.add(version, await theta());
    this.#reference ??= this.#past.at(version)!;
    await this.#prepareReference(needs.reference === true);
    if (needs.prox !== 'averaged') this.averaged.end();
    else if (!this.averaged.active) await this.averaged.begin();
    if (!needsPast(needs)) this.#engine.drop('past');
  }

  /** To be called after an update. @param oldest version that a token still to come may have */
  trim(oldest: number, needs: Needs): void {
    this.#past.trim(oldest, roomFor(needs));
  }

  async gathered(): Promise<Gathered> {
    return {
      optimiser: await this.#engine.readOptimiser(),
      averaged: await this.averaged.read(),
      entropies: this.#entropies.sums,
    };
  }

  /** All but the optimiser's state, which is the engine's. @param gathered null = nothing */
  async restore(gathered: Gathered | null, { reference, versions }: Past): Promise<void> {
    this.#past = new PastWeights(versions);
    this.#reference = reference;
    await this.#prepareReference(false);
    this.#entropies = new EntropyHistory(gathered?.entropies);
    await this.averaged.restore(gathered?.averaged ?? null);
  }

  dispose(): void {
    this.averaged.end();
    if (this.#referenceLoaded) this.#engine.drop('reference');
    this.#engine.drop('past');
  }

  async #prepareReference(needed: boolean): Promise<void> {
    if (needed === this.#referenceLoaded) return;
    if (needed) await this.#engine.load('reference', this.#reference!);
    else this.#engine.drop('reference');
    this.#referenceLoaded = needed;
  }
}
