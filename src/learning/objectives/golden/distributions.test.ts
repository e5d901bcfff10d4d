/** Values worked out by hand for methods that read whole distributions, a value head or a reference, the arithmetic beside each. */
import { describe, expect, it } from 'vitest';
import { pack, settingsWith, termsOf, tuned, type TokenFacts } from '../../testing/facts.ts';
import type { Facts } from '../contract.ts';
import { evaluateObjective } from '../index.ts';

const ln = Math.log;
const rows = (...p: number[]): Float64Array => Float64Array.from(p, ln);
const token = (theta: number, mu: number, A: number): TokenFacts => ({ theta: ln(theta), behave: ln(mu), A });

function expectTokens(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, t) => expect(actual[t], `token ${t}`).toBeCloseTo(value, 9));
}

describe('DPPO over the whole vocabulary', () => {
  const facts: Facts = {
    ...pack([[token(0.6, 0.5, 1)], [token(0.7, 0.5, 1)], [token(0.7, 0.5, -1)]]),
    distributions: {
      vocabulary: 3,
      logpTheta: rows(0.6, 0.3, 0.1, 0.7, 0.2, 0.1, 0.7, 0.2, 0.1),
      logpBehave: rows(0.5, 0.3, 0.2, 0.5, 0.3, 0.2, 0.5, 0.3, 0.2),
    },
  };

  it.each([
    // ½(0.1 + 0 + 0.1) = 0.1 and ½(0.2 + 0.1 + 0.1) = 0.2 against 0.15
    'dppo-full-tv',
    // 0.5 ln(5/6) + 0.2 ln 2 = 0.0475 and 0.5 ln(5/7) + 0.3 ln 1.5 + 0.2 ln 2 = 0.0920 against 0.05
    'dppo-full-kl',
  ] as const)('%s: the second token is masked, outward, the third is not, inward', (name) => {
    const { losses, coefficients } = termsOf(facts, settingsWith({ name }));
    expectTokens(coefficients, [1.2, 0, -1.4]);
    expectTokens(losses, [-1.2 * ln(0.6), 0, 1.4 * ln(0.7)]);
  });

  it('measure (0.5, 0.3, 0.2) → (0.66, 0.2, 0.14) as TV 0.16 and KL 0.0542', () => {
    // TV ½(0.16 + 0.1 + 0.06) = 0.16; KL 0.5 ln(50/66) + 0.3 ln 1.5 + 0.2 ln(20/14) = 0.0542
    const apart: Facts = {
      ...pack([[token(0.66, 0.5, 1)]]),
      distributions: { vocabulary: 3, logpTheta: rows(0.66, 0.2, 0.14), logpBehave: rows(0.5, 0.3, 0.2) },
    };
    const masked = (name: 'dppo-full-tv' | 'dppo-full-kl', delta: number) =>
      termsOf(apart, tuned(name, { delta })).gates.masked![0];
    expect([masked('dppo-full-tv', 0.159), masked('dppo-full-tv', 0.161)]).toEqual([1, 0]);
    expect([masked('dppo-full-kl', 0.0541), masked('dppo-full-kl', 0.0543)]).toEqual([1, 0]);
  });
});

