/** Coefficients worked out by hand for methods that look at whole answers, the arithmetic beside each. Default settings. */
import { describe, expect, it } from 'vitest';
import type { Facts } from '../contract.ts';
import { evaluateObjective } from '../index.ts';
import { pack, settingsWith, type TokenFacts } from '../../testing/facts.ts';

const ln = Math.log;
const token = (theta: number, mu: number, A: number, prox = mu): TokenFacts => ({
  theta: ln(theta),
  prox: ln(prox),
  behave: ln(mu),
  A,
});

function expectTokens(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, t) => expect(actual[t], `token ${t}`).toBeCloseTo(value, 9));
}

const coefficientsOf = (facts: Facts, ...settings: Parameters<typeof settingsWith>) =>
  evaluateObjective(facts, settingsWith(...settings)).coefficients;

// Ratios 1.2 and 1/1.2 of the first answer, 2 and 2 of the second.
const facts = pack([
  [token(0.6, 0.5, 1), token(0.5, 0.6, 1)],
  [token(0.8, 0.4, -1), token(0.4, 0.2, -1)],
]);

describe('gspo and gspo-token', () => {
  it('weight by the geometric mean: 1 for the first answer, 2 for the second', () => {
    // The second lies above 1 + 4e-4 with A < 0, where the clip does not act.
    for (const name of ['gspo', 'gspo-token'] as const)
      expectTokens(coefficientsOf(facts, { name }), [1, 1, -2, -2]);
  });

  it('clip whole answers', () => {
    const up = pack([[token(0.6, 0.5, 1), token(0.6, 0.5, 1)]]);
    for (const name of ['gspo', 'gspo-token'] as const) expectTokens(coefficientsOf(up, { name }), [0, 0]);
  });

  it('differ where the advantage does: the mean of 3 and 1, or each its own', () => {
    const mixed = pack([[token(0.5, 0.5, 3), token(0.5, 0.5, 1)]]);
    expectTokens(coefficientsOf(mixed, { name: 'gspo' }), [2, 2]);
    expectTokens(coefficientsOf(mixed, { name: 'gspo-token' }), [3, 1]);
  });
});

describe('gmpo', () => {
  it('takes the mean of one-sidedly clipped logs', () => {
    // log 2 = 0.693 > 0.4 is clipped for A > 0, so √(e^0.4·0.5) = 0.8637; its own token has no gradient
    const clipped = pack([[token(0.8, 0.4, 1), token(0.3, 0.6, 1)]]);
    const ratio = Math.exp((0.4 - ln(2)) / 2);
    expectTokens(coefficientsOf(clipped, { name: 'gmpo' }), [0, ratio]);
    // For A < 0 log 2 is not clipped: ratios 2 and 2
    expectTokens(coefficientsOf(facts, { name: 'gmpo' }), [1, 1, -2, -2]);
  });
});

describe('sequence weights', () => {
  it('seq-tis: products 1 and 4, the second cut at 2', () => {
    expectTokens(coefficientsOf(facts, { name: 'seq-tis' }), [1, 1, -2, -2]);
  });

  it('seq-mis: the product 4 exceeds 3', () => {
    expectTokens(coefficientsOf(facts, { name: 'seq-mis' }), [1, 1, 0, 0]);
  });

  it('geometric-rejection: means 1 and 2, the band is [0.999, 1.001]', () => {
    expectTokens(coefficientsOf(facts, { name: 'geometric-rejection' }), [1, 1, 0, 0]);
  });

  it('divergence-rejection: mean k3 is (1.2 − 1 − ln 1.2 + 1/1.2 − 1 + ln 1.2)/2 = 0.0167 > 0.01, and 1 − ln 2 = 0.307', () => {
    expectTokens(coefficientsOf(facts, { name: 'divergence-rejection' }), [0, 0, 0, 0]);
    const wider = {
      'divergence-rejection': {
        ratio: 'total',
        estimator: 'k3',
        direction: 'verl',
        level: 'mean',
        threshold: 0.02,
      },
    } as const;
    expectTokens(coefficientsOf(facts, { name: 'divergence-rejection' }, wider), [1, 1, 0, 0]);
  });

  it('opsm: a bad answer that has fallen by ln 2 > 0.5 a token is dropped, a good one and a risen one are not', () => {
    const drifted = pack([[token(0.2, 0.4, -1)], [token(0.2, 0.4, 1)], [token(0.4, 0.2, -1)]]);
    expectTokens(coefficientsOf(drifted, { name: 'opsm' }), [0, 1, -1]);
  });
});

