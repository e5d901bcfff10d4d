import { describe, expect, it } from 'vitest';
import { log, exp } from '../../numerics/elementary.ts';
import { STREAM, normal } from '../../numerics/random.ts';
import { aggregations, randomFacts, settingsWith } from '../testing/facts.ts';
import type { Facts } from './contract.ts';
import { evaluateObjective } from './index.ts';

const VOCABULARY = 5;

function logSoftmax(logits: Float64Array): Float64Array {
  const result = new Float64Array(logits.length);
  for (let at = 0; at < logits.length; at += VOCABULARY) {
    const row = logits.subarray(at, at + VOCABULARY);
    const top = Math.max(...row);
    const total = log(row.reduce((sum, z) => sum + exp(z - top), 0));
    for (let k = 0; k < VOCABULARY; k++) result[at + k] = row[k]! - top - total;
  }
  return result;
}

function withLogits(facts: Facts, logits: Float64Array): Facts {
  return { ...facts, distributions: { vocabulary: VOCABULARY, logpTheta: logSoftmax(logits) } };
}

describe('the entropy bonus', () => {
  it.each(aggregations)('has logit rows that are the gradient of its loss, %s', (aggregation) => {
    const step = 1e-5;
    let worst = 0;
    for (let seed = 0; seed < 10; seed++) {
      const facts = randomFacts(seed, 'mixed', 1);
      const logits = Float64Array.from({ length: facts.mask.length * VOCABULARY }, (_, k) => {
        return 2 * normal(seed, STREAM.test, 1000, k);
      });
      const settings = settingsWith({ entropyBonus: 0.1, aggregation });
      // Advantages of 0 leave the bonus alone in the loss.
      const silent = { ...facts, advantage: new Float64Array(facts.mask.length) };
      const { logitRows } = evaluateObjective(withLogits(silent, logits), settings);
      const lossAt = (k: number, by: number): number => {
        const moved = logits.slice();
        moved[k]! += by;
        return evaluateObjective(withLogits(silent, moved), settings).loss;
      };
      logits.forEach((_, k) => {
        const difference = (lossAt(k, step) - lossAt(k, -step)) / (2 * step);
        if (!facts.mask[Math.floor(k / VOCABULARY)]) {
          expect(logitRows![k]).toBe(0);
          expect(difference).toBe(0);
          return;
        }
        // Rows cross 0 where log p = −H; relative to the largest entry of the row, the error has a meaning there.
        const at = k - (k % VOCABULARY);
        const size = Math.max(...logitRows!.subarray(at, at + VOCABULARY).map(Math.abs));
        worst = Math.max(worst, Math.abs(logitRows![k]! - difference) / size);
      });
    }
    process.stdout.write(`entropy bonus, ${aggregation}: worst relative error ${worst.toExponential(1)}\n`);
    expect(worst).toBeLessThan(1e-4);
  });

  it('by hand: p = (½, ¼, ¼), β = 0.1, one token of two', () => {
    const [half, quarter] = [Math.log(0.5), Math.log(0.25)];
    const base = randomFacts(0, 'positive', 1);
    const facts: Facts = {
      ...base,
      offsets: Int32Array.of(0, 2),
      mask: Uint8Array.of(1, 0),
      distributions: { vocabulary: 3, logpTheta: Float64Array.of(half, quarter, quarter, NaN, NaN, NaN) },
      advantage: new Float64Array(2),
    };
    const { loss, logitRows, metrics } = evaluateObjective(
      facts,
      settingsWith({ name: 'reinforce', entropyBonus: 0.1 }),
    );
    // H = ½ ln 2 + 2·¼·2 ln 2 = 1.5 ln 2
    expect(metrics.entropy).toBeCloseTo(1.5 * Math.LN2, 14);
    expect(loss).toBeCloseTo(-0.15 * Math.LN2, 14);
    // β p (log p + H): 0.1·½·(−1 + 1.5) ln 2, then 0.1·¼·(−2 + 1.5) ln 2; a row sums to 0
    const expected = [0.025 * Math.LN2, -0.0125 * Math.LN2, -0.0125 * Math.LN2, 0, 0, 0];
    expected.forEach((value, k) => expect(logitRows![k]).toBeCloseTo(value, 14));
  });

  it('adds to the objective and leaves its gradient by ℓθ alone', () => {
    const facts = withLogits(
      randomFacts(5, 'mixed', 1),
      new Float64Array(randomFacts(5, 'mixed', 1).mask.length * VOCABULARY),
    );
    const without = evaluateObjective(facts, settingsWith({}));
    const including = evaluateObjective(facts, settingsWith({ entropyBonus: 0.1 }));
    // Uniform distributions: every entropy is ln 5, and no direction raises it.
    expect(including.loss).toBeCloseTo(without.loss - 0.1 * Math.log(5), 12);
    expect(including.gradient).toEqual(without.gradient);
    including.logitRows!.forEach((value) => expect(value).toBeCloseTo(0, 14));
    expect(without.logitRows).toBeUndefined();
  });
});