describe('EPO', () => {
  // H = 1.5 ln 2 = 1.0397 of (½, ¼, ¼). Ratios 1.1, 1.5 and 4; ε₋ = 0.2, ε₊ = 0.28, cap 3, λ = 0.001, p = 0.1.
  const H = 1.5 * ln(2);
  const facts: Facts = {
    ...pack([[token(0.55, 0.5, 2), token(0.75, 0.5, 1), token(0.8, 0.2, -1)]]),
    // The band is (0.8, 1.2) times the past: H is inside at the first position and outside at the others.
    entropyHistory: Float64Array.of(1, 10, 0.5),
    distributions: {
      vocabulary: 3,
      logpTheta: rows(0.5, 0.25, 0.25, 0.5, 0.25, 0.25, 0.5, 0.25, 0.25),
    },
  };
  // PPO: −1.1·2; clipped at −1.28; capped at 3.
  const ppo = [-2.2, -1.28, 3];
  // ∂(−λH)/∂z = λ p (log p + H): ½(−1 + 1.5) ln 2 = 0.25 ln 2, ¼(−2 + 1.5) ln 2 = −0.125 ln 2
  const row = [0.25 * ln(2), -0.125 * ln(2), -0.125 * ln(2)];

  it('as released: the penalty is 0, 0.1 and 0.1, and not in the rows', () => {
    const { losses, coefficients, logits } = termsOf(facts, settingsWith({ name: 'epo' }));
    expectTokens(coefficients, [2.2, 0, 0]);
    expectTokens(losses, [ppo[0]! - 0.001 * H, ppo[1]! - 0.001 * (H - 0.1), ppo[2]! - 0.001 * (H - 0.1)]);
    expectTokens(
      logits!,
      [0, 1, 2].flatMap(() => row.map((z) => 0.001 * z)),
    );
  });

  it('with the hinge: the penalty is 0, 0.1·(8 − H) and 0.1·(H − 0.6), and pulls up or down', () => {
    const { losses, coefficients, logits } = termsOf(facts, settingsWith({ name: 'epo-hinge' }));
    expectTokens(coefficients, [2.2, 0, 0]);
    const penalties = [0, 0.1 * (8 - H), 0.1 * (H - 0.6)];
    expectTokens(
      losses,
      ppo.map((loss, t) => loss - 0.001 * (H - penalties[t]!)),
    );
    // ∂P/∂H = 0, −0.1, 0.1: the entropy’s own gradient times 1, 1.1, 0.9
    expectTokens(
      logits!,
      [1, 1.1, 0.9].flatMap((factor) => row.map((z) => 0.001 * factor * z)),
    );
  });
});

describe('methods with a value head', () => {
  const facts: Facts = {
    ...pack([[token(0.6, 0.5, 9), token(0.4, 0.5, 9), token(0.5, 0.5, 9)]]),
    values: Float64Array.of(0.5, 0.25, 0.75),
    rewards: Float64Array.of(0, 0, 1),
  };
  const logs = [ln(0.6), ln(0.4), ln(0.5)];

  it.each([
    // λ = 1: A_t = γ^{2−t} − V_t
    { lambda: 1, A: [0.99 ** 2 - 0.5, 0.99 - 0.25, 1 - 0.75] },
    // λ = ½: δ = 0.99·0.25 − 0.5 = −0.2525, 0.99·0.75 − 0.25 = 0.4925, 0.25; A = δ + 0.495·A'
    { lambda: 0.5, A: [-0.2525 + 0.495 * (0.4925 + 0.495 * 0.25), 0.4925 + 0.495 * 0.25, 0.25] },
  ])('a2c with λ = $lambda', ({ lambda, A }) => {
    const settings = tuned('a2c', { lambda }, { aggregation: 'sum' });
    const { coefficients, valueGradient, loss } = evaluateObjective(facts, settings);
    expectTokens(coefficients, A);
    // The target is A + V, so that the loss is ½A² and its derivative by V is −A.
    expectTokens(
      valueGradient!,
      A.map((a) => -a),
    );
    expect(loss).toBeCloseTo(
      A.reduce((sum, a, t) => sum - a * logs[t]! + 0.5 * a * a, 0),
      12,
    );
  });

  it('a2c with its value clipped at 0.2: max((R̂ − V)², (R̂ − V_clip)²)', () => {
    // λ = 1, so R̂ = 0.9801, 0.99, 1 and the errors are 0.4801, 0.74, 0.25.
    // V_old = 0.1: V = 0.5 lies above 0.3, whose error 0.6801 is larger: no gradient.
    // V_old = 0.3: V = 0.25 is within. V_old = 1.2: V = 0.75 lies below 1, whose error 0 is smaller: as without a clip.
    const old = { ...facts, valuesOld: Float64Array.of(0.1, 0.3, 1.2) };
    const { losses, gradient } = termsOf(old, tuned('a2c', { valueClip: 0.2 })).values!;
    expectTokens(losses, [0.5 * 0.6801 ** 2, 0.5 * 0.74 ** 2, 0.5 * 0.25 ** 2]);
    expectTokens(gradient, [0, -0.74, -0.25]);
  });

  it('v-trace: ρ = 1.2, 0.8, 1, cut at 1', () => {
    // t = 2: δ = 1·(1 − 0.75) = 0.25, vs = 1, A = 0.25
    // t = 1: δ = 0.8·(0.99·0.75 − 0.25) = 0.394, vs = 0.25 + 0.394 + 0.99·0.8·(1 − 0.75) = 0.842, A = 0.8·(0.99·1 − 0.25) = 0.592
    // t = 0: δ = 0.99·0.25 − 0.5 = −0.2525, vs = 0.5 − 0.2525 + 0.99·(0.842 − 0.25) = 0.83358, A = 0.99·0.842 − 0.5 = 0.33358
    const settings = settingsWith({ name: 'v-trace', aggregation: 'as-published' });
    const { coefficients, valueGradient, loss } = evaluateObjective(facts, settings);
    const A = [0.33358, 0.592, 0.25];
    const errors = [0.83358 - 0.5, 0.842 - 0.25, 1 - 0.75];
    expectTokens(coefficients, A);
    // 0.5·½ of the squared errors, so ½ of V − vs.
    expectTokens(
      valueGradient!,
      errors.map((error) => -0.5 * error),
    );
    expect(loss).toBeCloseTo(
      A.reduce((sum, a, t) => sum - a * logs[t]! + 0.25 * errors[t]! ** 2, 0),
      12,
    );
  });

  it('v-trace clips rewards to [−1, 1]', () => {
    const rich = { ...facts, rewards: Float64Array.of(0, 0, 7) };
    expectTokens(termsOf(rich, settingsWith({ name: 'v-trace' })).coefficients, [0.33358, 0.592, 0.25]);
    const { coefficients } = termsOf(rich, tuned('v-trace', { clipRewards: false }));
    expect(coefficients[2]).toBeCloseTo(7 - 0.75, 12);
  });
});

