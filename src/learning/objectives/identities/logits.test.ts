/** §37.2 for losses on whole distributions: logit rows against central differences of the loss by the tempered logits. */
import { describe, expect, it } from 'vitest';
import { exp, log } from '../../../numerics/elementary.ts';
import { normal, STREAM } from '../../../numerics/random.ts';
import { aggregations, randomFacts, tuned, VOCABULARY } from '../../testing/facts.ts';
import type { Facts, LearningSettings } from '../contract.ts';
import { evaluateObjective } from '../index.ts';

const STEP = 1e-5;

function withLogits(facts: Facts, logits: Float64Array): Facts {
  const logpTheta = new Float64Array(logits.length);
  for (let at = 0; at < logits.length; at += VOCABULARY) {
    const row = logits.subarray(at, at + VOCABULARY);
    const top = Math.max(...row);
    const total = log(row.reduce((sum, z) => sum + exp(z - top), 0));
    for (let k = 0; k < VOCABULARY; k++) logpTheta[at + k] = row[k]! - top - total;
  }
  return { ...facts, distributions: { vocabulary: VOCABULARY, logpTheta } };
}

/** Correction weights included: they must weigh the rows as they weigh the losses. */
function settingsOf(name: 'epo' | 'epo-hinge', seed: number): LearningSettings {
  const aggregation = aggregations[seed % aggregations.length]!;
  const settings = tuned(name, { entropyWeight: 0.5, penaltyWeight: 2, penalty: 3 }, { aggregation });
  const token = seed % 2 === 0 ? 'none' : 'truncate';
  return { ...settings, correction: { ...settings.correction, token } };
}

describe.each(['epo', 'epo-hinge'] as const)('§37.2 the logit rows of %s', (name) => {
  it('are the gradient of its loss', () => {
    let compared = 0;
    for (let seed = 0; seed < 15; seed++) {
      const facts = randomFacts(seed, 'mixed', 0.5);
      const logits = Float64Array.from({ length: facts.mask.length * VOCABULARY }, (_, k) => {
        return 1.5 * normal(seed, STREAM.test, 1000, k);
      });
      const settings = settingsOf(name, seed);
      const { logitRows } = evaluateObjective(withLogits(facts, logits), settings);
      const lossAt = (k: number, by: number): number => {
        const moved = logits.slice();
        moved[k]! += by;
        return evaluateObjective(withLogits(facts, moved), settings).loss;
      };
      logits.forEach((_, k) => {
        if (!facts.mask[Math.floor(k / VOCABULARY)]) {
          expect(logitRows![k]).toBe(0);
          return;
        }
        const [left, here, right] = [lossAt(k, -STEP), lossAt(k, 0), lossAt(k, STEP)];
        const difference = (right - left) / (2 * STEP);
        // Where an edge of the band is crossed, the literal penalty jumps and the hinge has a kink.
        if (Math.abs(right - 2 * here + left) > 1e-8) return;
        const at = k - (k % VOCABULARY);
        const size = Math.max(1e-3, ...logitRows!.subarray(at, at + VOCABULARY).map(Math.abs));
        expect(Math.abs(logitRows![k]! - difference) / size).toBeLessThan(1e-4);
        compared += 1;
      });
    }
    expect(compared).toBeGreaterThan(800);
  });
});
