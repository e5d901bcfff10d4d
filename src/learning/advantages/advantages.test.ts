import fc from 'fast-check';
import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { STANDARD_RULES } from './rules.ts';
import { type AdvantageRules, advantages, rulesOf, zeroVarianceGroups } from './index.ts';

type Name = Exclude<keyof typeof advantages, 'optimal-token'>;

function estimate(
  name: Name,
  rewards: number[],
  groups: number[],
  rules?: Partial<AdvantageRules>,
): number[] {
  return Array.from(
    advantages[name].estimate(Float64Array.from(rewards), Int32Array.from(groups), {
      ...STANDARD_RULES,
      ...rules,
    }),
  );
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

  // Squares about the groups' means, 6 in all; a group of one and a constant one add nothing.
  it('group-within-std: √(6/7)', () => {
    const actual = estimate('group-within-std', rewards, groups);
    const unit = Math.sqrt(6 / 7) + 1e-6;
    [0, 0, -1, 0, -1, 0, 2, 0].forEach((value, i) => expect(actual[i]).toBeCloseTo(value / unit, 14));
  });

  // Squares about 6.3/8: 1 + 4 + 9 + 3·0.01 − 6.3²/8 = 14.03 − 4.96125.
  it('group-batch-std and batch-std: √(9.06875/7)', () => {
    const unit = Math.sqrt(9.06875 / 7) + 1e-6;
    const group = estimate('group-batch-std', rewards, groups);
    [0, 0, -1, 0, -1, 0, 2, 0].forEach((value, i) => expect(group[i]).toBeCloseTo(value / unit, 13));
    const batch = estimate('batch-std', rewards, groups);
    rewards.forEach((value, i) => expect(batch[i]).toBeCloseTo((value - 6.3 / 8) / unit, 13));
  });

  it('log-mean-exp: log((e⁰ + e¹)/2) at τ = 1; near the best answer for a small τ, near the mean for a large one', () => {
    expect(estimate('log-mean-exp', [0, 1], [0, 0])[1]).toBeCloseTo(1 - Math.log((1 + Math.E) / 2), 14);
    const cold = estimate('log-mean-exp', [0, 1], [0, 0], { temperature: 0.05 });
    expect(cold[1]).toBeCloseTo(0.05 * Math.LN2, 8);
    const warm = estimate('log-mean-exp', [0, 1], [0, 0], { temperature: 1e4 });
    expect(warm[1]).toBeCloseTo(0.5, 4);
  });

  it('groups without variance: two of three', () => {
    expect(zeroVarianceGroups(Float64Array.from(rewards), Int32Array.from(groups))).toBe(2 / 3);
    expect(zeroVarianceGroups(new Float64Array(0), new Int32Array(0))).toBe(0);
  });
});

describe('every estimator', () => {
  const names = Object.keys(advantages).filter((name) => name !== 'optimal-token') as Name[];
  const ofBatch: readonly Name[] = ['batch', 'batch-std'];

  it.each(names)('%s: finite, exactly 0 where all rewards are equal; about a mean, 0 on average', (name) => {
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
        for (const group of ofBatch.includes(name) ? [] : new Set(ids)) {
          const indices = [...ids.keys()].filter((i) => ids[i] === group);
          if (indices.length === 1) continue;
          const sum = indices.reduce((total, i) => total + result[i]!, 0);
          // Divided by a std of rounding errors, these would not be small.
          const scale = Math.max(1, ...indices.map((i) => Math.abs(result[i]!)));
          if (name !== 'log-mean-exp') expect(Math.abs(sum)).toBeLessThan(1e-6 * indices.length * scale);
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

  it.each(Object.entries(advantages))(
    '%s is registered by its own name, with its story',
    (name, estimator) => {
      expect(estimator.name).toBe(name);
      expect(estimator.formula).toContain('A_');
      expect(() =>
        katex.renderToString(estimator.formula, { throwOnError: true, strict: 'error' }),
      ).not.toThrow();
    },
  );
});

describe('what libraries choose differently', () => {
  it('ε: 1e-6 in verl, 1e-5 in areal, 1e-4 in trl', () => {
    const at = (stdEpsilon: 'verl' | 'areal' | 'trl'): number => {
      const rules = rulesOf({ stdEpsilon, single: 'estimator', temperature: 1 });
      return estimate('group-std', [1e-4, -1e-4], [0, 0], rules)[0]!;
    };
    const std = Math.SQRT2 * 1e-4;
    expect(at('verl')).toBeCloseTo(1e-4 / (std + 1e-6), 12);
    expect(at('areal')).toBeCloseTo(1e-4 / (std + 1e-5), 12);
    expect(at('trl')).toBeCloseTo(1e-4 / (std + 1e-4), 12);
  });

  it.each([
    ['group-std', 2 / (1 + 1e-6), 0],
    ['group-mean', 2, 0],
    ['rloo', 2, 0],
    ['log-mean-exp', 2, 0],
  ] as const)('%s, an answer alone: its reward as in verl, or nothing as in trl', (name, kept, nothing) => {
    expect(estimate(name, [2], [0], { single: 'keep' })).toEqual([kept]);
    expect(estimate(name, [2], [0], { single: 'zero' })).toEqual([nothing]);
  });
});

describe('the optimal token baseline', () => {
  /** Two answers of two tokens and of one; W of the first token is 0.5 and 0.25, of the second 0.5 + 1. */
  const facts = {
    offsets: Int32Array.of(0, 2, 3),
    mask: Uint8Array.of(1, 1, 1),
    rewards: Float64Array.of(1, 3, 2),
    logp: Float64Array.of(Math.log(0.5), Math.log(0.25), Math.log(0.5)),
    agreement: Float64Array.of(0.5, 0.5, 0.25),
  };
  const estimator = advantages['optimal-token'];

  it('is the mean of returns, weighted by 1 − 2π + Σπ² summed so far', () => {
    // Returns 4, 3 and 2. B_0 = (4·0.5 + 2·0.25)/0.75; at position 1 the first answer is alone.
    const actual = estimator.estimateTokens(facts, Int32Array.of(0, 0));
    expect(actual[0]).toBeCloseTo(4 - 2.5 / 0.75, 14);
    expect(actual[1]).toBe(0);
    expect(actual[2]).toBeCloseTo(2 - 2.5 / 0.75, 14);
  });

  it('gives answers of other groups no say, and one that is alone its return, as in verl', () => {
    const groups = Int32Array.of(0, 1);
    expect(Array.from(estimator.estimateTokens(facts, groups))).toEqual([4, 3, 2]);
    const rules = { ...STANDARD_RULES, single: 'zero' } as const;
    expect(Array.from(estimator.estimateTokens(facts, groups, rules))).toEqual([0, 0, 0]);
  });

  it('does not look at masked tokens, and is exactly 0 where all returns are equal', () => {
    const masked = { ...facts, mask: Uint8Array.of(1, 0, 1), rewards: Float64Array.of(0.1, NaN, 0.1) };
    expect(Array.from(estimator.estimateTokens(masked, Int32Array.of(0, 0)))).toEqual([0, 0, 0]);
    expect(() => estimator.estimateTokens(facts, Int32Array.of(0))).toThrow('1 group ids');
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