describe('grpo', () => {
  it('PPO’s loss plus β(π_ref/π_θ − 1 + ln(π_θ/π_ref)), β = 0.04', () => {
    // Ratios 1.1, 1.5 and 0.5, the second clipped at 1.28
    const facts = {
      ...pack([[token(0.55, 0.5, 2)], [token(0.75, 0.5, 1)], [token(0.25, 0.5, 1)]]),
      logpRef: Float64Array.of(ln(0.5), ln(0.6), ln(0.5)),
    };
    const { losses, coefficients } = termsOf(facts, settingsWith({ name: 'grpo' }));
    expectTokens(losses, [
      -2.2 + 0.04 * (0.5 / 0.55 - 1 + ln(1.1)),
      -1.28 + 0.04 * (0.8 - 1 + ln(1.25)),
      -0.5 + 0.04 * (2 - 1 - ln(2)),
    ]);
    expectTokens(coefficients, [2.2 - 0.04 * (1 - 0.5 / 0.55), -0.04 * (1 - 0.8), 0.5 - 0.04 * (1 - 2)]);
  });
});

describe('Clip-Cov', () => {
  it('leaves out a token with a covariance in (1, 5), and clips the others as PPO', () => {
    // Mean A = 0.5, mean log = ln(0.9·0.5·0.1·0.7)/4 = −0.8647
    // covariances 3.5·(−0.105 + 0.865) = 2.66, 0.5·(−0.693 + 0.865) = 0.09, −4.5·(−2.303 + 0.865) = 6.47, 0.5·(−0.357 + 0.865) = 0.25
    const facts = {
      ...pack([[token(0.9, 0.9, 4)], [token(0.5, 0.4, 1)], [token(0.1, 0.2, -4)], [token(0.7, 0.6, 1)]]),
      seed: 7,
    };
    const { losses, coefficients } = termsOf(facts, settingsWith({ name: 'clip-cov' }));
    // Ratios 1, 1.25, 0.5 clipped at 0.8, 7/6
    expectTokens(losses, [0, -1.25, 3.2, -7 / 6]);
    expectTokens(coefficients, [0, 1.25, 0, 7 / 6]);
  });
});
