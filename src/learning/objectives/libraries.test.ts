/** Where libraries differ silently (sheet §39): every choice that is named after one, against numbers worked out by hand. */
import { describe, expect, it } from 'vitest';
import { exp } from '../../numerics/elementary.ts';
import { pack, settingsWith, tuned } from '../testing/facts.ts';
import type { Facts, LearningSettings } from './contract.ts';
import { evaluateObjective } from './index.ts';
import { klEstimate } from './klEstimators.ts';

const ln = Math.log;

/** Tokens, a sequence each, at these log-ratios to the sampler. */
function ofRatios(logRatios: readonly number[], A: number, settings: LearningSettings) {
  const tokens = logRatios.map((x) => [{ theta: Math.min(0, x), behave: Math.min(0, -x), A }]);
  return evaluateObjective(pack(tokens), settings);
}

describe('the clamp of log ratios', () => {
  /** PPO leaves a bad token that has become likelier its gradient, and a good one that has become rarer. */
  const ppo = (ratioClamp: LearningSettings['objective']['ratioClamp']) => {
    const settings = settingsWith({ name: 'ppo', ratioClamp });
    return {
      likelier: ofRatios([25], -1, settings).coefficients[0]!,
      rarer: ofRatios([-25], 1, settings).coefficients[0]!,
    };
  };

  it('verl’s: beyond ±20 no gradient', () => {
    expect(ppo('both')).toEqual({ likelier: 0, rarer: 0 });
  });

  it('stable’s: only above', () => {
    expect(ppo('above').likelier).toBe(0);
    expect(ppo('above').rarer / exp(-25)).toBeCloseTo(1, 12);
  });

  it('none: the gradient grows with the ratio', () => {
    expect(ppo('none').likelier / -exp(25)).toBeCloseTo(1, 12);
    expect(ppo('none').rarer / exp(-25)).toBeCloseTo(1, 12);
  });

  it('is that of one evaluation, even of one that fails', () => {
    const { logpBehave: _, ...facts } = pack([[{ theta: -1, A: 1 }]]);
    const settings = settingsWith({ name: 'ppo', ratioClamp: 'none' });
    expect(() => evaluateObjective(facts as Facts, settings)).toThrow('logpBehave');
    expect(ppo('both')).toEqual({ likelier: 0, rarer: 0 });
  });
});

describe('the clamp of KL estimates', () => {
  // x = −5: k1 −5, k2 12.5, k3 e⁵ − 1 − 5 = 142.4; slopes 1, −5, 1 − e⁵.
  const k3 = exp(5) - 6;

  it('none, as in trl', () => {
    expect(klEstimate(-5, 'k3').value).toBeCloseTo(k3, 12);
    expect(klEstimate(-5, 'k3').slope).toBeCloseTo(1 - exp(5), 12);
  });

  it('k3 alone, as in verl: no gradient where it binds, but that of k2 straight through', () => {
    expect(klEstimate(-5, 'k3', 'k3')).toEqual({ value: 10, slope: 0 });
    expect(klEstimate(-5, 'k3-straight', 'k3')).toEqual({ value: 10, slope: -5 });
    expect(klEstimate(-5, 'k2', 'k3')).toEqual({ value: 12.5, slope: -5 });
    expect(klEstimate(-2, 'k3', 'k3').value).toBeCloseTo(exp(2) - 3, 12);
  });

  it('all, as in areal', () => {
    expect(klEstimate(-12, 'k1', 'all')).toEqual({ value: -10, slope: 0 });
    expect(klEstimate(-5, 'k2', 'all')).toEqual({ value: 10, slope: 0 });
    expect(klEstimate(-9, 'k1', 'all')).toEqual({ value: -9, slope: 1 });
  });
});

describe('denominators', () => {
  it('unirl’s mean counts masked tokens: two of four are left, and divided by four', () => {
    const facts = pack([
      [
        { theta: -1, A: 1 },
        { theta: -1, A: 9, masked: true },
      ],
      [
        { theta: -1, A: 3 },
        { theta: -1, A: 9, masked: true },
      ],
    ]);
    const at = (aggregation: 'token-mean' | 'token-mean-all') =>
      Array.from(evaluateObjective(facts, settingsWith({ name: 'reinforce', aggregation })).gradient);
    expect(at('token-mean')).toEqual([-0.5, 0, -1.5, 0]);
    expect(at('token-mean-all')).toEqual([-0.25, 0, -0.75, 0]);
  });
});

