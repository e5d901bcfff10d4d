/** §37.11: on a group that failed throughout, division by the group's std undoes the annealing of a shaping reward (§7). */
import { describe, expect, it } from 'vitest';
import { groupMean } from '../../advantages/groupMean.ts';
import { groupStd } from '../../advantages/groupStd.ts';

/** The dense signal of four answers. Mean 0.4; squares 0.09 + 0 + 0.04 + 0.25 = 0.38. */
const q = [0.1, 0.4, 0.2, 0.9];
const deviation = Math.sqrt(0.38 / 3);
/** As in verl. */
const epsilon = 1e-6;

function advantagesAt(estimator: typeof groupStd, beta: number): Float64Array {
  return estimator.estimate(
    Float64Array.from(q, (x) => beta * x),
    new Int32Array(4),
  );
}

describe('§37.11 the advantage of an all-fail group', () => {
  it('does not depend on β over four decades: A = (q − 0.4)/std to within ε/(β·std)', () => {
    for (const beta of [10, 1, 0.1, 0.01, 0.001]) {
      const actual = advantagesAt(groupStd, beta);
      q.forEach((x, i) => {
        const unit = (x - 0.4) / deviation;
        expect(Math.abs(actual[i]! - unit)).toBeLessThanOrEqual(
          1.001 * Math.abs(unit) * (epsilon / (beta * deviation)) + 1e-15,
        );
      });
      // 2.8e-3 at the smallest β: still flat.
      expect(actual[3]! / (0.5 / deviation)).toBeGreaterThan(0.997);
    }
  });

  it.each([
    { size: 'β·std = ε', ratio: 1, left: 1 / 2 },
    { size: 'β·std = ε/10', ratio: 0.1, left: 1 / 11 },
    { size: 'β·std = ε/1000', ratio: 0.001, left: 1 / 1001 },
  ])('decays once β·std meets ε: at $size to $left', ({ ratio, left }) => {
    const beta = (ratio * epsilon) / deviation;
    expect(advantagesAt(groupStd, beta)[3]! / (0.5 / deviation)).toBeCloseTo(left, 9);
  });

  it('falls with β from the start where nothing is divided', () => {
    for (const beta of [10, 1, 0.1, 0.01, 0.001, 1e-9]) {
      expect(advantagesAt(groupMean, beta)[3]! / (beta * 0.5)).toBeCloseTo(1, 12);
    }
  });
});
