/**
 * Losses and coefficients worked out by hand for methods that look at whole answers, the arithmetic beside each. Default
 * settings but where a token would be rejected without telling anything.
 */
import { describe, expect, it } from 'vitest';
import { pack, settingsWith, termsOf, tuned, type TokenFacts } from '../../testing/facts.ts';
import type { Facts, LearningSettings } from '../contract.ts';

const ln = Math.log;
const token = (theta: number, mu: number, A: number, prox = mu): TokenFacts => ({
  theta: ln(theta),
  prox: ln(prox),
  behave: ln(mu),
  A,
});

// Ratios 1.2 and 0.9, product 1.08 · ratios 2 and 1.6, product 3.2 · ratios 0.9, 0.8 and 0.5, product 0.36.
const good = [token(0.6, 0.5, 2), token(0.45, 0.5, 2)];
const bad = [token(0.8, 0.4, -1), token(0.64, 0.4, -1)];
const fading = [token(0.45, 0.5, 1), token(0.4, 0.5, 1), token(0.25, 0.5, 1)];
const facts: Facts = { ...pack([good, bad, fading]), sequenceRewards: Float64Array.of(1, 0, 0) };
/** ln π of the seven tokens. */
const logs = [0.6, 0.45, 0.8, 0.64, 0.45, 0.4, 0.25].map(ln);

const named = (name: LearningSettings['objective']['name']): LearningSettings => settingsWith({ name });

function expectTokens(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, t) => expect(actual[t], `token ${t}`).toBeCloseTo(value, 9));
}

/** Per answer the loss and the coefficient that all its tokens have. */
function expectAnswers(settings: LearningSettings, answers: readonly { loss: number; c: number }[]): void {
  const { losses, coefficients } = termsOf(facts, settings);
  const spread = (of: (answer: { loss: number; c: number }) => number): number[] =>
    [2, 2, 3].flatMap((length, i) => new Array<number>(length).fill(of(answers[i]!)));
  expectTokens(
    losses,
    spread(({ loss }) => loss),
  );
  expectTokens(
    coefficients,
    spread(({ c }) => c),
  );
}

/** A loss of the form −weight·A·ln π. */
function expectWeights(settings: LearningSettings, c: readonly number[], of = facts, own = logs): void {
  const { losses, coefficients } = termsOf(of, settings);
  expectTokens(coefficients, c);
  expectTokens(
    losses,
    c.map((value, t) => -value * own[t]!),
  );
}

describe('gspo and gspo-token', () => {
  it.each(['gspo', 'gspo-token'] as const)('%s: means √1.08, √3.2 and ∛0.36', (name) => {
    // √1.08 > 1.0004 with A > 0 is clipped; √3.2 with A < 0 and ∛0.36 with A > 0 are not.
    expectAnswers(named(name), [
      { loss: -2 * 1.0004, c: 0 },
      { loss: Math.sqrt(3.2), c: -Math.sqrt(3.2) },
      { loss: -(0.36 ** (1 / 3)), c: 0.36 ** (1 / 3) },
    ]);
  });

  it('differ where the advantage does: the mean of 3 and 1, or each its own', () => {
    // The mean ratio is √(0.9·0.9).
    const mixed = pack([[token(0.45, 0.5, 3), token(0.45, 0.5, 1)]]);
    expectTokens(termsOf(mixed, named('gspo')).coefficients, [1.8, 1.8]);
    expectTokens(termsOf(mixed, named('gspo-token')).coefficients, [2.7, 0.9]);
  });
});

describe('gmpo', () => {
  it('takes the mean of logs that are clipped at ±0.4, one-sidedly: none here is', () => {
    // ln 2 > 0.4 belongs to a bad answer, ln 0.5 < −0.4 to a good one.
    expectAnswers(named('gmpo'), [
      { loss: -2 * Math.sqrt(1.08), c: 2 * Math.sqrt(1.08) },
      { loss: Math.sqrt(3.2), c: -Math.sqrt(3.2) },
      { loss: -(0.36 ** (1 / 3)), c: 0.36 ** (1 / 3) },
    ]);
  });

  it('clips a token outwards, whose own gradient is lost while it still counts in the mean', () => {
    // ln 2 → 0.4 for A > 0, ln 0.5 → −0.4 for A < 0
    const clipped = pack([
      [token(0.8, 0.4, 1), token(0.3, 0.6, 1)],
      [token(0.2, 0.4, -2), token(0.6, 0.5, -2)],
    ]);
    const up = Math.exp((0.4 + ln(0.5)) / 2);
    const down = Math.exp((-0.4 + ln(1.2)) / 2);
    const { losses, coefficients } = termsOf(clipped, named('gmpo'));
    expectTokens(losses, [-up, -up, 2 * down, 2 * down]);
    expectTokens(coefficients, [0, up, 0, -2 * down]);
  });
});