describe('vespo', () => {
  it('φ(1) = 1 and φ(4) = 4³·e^{2(1−4)} for a bad answer', () => {
    const phi = 64 * Math.exp(-6);
    expectTokens(coefficientsOf(facts, { name: 'vespo' }), [1, 1, -phi, -phi]);
  });

  it('peaks at k/λ', () => {
    const at = (W: number): number => coefficientsOf(pack([[token(0.5 * W, 0.5, 1)]]), { name: 'vespo' })[0]!;
    expect(at(2 / 3)).toBeGreaterThan(at(2 / 3 + 0.01));
    expect(at(2 / 3)).toBeGreaterThan(at(2 / 3 - 0.01));
  });
});

describe('sat and sat-gspo', () => {
  it('narrow the range of the most drifted tenth', () => {
    // |δ| = ln 1.1 of nine tokens and ln 1.15 of one: q = 0.9-quantile = ln 1.1 + 0.1·(ln 1.15 − ln 1.1)
    const nine = Array.from({ length: 9 }, () => [token(0.55, 0.5, 1)]);
    const batch = pack([...nine, [token(0.575, 0.5, 1)]]);
    const q = ln(1.1) + 0.1 * (ln(1.15) - ln(1.1));
    const kappa = q ** 2 / (q ** 2 + ln(1.15) ** 2);
    // 1 + 0.28·κ = 1.11 < 1.15: clipped, where PPO's 1.28 would not
    expect(1 + 0.28 * kappa).toBeLessThan(1.15);
    expectTokens(coefficientsOf(batch, { name: 'sat' }), [...nine.map(() => 1.1), 0]);
    // SAT-GSPO has ε₊ = 0.2, hence 1.08
    expectTokens(coefficientsOf(batch, { name: 'sat-gspo' }), [...nine.map(() => 1.1), 0]);
  });
});

describe('cppo', () => {
  it('masks by the token’s threshold and by the prefix’s budget', () => {
    // D = 0.1, 0.1, 0.1; w = 1, 0.9, 0.8; Z = 0.1, 0.09, 0.08; S = 0, 0.1, 0.19; W = 0, 1, 1.9
    // thresholds: 0.15 · min(0.15, 0.15 + 0.015 − 0.1) = 0.065 · 0.15 + 0.0285 − 0.19 < 0
    const drifting = pack([[token(0.6, 0.5, 1), token(0.6, 0.5, 1), token(0.6, 0.5, 1)]]);
    expectTokens(coefficientsOf(drifting, { name: 'cppo' }), [1.2, 0, 0]);
    // Inward tokens pass whatever the prefix did.
    const back = pack([[token(0.6, 0.5, 1), token(0.6, 0.5, -1), token(0.7, 0.5, 1)]]);
    expectTokens(coefficientsOf(back, { name: 'cppo' }), [1.2, -1.2, 0]);
  });
});

describe('mu-grpo', () => {
  it('vetoes a bad answer from its first ratio above 3 on', () => {
    const runaway = pack([
      [token(0.5, 0.5, -1), token(0.8, 0.2, -1), token(0.5, 0.5, -1)],
      [token(0.5, 0.5, 1), token(0.8, 0.2, 1), token(0.5, 0.5, 1)],
    ]);
    // Ratio 4 exceeds 1 + ε₊ = 3 with A > 0 as well: clipped there, but without a veto of what follows.
    expectTokens(coefficientsOf(runaway, { name: 'mu-grpo' }), [-1, 0, 0, 1, 0, 1]);
  });
});