describe('sequence weights of areal', () => {
  /** ω = 1 and 4: product 4, geometric mean 2, largest 4. */
  const facts = pack([
    [
      { theta: ln(0.4), behave: ln(0.4), A: 1 },
      { theta: ln(0.4), behave: ln(0.1), A: 1 },
    ],
  ]);
  const weights = (sequence: LearningSettings['correction']['sequence'], sequenceHigh: number) => {
    const base = settingsWith({ name: 'reinforce' });
    const correction = { ...base.correction, sequence, sequenceHigh };
    return Array.from(evaluateObjective(facts, { ...base, correction }).coefficients);
  };

  it.each([
    ['geometric', 1.5, 1.5],
    ['geometric-mean', 3, 2],
    ['geometric-mean', 1.5, 0],
    ['geometric-sum', 5, 2],
    ['geometric-sum', 3, 0],
    ['geometric-max', 5, 2],
    ['geometric-max', 3, 0],
  ] as const)('%s with a threshold of %d: %d', (sequence, high, expected) => {
    for (const weight of weights(sequence, high)) expect(weight).toBeCloseTo(expected, 12);
  });
});

describe('the direction of a divergence', () => {
  // ω = ½: verl's k1 is ln 2, k3 ½ − 1 + ln 2 = 0.193; areal's k1 is −ln 2, k3 2 − 1 − ln 2 = 0.307.
  const rejected = (direction: 'verl' | 'areal', estimator: 'k1' | 'k3', threshold: number) => {
    const facts = pack([[{ theta: ln(0.2), behave: ln(0.4), A: 1 }]]);
    const own = { direction, estimator, threshold, level: 'token' } as const;
    return evaluateObjective(facts, tuned('divergence-rejection', own)).gates['rejected']![0];
  };

  it.each([
    ['verl', 'k1', 0.69, 1],
    ['verl', 'k1', 0.7, 0],
    ['areal', 'k1', 0, 0],
    ['verl', 'k3', 0.19, 1],
    ['verl', 'k3', 0.2, 0],
    ['areal', 'k3', 0.3, 1],
    ['areal', 'k3', 0.31, 0],
  ] as const)('%s, %s beyond %d: %d', (direction, estimator, threshold, expected) => {
    expect(rejected(direction, estimator, threshold)).toBe(expected);
  });
});

describe('single methods', () => {
  it('ROLL caps bad answers at 1 + 2ε₊: 1.56 for 0.28', () => {
    const capped = (capBy: 'number' | 'clip') =>
      Array.from(ofRatios([ln(1.5), ln(1.6)], -1, tuned('dual-clip', { capBy })).coefficients);
    const [inside, outside] = capped('clip');
    expect(inside).toBeCloseTo(-1.5, 12);
    expect(outside).toBe(0);
    expect(capped('number')[1]).toBeCloseTo(-1.6, 12);
  });

  it('prime weighs the advantage beside its pull to the sampler', () => {
    // ρ = 1.1, nearly no mass moved: α·1.1·2 − 2·0.001·ln 1.1.
    const tokens = pack([[{ theta: ln(0.11), behave: ln(0.1), A: 2 }]]);
    for (const name of ['prime-rl', 'prime-ipo'] as const) {
      const { coefficients } = evaluateObjective(tokens, tuned(name, { advantageWeight: 0.5 }));
      expect(coefficients[0]).toBeCloseTo(1.1 - 0.002 * ln(1.1), 12);
    }
  });

  it('areal’s other SAPO gates the geometric mean, with the mean advantage', () => {
    // r = 1 and 1.44: mean 1.2; A = 1 and 3: mean 2. c = 2·1.2·sech²(0.1) for both.
    const facts = pack([
      [
        { theta: ln(0.3), behave: ln(0.3), A: 1 },
        { theta: ln(0.36), behave: ln(0.25), A: 3 },
      ],
    ]);
    const { coefficients } = evaluateObjective(facts, tuned('sapo', { level: 'sequence' }));
    for (const c of coefficients) expect(c).toBeCloseTo(2.4 / Math.cosh(0.1) ** 2, 12);
  });

  it('slime’s OPSM measures drift from the start of the update', () => {
    // Fallen by ln 3 since it was sampled, by ln 1.5 since the update began; δ = 0.5.
    const facts = pack([[{ theta: ln(0.2), prox: ln(0.3), behave: ln(0.6), A: -1 }]]);
    const c = (reference: 'behave' | 'recompute') =>
      evaluateObjective(facts, tuned('opsm', { reference })).coefficients[0];
    expect(Math.abs(c('behave')!)).toBe(0);
    expect(c('recompute')).toBe(-1);
  });

  it('EPO’s code counts padding as entropy 0', () => {
    // Two tokens of entropy ln 2 of a longest of eight: mean ln 2, by the longest ln 2/4. The past is ln 2.
    const token = { theta: ln(0.5), behave: ln(0.5), A: 0 };
    const facts: Facts = {
      ...pack([[token, token]], 8),
      entropyHistory: Float64Array.of(Math.LN2),
      distributions: { vocabulary: 2, logpTheta: new Float64Array(4).fill(ln(0.5)) },
    };
    const outside = (level: 'token' | 'sequence' | 'sequence-padded') =>
      Array.from(evaluateObjective(facts, tuned('epo', { level })).gates['outside_band']!);
    expect(outside('token')).toEqual([0, 0]);
    expect(outside('sequence')).toEqual([0, 0]);
    expect(outside('sequence-padded')).toEqual([1, 1]);
  });
});
