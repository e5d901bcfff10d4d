/**
 * The averaged policy of PPO-EWMA (sheet §17) in the engine's slot `proximal`: the debiased moving average of θ over
 * optimiser steps,
 *
 *   W ← βW + 1      θ_p ← θ_p·(βW_old/W) + θ/W      so that θ_p = Σ_k β^{t−k} θ_k / Σ_k β^{t−k}
 *
 * It begins, and begins anew, with θ_p = θ and W = 1. It exists while an objective asks for it.
 */
import type { Engine } from '../../policy/engine.ts';

export interface AveragedWeights {
  readonly parameters: Float32Array;
  /** W */
  readonly weight: number;
}

export class AveragedPolicy {
  readonly #engine: Engine;
  /** W; 0 = there is no average. */
  #weight = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get active(): boolean {
    return this.#weight > 0;
  }

  /** θ_p = θ */
  async begin(): Promise<void> {
    await this.#engine.copy('theta', 'proximal');
    this.#weight = 1;
  }

  /** After an optimiser step. @param decay β */
  async follow(decay: number): Promise<void> {
    const before = this.#weight;
    this.#weight = decay * before + 1;
    await this.#engine.blend('proximal', (decay * before) / this.#weight, 'theta', 1 / this.#weight);
  }

  end(): void {
    if (this.active) this.#engine.drop('proximal');
    this.#weight = 0;
  }

  /** Null where there is no average. */
  async read(): Promise<AveragedWeights | null> {
    return this.active ? { parameters: await this.#engine.read('proximal'), weight: this.#weight } : null;
  }

  async restore(averaged: AveragedWeights | null): Promise<void> {
    this.end();
    if (averaged === null) return;
    await this.#engine.load('proximal', averaged.parameters);
    this.#weight = averaged.weight;
  }
}
