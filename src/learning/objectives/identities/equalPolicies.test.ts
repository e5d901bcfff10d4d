/** §37.1: where sampler, anchors and learner agree, every method pushes a token by its advantage. */
import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../numerics/elementary.ts';
import { aggregations, names, randomFacts, settingsWith } from '../../testing/facts.ts';
import type { Facts, MethodName } from '../contract.ts';
import { evaluateObjective } from '../index.ts';
import { sequenceLengths } from '../sequences.ts';

/** What c is where it is not A, as the sheet says or because the method reads something else than A. */
const otherwise: Partial<Record<MethodName, (facts: Facts, t: number) => number>> = {
  // σ(−Aℓθ/η)·A
  delightful: ({ advantage, logpTheta }, t) => advantage[t]! * sigmoid(-advantage[t]! * logpTheta[t]!),
  'success-conditioning': ({ sequenceRewards, offsets }, t) =>
    sequenceRewards![sequenceOf(offsets, t)]! >= 1 ? 1 : 0,
  // The whole return less the value.
  a2c: (facts, t) => returnOf(facts, t, (reward) => reward) - facts.values![t]!,
  // The same with rewards cut to [−1, 1], for ρ = 1.
  'v-trace': (facts, t) =>
    returnOf(facts, t, (reward) => Math.min(1, Math.max(-1, reward))) - facts.values![t]!,
};

describe('§37.1 with all policies equal', () => {
  it.each(names)('%s has coefficients that equal the advantage, or what it puts in its place', (name) => {
    for (let seed = 0; seed < 8; seed++) {
      const facts = agreed(randomFacts(seed, 'mixed', 3));
      for (const aggregation of aggregations) {
        const { coefficients, gates } = evaluateObjective(facts, settingsWith({ name, aggregation }));
        facts.mask.forEach((counts, t) => {
          // Clip-Cov leaves a few tokens out on purpose.
          if (!counts || (name === 'clip-cov' && gates.covariance![t] === 1)) return;
          const expected = otherwise[name]?.(facts, t) ?? facts.advantage[t]!;
          expect(coefficients[t]).toBeCloseTo(expected, 12);
        });
      }
    }
  });

  it.each(['gspo', 'gspo-token', 'gmpo'] as const)(
    '%s gives a token of an answer of N tokens A/N of the mean over answers',
    (name) => {
      const facts = agreed(randomFacts(4, 'mixed', 3));
      const settings = settingsWith({ name, aggregation: 'seq-mean-token-mean' });
      const { gradient } = evaluateObjective(facts, settings);
      const lengths = sequenceLengths(facts);
      const answers = lengths.filter((length) => length > 0).length;
      facts.mask.forEach((counts, t) => {
        const expected = counts ? -facts.advantage[t]! / lengths[sequenceOf(facts.offsets, t)]! / answers : 0;
        expect(gradient[t]).toBeCloseTo(expected, 12);
      });
    },
  );
});

function agreed(batch: Facts): Facts {
  const { logpTheta } = batch;
  const { vocabulary, logpTheta: rows } = batch.distributions!;
  return {
    ...batch,
    logpProx: logpTheta,
    logpBehave: logpTheta,
    logpOld: logpTheta,
    logpRef: logpTheta,
    distributions: { vocabulary, logpTheta: rows, logpBehave: rows },
  };
}

function sequenceOf(offsets: Int32Array, token: number): number {
  return offsets.findLastIndex((start) => start <= token);
}

/** Σ_k 0.99^k r over the counted tokens of the answer from this one on. */
function returnOf({ offsets, mask, rewards }: Facts, token: number, cut: (reward: number) => number): number {
  let total = 0;
  for (let t = offsets[sequenceOf(offsets, token) + 1]! - 1; t >= token; t--) {
    if (mask[t]) total = cut(rewards![t]!) + 0.99 * total;
  }
  return total;
}