describe('opmd-sequence', () => {
  it('A − 0.1·Σ log(π/π_p): logs 0 in sum, and 2 ln 2', () => {
    const pull = 0.1 * 2 * ln(2);
    expectTokens(coefficientsOf(facts, { name: 'opmd-sequence' }), [1, 1, -1 - pull, -1 - pull]);
  });
});

describe('methods that read rewards', () => {
  const scored = { ...facts, sequenceRewards: Float64Array.of(1, 0) };

  it('success-conditioning: 1 for the answer with reward 1', () => {
    const { coefficients, gradient } = evaluateObjective(
      scored,
      settingsWith({ name: 'success-conditioning', rejectedTokens: 'drop' }),
    );
    expectTokens(coefficients, [1, 1, 0, 0]);
    // The mean over the two tokens of successes.
    expectTokens(gradient, [-0.5, -0.5, 0, 0]);
  });

  it('topr: A for the good answer, min(ρ, 1)·A for the bad one', () => {
    expectTokens(coefficientsOf(scored, { name: 'topr' }), [1, 1, -1, -1]);
    const faded = { ...pack([[token(0.2, 0.4, -1)]]), sequenceRewards: Float64Array.of(0) };
    expectTokens(coefficientsOf(faded, { name: 'topr' }), [-0.5]);
  });
});

describe('methods with a value head', () => {
  const valued = {
    ...pack([[token(0.6, 0.5, 9), token(0.4, 0.5, 9), token(0.5, 0.5, 9)]]),
    values: Float64Array.of(0.5, 0.25, 0.75),
    rewards: Float64Array.of(0, 0, 1),
  };

  it('a2c: λ = 1, so A_t = γ^{2−t} − V_t', () => {
    const { coefficients, valueGradient, loss } = evaluateObjective(
      valued,
      settingsWith({ name: 'a2c', aggregation: 'sum' }),
    );
    const A = [0.99 ** 2 - 0.5, 0.99 - 0.25, 1 - 0.75];
    expectTokens(coefficients, A);
    // ½·2·(V − R̂)
    expectTokens(
      valueGradient!,
      A.map((a) => -a),
    );
    const logs = [ln(0.6), ln(0.4), ln(0.5)];
    expect(loss).toBeCloseTo(
      A.reduce((sum, a, t) => sum - a * logs[t]! + 0.5 * a * a, 0),
      12,
    );
  });

  it('v-trace: ρ = 1.2, 0.8, 1, cut at 1', () => {
    // t = 2: δ = 1·(1 − 0.75) = 0.25, vs = 1, A = 0.25
    // t = 1: δ = 0.8·(0.99·0.75 − 0.25) = 0.394, vs = 0.25 + 0.394 + 0.99·0.8·(1 − 0.75) = 0.842, A = 0.8·(0.99·1 − 0.25) = 0.592
    // t = 0: δ = 0.99·0.25 − 0.5 = −0.2525, vs = 0.5 − 0.2525 + 0.99·(0.842 − 0.25) = 0.83358, A = 0.99·0.842 − 0.5 = 0.33358
    const { coefficients, valueGradient } = evaluateObjective(
      valued,
      settingsWith({ name: 'v-trace', aggregation: 'sum' }),
    );
    expectTokens(coefficients, [0.33358, 0.592, 0.25]);
    // ½·2·½ = ½ of V − vs
    expectTokens(valueGradient!, [-0.5 * (0.83358 - 0.5), -0.5 * (0.842 - 0.25), -0.5 * (1 - 0.75)]);
  });
});