describe('weights of whole answers', () => {
  it('seq-tis: products 1.08, 3.2 cut at 2, and 0.36', () => {
    expectWeights(named('seq-tis'), [2.16, 2.16, -2, -2, 0.36, 0.36, 0.36]);
  });

  it('seq-mis: 3.2 exceeds 3', () => {
    expectWeights(named('seq-mis'), [2.16, 2.16, 0, 0, 0.36, 0.36, 0.36]);
  });

  it('geometric-rejection: means 1.039, 1.789 and 0.711 against [0.7, 1.1]; 1.0005 and 1.002 against [0.999, 1.001]', () => {
    expectWeights(tuned('geometric-rejection', { low: 0.7, high: 1.1 }), [2, 2, 0, 0, 1, 1, 1]);
    // √(1.1·0.91) = √1.001 and √(1.1·0.913) = √1.0043
    const near = pack([
      [token(0.55, 0.5, 2), token(0.455, 0.5, 2)],
      [token(0.55, 0.5, 2), token(0.4565, 0.5, 2)],
    ]);
    expectWeights(named('geometric-rejection'), [2, 2, 0, 0], near, [0.55, 0.455, 0.55, 0.4565].map(ln));
  });

  it('divergence-rejection: mean k3 = ω − 1 − ln ω of 0.0115, 0.218 and 0.0739 against 0.1, and 0.0030 against 0.01', () => {
    // (0.2 − ln 1.2 − 0.1 − ln 0.9)/2 · (1 − ln 2 + 0.6 − ln 1.6)/2 · (−0.1 − 0.2 − 0.5 − ln 0.36)/3
    expectWeights(tuned('divergence-rejection', { threshold: 0.1 }), [2, 2, 0, 0, 1, 1, 1]);
    expectWeights(named('divergence-rejection'), [0, 0, 0, 0, 0, 0, 0]);
    // (0.1 − ln 1.1 − 0.05 − ln 0.95)/2
    const near = pack([[token(0.55, 0.5, 2), token(0.475, 0.5, 2)]]);
    expectWeights(named('divergence-rejection'), [2, 2], near, [0.55, 0.475].map(ln));
  });

  it('opsm: of bad answers that fell by 0.340 and 0.693 a token on average, the second is over 0.5', () => {
    // −ln 0.36/3 and ln 2
    const fallen = pack([
      fading.map((each) => ({ ...each, A: -1 })),
      [token(0.2, 0.4, -1)],
      [token(0.2, 0.4, 3)],
    ]);
    const own = [...logs.slice(4), ln(0.2), ln(0.2)];
    expectWeights(named('opsm'), [-1, -1, -1, 0, 3], fallen, own);
  });

  it('vespo: φ = W²e^{3(1−W)} of good answers, W³e^{2(1−W)} of bad ones', () => {
    const up = 2 * 1.08 ** 2 * Math.exp(3 * (1 - 1.08));
    const down = -(3.2 ** 3) * Math.exp(2 * (1 - 3.2));
    const low = 0.36 ** 2 * Math.exp(3 * (1 - 0.36));
    expectWeights(named('vespo'), [up, up, down, down, low, low, low]);
  });
});

describe('sat', () => {
  // |δ| = ln 1.1 of six tokens, ln 1.15 of three: with α = ½ the gate is q = ln 1.1.
  const six = Array.from({ length: 6 }, () => token(0.55, 0.5, 1));
  const kappa = ln(1.1) ** 2 / (ln(1.1) ** 2 + ln(1.15) ** 2);

  it('narrows the side to which a token has drifted: to 1 + 0.28κ and 1 − 0.2κ, κ = 0.317', () => {
    const batch = pack([[...six, token(0.575, 0.5, 1), token(0.575, 0.5, -1), token(0.5, 0.575, -1)]]);
    expect(kappa).toBeCloseTo(0.3174, 4);
    const { losses, coefficients } = termsOf(batch, tuned('sat', { quantile: 0.5 }));
    // 1.15 > 1.089 is clipped for A > 0 and not for A < 0; 1/1.15 = 0.870 < 0.937 is clipped for A < 0.
    expectTokens(losses, [...six.map(() => -1.1), -(1 + 0.28 * kappa), 1.15, 1 - 0.2 * kappa]);
    expectTokens(coefficients, [...six.map(() => 1.1), 0, -1.15, 0]);
  });

  it('by the continuous kernel 1/(1 + ((δ−q)/q)²) = 0.821 hardly narrows', () => {
    const continuous = 1 / (1 + ((ln(1.15) - ln(1.1)) / ln(1.1)) ** 2);
    const batch = pack([[...six, token(0.575, 0.5, 1), token(0.65, 0.5, 1)]]);
    const settings = tuned('sat', { quantile: 0.5, kernel: 'continuous' });
    const { losses, coefficients } = termsOf(batch, settings);
    // 1.15 < 1 + 0.28·0.821; for 1.3 the kernel is 0.243
    const far = 1 / (1 + ((ln(1.3) - ln(1.1)) / ln(1.1)) ** 2);
    expect(1 + 0.28 * continuous).toBeGreaterThan(1.15);
    expectTokens(losses, [...six.map(() => -1.1), -1.15, -(1 + 0.28 * far)]);
    expectTokens(coefficients, [...six.map(() => 1.1), 1.15, 0]);
  });

  it('for whole answers narrows by their mean ratios, ε = 0.2', () => {
    // Means 1.1 of three answers of two tokens each (1.21 and 1), 1.15 of one of one token.
    const even = [token(0.605, 0.5, 1), token(0.5, 0.5, 1)];
    const batch = pack([even, even, even, [token(0.575, 0.5, 1)], [token(0.575, 0.5, -1)]]);
    const { losses, coefficients } = termsOf(batch, tuned('sat-gspo', { quantile: 0.5 }));
    expectTokens(losses, [-1.1, -1.1, -1.1, -1.1, -1.1, -1.1, -(1 + 0.2 * kappa), 1.15]);
    expectTokens(coefficients, [1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 0, -1.15]);
  });
});

