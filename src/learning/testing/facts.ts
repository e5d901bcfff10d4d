/**
 * Facts for tests: by hand, token by token, and at random with everything that makes a batch awkward. Used by
 * `*.test.ts` only.
 */
import { normal, STREAM, uniform } from '../../numerics/random.ts';
import type { Facts, ObjectiveSettings } from '../objectives/contract.ts';

export interface TokenFacts {
  readonly theta: number;
  readonly prox?: number;
  readonly behave?: number;
  readonly A: number;
  readonly staleness?: number;
  readonly masked?: boolean;
}

/** Packs sequences of tokens. Log-probabilities that a token does not name are its ℓθ. */
export function pack(sequences: readonly (readonly TokenFacts[])[], maxLength = 8): Facts {
  const offsets = [0];
  for (const sequence of sequences) offsets.push(offsets.at(-1)! + sequence.length);
  const tokens = sequences.flat();
  return {
    offsets: Int32Array.from(offsets),
    mask: Uint8Array.from(tokens, (token) => (token.masked ? 0 : 1)),
    logpTheta: Float64Array.from(tokens, (token) => token.theta),
    logpProx: Float64Array.from(tokens, (token) => token.prox ?? token.theta),
    logpBehave: Float64Array.from(tokens, (token) => token.behave ?? token.theta),
    advantage: Float64Array.from(tokens, (token) => token.A),
    staleness: Int32Array.from(tokens, (token) => token.staleness ?? 0),
    maxLength,
  };
}

/** The facts, some of the optional ones left out. */
export function without(facts: Facts, ...left: ('logpProx' | 'logpBehave' | 'staleness')[]): Facts {
  const kept = Object.entries(facts).filter(([fact]) => !(left as string[]).includes(fact));
  return Object.fromEntries(kept) as unknown as Facts;
}

export const names = [
  'reinforce',
  'ppo',
  'ppo-recompute',
  'decoupled-ppo',
] as const satisfies readonly ObjectiveSettings['name'][];

export const aggregations = [
  'token-mean',
  'seq-mean-token-mean',
  'seq-mean-token-sum',
  'seq-mean-token-sum-norm',
] as const satisfies readonly ObjectiveSettings['aggregation'][];

export function settingsWith(changes: Partial<ObjectiveSettings>): ObjectiveSettings {
  return {
    name: 'ppo',
    clipLow: 0.2,
    clipHigh: 0.28,
    aggregation: 'token-mean',
    entropyBonus: 0,
    ...changes,
  };
}

export type Signs = 'positive' | 'negative' | 'mixed';

const GARBAGE = [NaN, Infinity, -Infinity, 7];

/**
 * A random batch: a single-token sequence, a fully masked one, ragged lengths, interior masks, masked tokens that
 * hold garbage, staleness to 256, and a group without variance (advantage 0) where the signs are mixed.
 *
 * @param spread largest |log r| and |log w|; half of the tokens stay within ±0.4, around the clip bounds
 */
export function randomFacts(seed: number, signs: Signs, spread: number): Facts {
  const draw = (a: number, b: number, c: number): number => uniform(seed, STREAM.test, a, b, c);
  const sequences: TokenFacts[][] = [];
  const count = 4 + Math.floor(draw(0, 0, 0) * 5);
  for (let i = 0; i < count; i++) {
    const length = i === 0 ? 1 : 1 + Math.floor(draw(i, 0, 1) * 9);
    const zeroVariance = signs === 'mixed' && i === 2;
    const size = zeroVariance ? 0 : Math.abs(normal(seed, STREAM.test, i, 0, 2)) + 0.05;
    const sign = signs === 'mixed' ? (draw(i, 0, 3) < 0.5 ? -1 : 1) : signs === 'positive' ? 1 : -1;
    const sequence: TokenFacts[] = [];
    for (let t = 0; t < length; t++) {
      const masked = i === 1 || (i > 1 && draw(i, t, 4) < 0.2);
      const reach = draw(i, t, 5) < 0.5 ? 0.4 : spread;
      const logR = (2 * draw(i, t, 6) - 1) * reach;
      const logW = (2 * draw(i, t, 7) - 1) * reach;
      // The largest of the three log-probabilities is just below 0.
      const top = Math.max(0, -logR, -logR - logW) + 3 * draw(i, t, 8);
      const garbage = GARBAGE[Math.floor(draw(i, t, 9) * GARBAGE.length)]!;
      sequence.push({
        theta: masked ? garbage : -top,
        prox: masked ? garbage : -top - logR,
        behave: masked ? garbage : -top - logR - logW,
        A: masked ? garbage : sign * size,
        staleness: Math.floor(draw(i, t, 10) * 257),
        masked,
      });
    }
    sequences.push(sequence);
  }
  return pack(sequences, 10);
}