describe('methods with whole distributions', () => {
  const rows = (...p: number[]) => Float64Array.from(p, ln);
  const spread: Facts = {
    ...pack([[token(0.6, 0.5, 1)], [token(0.7, 0.5, 1)], [token(0.7, 0.5, -1)]]),
    distributions: {
      vocabulary: 3,
      logpTheta: rows(0.6, 0.3, 0.1, 0.7, 0.2, 0.1, 0.7, 0.2, 0.1),
      logpBehave: rows(0.5, 0.3, 0.2, 0.5, 0.3, 0.2, 0.5, 0.3, 0.2),
    },
  };

  it('dppo-full-tv: ½(0.1 + 0 + 0.1) = 0.1 and ½(0.2 + 0.1 + 0.1) = 0.2 against 0.15', () => {
    expectTokens(coefficientsOf(spread, { name: 'dppo-full-tv' }), [1.2, 0, -1.4]);
  });

  it('dppo-full-kl: 0.5 ln(5/6) + 0.2 ln 2 = 0.0475 and 0.5 ln(5/7) + 0.3 ln 1.5 + 0.2 ln 2 = 0.0920 against 0.05', () => {
    expectTokens(coefficientsOf(spread, { name: 'dppo-full-kl' }), [1.2, 0, -1.4]);
  });

  it('epo: PPO’s coefficient, and logit rows of the entropy alone; the hinge adds its slope', () => {
    const even: Facts = {
      ...pack([[token(0.5, 0.5, 1)], [token(0.5, 0.5, 1)], [token(0.5, 0.5, -1)]]),
      entropyHistory: Float64Array.of(10),
      distributions: {
        vocabulary: 3,
        logpTheta: rows(0.5, 0.25, 0.25, 0.5, 0.25, 0.25, 0.5, 0.25, 0.25),
      },
    };
    // H = 1.5 ln 2, ∂(−λH)/∂z = λ p (log p + H): ½(−1 + 1.5) ln 2 = 0.25 ln 2, ¼(−2 + 1.5) ln 2 = −0.125 ln 2
    const row = [0.25 * ln(2), -0.125 * ln(2), -0.125 * ln(2)];
    const each = (factor: number) => [0, 1, 2].flatMap(() => row.map((z) => (factor * z) / 3));
    const literal = evaluateObjective(even, settingsWith({ name: 'epo' }));
    expectTokens(literal.coefficients, [1, 1, -1]);
    expectTokens(literal.logitRows!, each(0.001));
    // Far below 0.8·10: P = 0.1·(8 − H), ∂P/∂H = −0.1, so the factor is 1 + 0.1
    expectTokens(evaluateObjective(even, settingsWith({ name: 'epo-hinge' })).logitRows!, each(0.001 * 1.1));
  });
});

describe('methods that choose tokens', () => {
  it('clip-cov: only the token with a covariance in (1, 5) can be left out', () => {
    // mean A = 0, mean log = ln(0.9·0.5·0.1)/3 = −1.034; covariances 4·(−0.105 + 1.034) = 3.7, 0, −4·(−2.303 + 1.034) = 5.08
    const skewed = { ...pack([[token(0.9, 0.9, 4)], [token(0.5, 0.5, 0)], [token(0.1, 0.1, -4)]]), seed: 7 };
    expectTokens(coefficientsOf(skewed, { name: 'clip-cov' }), [0, 0, -4]);
  });
});

describe('grpo', () => {
  it('PPO’s coefficient minus β(1 − π_ref/π_θ), β = 0.04', () => {
    const referred = {
      ...pack([[token(0.55, 0.5, 2)], [token(0.75, 0.5, 1)], [token(0.25, 0.5, 1)]]),
      logpRef: Float64Array.of(ln(0.5), ln(0.5), ln(0.5)),
    };
    expectTokens(coefficientsOf(referred, { name: 'grpo' }), [
      2.2 - 0.04 * (1 - 0.5 / 0.55),
      0 - 0.04 * (1 - 0.5 / 0.75), // ρ = 1.5 is clipped
      0.5 - 0.04 * (1 - 2),
    ]);
  });
});