describe('cppo', () => {
  it('masks by the token’s threshold and by the prefix’s budget', () => {
    // D = 0.1, 0.1, 0.1; w = 1, 0.9, 0.8; Z = 0.1, 0.09, 0.08; S = 0, 0.1, 0.19; W = 0, 1, 1.9
    // thresholds: 0.15 · min(0.15, 0.15 + 0.015 − 0.1) = 0.065 · 0.15 + 0.0285 − 0.19 < 0
    const drifting = pack([[token(0.6, 0.5, 1), token(0.6, 0.5, 1), token(0.6, 0.5, 1)]]);
    expectTokens(termsOf(drifting, named('cppo')).coefficients, [1.2, 0, 0]);
    // Inward tokens pass whatever the prefix did. S = 0, 0.1, 0.19 as before.
    const back = pack([[token(0.6, 0.5, 1), token(0.6, 0.5, -2), token(0.7, 0.5, 1)]]);
    expectTokens(termsOf(back, named('cppo')).coefficients, [1.2, -2.4, 0]);
    expectTokens(termsOf(back, named('cppo')).losses, [-1.2, 2.4, 0]);
  });

  it('by KL over the vocabulary, δ = 0.1 and δ_b = 0.002', () => {
    const rows = (...p: number[]): Float64Array => Float64Array.from(p, ln);
    // D = 0.5 ln(5/6) + 0.2 ln 2 = 0.0475, then 0.5 ln(5/7) + 0.3 ln 1.5 + 0.2 ln 2 = 0.0920; w = 1, 0.8; Z = 0.0475, 0.0736
    // thresholds 0.1, and 0.1 + 0.002 − 0.0475 = 0.0545: the second is over its prefix’s budget. Inward it is not masked.
    const answer = (A: number): Facts => ({
      ...pack([[token(0.6, 0.5, 1), token(0.7, 0.5, A)]]),
      distributions: {
        vocabulary: 3,
        logpTheta: rows(0.6, 0.3, 0.1, 0.7, 0.2, 0.1),
        logpBehave: rows(0.5, 0.3, 0.2, 0.5, 0.3, 0.2),
      },
    });
    const settings = tuned('cppo', { divergence: 'full-kl', delta: 0.1, budget: 0.002 });
    expectTokens(termsOf(answer(1), settings).coefficients, [1.2, 0]);
    expectTokens(termsOf(answer(-1), settings).coefficients, [1.2, -1.4]);
  });
});

describe('mu-grpo', () => {
  it('vetoes a bad answer from its first ratio above 3 on; a good one has its wide clip alone', () => {
    // Ratios 1.5, 4 and 0.8; ε₋ = 0.5, ε₊ = 2
    const answer = (A: number) => [token(0.6, 0.4, A), token(0.8, 0.2, A), token(0.4, 0.5, A)];
    const { losses, coefficients } = termsOf(pack([answer(-1), answer(2)]), named('mu-grpo'));
    expectTokens(losses, [1.5, 0, 0, -3, -2 * 3, -1.6]);
    expectTokens(coefficients, [-1.5, 0, 0, 3, 0, 1.6]);
  });
});

describe('opmd-sequence', () => {
  it('A − 0.1·Σ ln(π/π_p), and of the loss 0.05·(Σ ln(π/π_p))²/N a token', () => {
    const drifts = [ln(1.08), ln(3.2), ln(0.36)];
    const { losses, coefficients } = termsOf(facts, named('opmd-sequence'));
    const answers = [0, 0, 1, 1, 2, 2, 2];
    const A = [2, -1, 1];
    const lengths = [2, 2, 3];
    expectTokens(
      coefficients,
      answers.map((i) => A[i]! - 0.1 * drifts[i]!),
    );
    expectTokens(
      losses,
      answers.map((i, t) => -A[i]! * logs[t]! + (0.05 * drifts[i]! ** 2) / lengths[i]!),
    );
  });
});

describe('methods that read rewards', () => {
  it('success-conditioning: 1 for the answer with reward 1', () => {
    expectWeights(named('success-conditioning'), [1, 1, 0, 0, 0, 0, 0]);
    expectWeights(tuned('success-conditioning', { threshold: 0 }), [1, 1, 1, 1, 1, 1, 1]);
  });

  it('topr: A for the good answer, min(ρ, 1)·A for those without a score', () => {
    expectWeights(named('topr'), [2, 2, -1, -1, 0.9, 0.8, 0.5]);
  });
});
