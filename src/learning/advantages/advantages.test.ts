import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advantages, zeroVarianceGroups, type AdvantageEstimator } from './index.ts';

function estimate(name: AdvantageEstimator['name'], rewards: number[], groups: number[]): number[] {
  return Array.from(advantages[name].estimate(Float64Array.from(rewards), Int32Array.from(groups)));
}

/** Group 7: 1, 0, 0, 3 (interleaved). Group −2: constant. Group 5: alone. */
const rewards = [1, 0.1, 0, 0.1, 0, 2, 3, 0.1];
const groups = [7, -2, 7, -2, 7, 5, 7, -2];

describe('by hand', () => {
  it('group-std: mean 1, squares 0 + 1 + 1 + 4 = 6, std √(6/3)', () => {
    const unit = Math.SQRT2 + 1e-6;
    expect(estimate('group-std', rewards, groups)).toEqual([
      0,
      0,
      -1 / unit,
      0,
      -1 / unit,
      2 / (1 + 1e-6), // alone: mean 0, std 1, as in verl
      2 / unit,
      0,
    ]);
  });

  it('group-mean: reward − 1; alone 0', () => {
    expect(estimate('group-mean', rewards, groups)).toEqual([0, 0, -1, 0, -1, 0, 2, 0]);
  });

  it('rloo: reward minus the mean of the other three; alone the reward', () => {
    const actual = estimate('rloo', rewards, groups);
    // 1 − (0+0+3)/3, 0 − (1+0+3)/3, 0 − (1+0+3)/3, 3 − (1+0+0)/3
    const expected = [0, 0, -4 / 3, 0, -4 / 3, 2, 3 - 1 / 3, 0];
    expected.forEach((value, i) => expect(actual[i]).toBeCloseTo(value, 14));
  });

  it('batch: reward minus 6.3/8', () => {
    const actual = estimate('batch', rewards, groups);
    rewards.forEach((reward, i) => expect(actual[i]).toBeCloseTo(reward - 6.3 / 8, 14));
  });

  it('groups without variance: two of three', () => {
    expect(zeroVarianceGroups(Float64Array.from(rewards), Int32Array.from(groups))).toBe(2 / 3);
    expect(zeroVarianceGroups(new Float64Array(0), new Int32Array(0))).toBe(0);
  });
});

describe('every estimator', () => {
  const names = Object.keys(advantages) as AdvantageEstimator['name'][];

  it.each(names)('%s: finite, exactly 0 where all rewards are equal, 0 on average', (name) => {
    const reward = fc.oneof(fc.constantFrom(0, 1, 0.1), fc.double({ min: -1e3, max: 1e3, noNaN: true }));
    const sequences = fc.array(fc.tuple(reward, fc.integer({ min: -1, max: 3 })), { maxLength: 24 });
    fc.assert(
      fc.property(sequences, (pairs) => {
        const ids = pairs.map(([, group]) => group);
        const result = estimate(
          name,
          pairs.map(([value]) => value),
          ids,
        );
        expect(result.filter((x) => !Number.isFinite(x))).toEqual([]);
        for (const group of name === 'batch' ? [] : new Set(ids)) {
          const indices = [...ids.keys()].filter((i) => ids[i] === group);
          if (indices.length === 1) continue;
          const sum = indices.reduce((total, i) => total + result[i]!, 0);
          expect(Math.abs(sum)).toBeLessThan(1e-6 * indices.length);
          if (new Set(indices.map((i) => pairs[i]![0] + 0)).size === 1) {
            for (const i of indices) expect(result[i]! + 0).toBe(0);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(estimate(name, [], [])).toEqual([]);
    expect(estimate(name, [0.1, 0.1, 0.1], [1, 1, 1])).toEqual([0, 0, 0]);
  });

  it.each(names)('%s refuses lengths that differ', (name) => {
    expect(() => estimate(name, [1, 2], [0])).toThrow('1 group ids');
  });

  it.each(names)('%s is registered by its own name, with its story', (name) => {
    expect(advantages[name].name).toBe(name);
    expect(advantages[name].formula).toContain('R_i');
  });
});

describe('division by the group’s std (sheet §7)', () => {
  it('makes an all-fail group’s shaping reward independent of its weight until std meets ε', () => {
    const q = [0.1, 0.4, 0.2, 0.9];
    const at = (beta: number): number =>
      estimate(
        'group-std',
        q.map((x) => beta * x),
        [0, 0, 0, 0],
      )[3]!;
    for (const beta of [1, 0.1, 0.01, 0.001]) expect(at(beta) / at(1)).toBeCloseTo(1, 2);
    // At β·std = ε the advantage halves. std of q: mean 0.4, squares 0.09 + 0 + 0.04 + 0.25 = 0.38
    expect(at(1e-6 / Math.sqrt(0.38 / 3)) / at(1)).toBeCloseTo(0.5, 4);
  });
});
