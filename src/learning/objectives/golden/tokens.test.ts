/**
 * Losses and coefficients worked out by hand for methods that look at one token at a time, the arithmetic beside each. All
 * with their default settings but ε₋ = 0.2, ε₊ = 0.28. Tokens are named by their probabilities under θ, prox and μ.
 *
 * A loss that is not given follows from the coefficient, by the method's form: −c in the ratio form −A·r, −c·ln π in the
 * score form −sg[weight]·A·ln π.
 */
import { describe, expect, it } from 'vitest';
import { pack, settingsWith, termsOf } from '../../testing/facts.ts';
import type { MethodName, TokenTerms } from '../contract.ts';

const ln = Math.log;
const sech2 = (x: number): number => 1 / Math.cosh(x) ** 2;
const sigma = (x: number): number => 1 / (1 + Math.exp(-x));

interface Token {
  readonly theta: number;
  readonly prox?: number;
  readonly mu: number;
  readonly A: number;
  readonly d?: number;
  /** The coefficient, as arithmetic. */
  readonly c: number;
  /** The loss, where it does not follow from the coefficient. */
  readonly l?: number;
}

type Form = 'ratio' | 'score';

function evaluated(name: MethodName, tokens: readonly Token[]): TokenTerms {
  // A sequence for each token, so that what looks at sequences sees one token alone.
  const facts = pack(
    tokens.map(({ theta, prox, mu, A, d }) => [
      { theta: ln(theta), prox: ln(prox ?? mu), behave: ln(mu), A, staleness: d ?? 0 },
    ]),
  );
  return termsOf(facts, settingsWith({ name }));
}

const worked: readonly (readonly [MethodName, Form, readonly Token[]])[] = [
  [
    'dual-clip',
    'ratio',
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 }, // ρ = 1.1, inside
      { theta: 0.6, mu: 0.1, A: -1, c: 0, l: 3 }, // ρ = 6 > 3 with A < 0: capped
      { theta: 0.2, mu: 0.1, A: -1, c: 2 * -1 }, // ρ = 2 < 3: PPO leaves it its full gradient
      { theta: 0.3, mu: 0.1, A: 1, c: 0, l: -1.28 }, // ρ = 3 > 1.28
    ],
  ],
  [
    'ppo-delta',
    'ratio',
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 },
      { theta: 0.5, mu: 0.1, A: -1, c: 0, l: 4 }, // ρ = 5 > δ = 4
      { theta: 0.3, mu: 0.1, A: -1, c: -3 }, // ρ = 3 < δ
      { theta: 0.7, mu: 0.5, A: 1, c: 0, l: -1.28 }, // ρ = 1.4 > 1.28
    ],
  ],
  [
    'cispo',
    'score', // ε₋ = 10 is no lower bound, the cap is 1 + 0.2
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 },
      { theta: 0.9, mu: 0.5, A: 1, c: 1.2 * 1 }, // ρ = 1.8, capped at 1.2
      { theta: 0.05, mu: 0.5, A: -3, c: 0.1 * -3 },
    ],
  ],
  [
    'sapo',
    'ratio', // A·r·sech²(τ(r−1)/2)
    // loss −(4/τ)·σ(τ(r−1))·A
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 2 * 1.1 * sech2((1 * 0.1) / 2), l: -4 * sigma(0.1) * 2 },
      { theta: 0.75, mu: 0.5, A: 1, c: 1.5 * sech2((1 * 0.5) / 2), l: -4 * sigma(0.5) },
      { theta: 0.25, mu: 0.5, A: -1, c: -0.5 * sech2((1.05 * -0.5) / 2), l: (4 / 1.05) * sigma(1.05 * -0.5) },
    ],
  ],
  [
    'minirl',
    'score', // min(ρ, 5)·A, cut by r outside [0.8, 1.27]
    [
      { theta: 0.6, prox: 0.5, mu: 0.4, A: 1, c: 1.5 }, // r = 1.2, ρ = 1.5
      { theta: 0.65, prox: 0.5, mu: 0.4, A: 1, c: 0 }, // r = 1.3 > 1.27
      { theta: 0.6, prox: 0.5, mu: 0.06, A: -2, c: 5 * -2 }, // ρ = 10, cut at 5
    ],
  ],
  [
    'tis',
    'score', // min(ρ, 2)·A
    [
      { theta: 0.6, mu: 0.4, A: 2, c: 1.5 * 2 },
      { theta: 0.9, mu: 0.3, A: 1, c: 2 },
      { theta: 0.1, mu: 0.4, A: -1, c: -0.25 },
    ],
  ],
  [
    'mis',
    'score', // ρ in [0.5, 5]
    [
      { theta: 0.6, mu: 0.4, A: 2, c: 3 },
      { theta: 0.1, mu: 0.4, A: -1, c: 0 }, // 0.25
      { theta: 0.6, mu: 0.1, A: 1, c: 0 }, // 6
    ],
  ],
  [
    'icepop',
    'score',
    [
      { theta: 0.6, mu: 0.4, A: 2, c: 3 },
      { theta: 0.1, mu: 0.4, A: -1, c: 0 },
      { theta: 0.6, mu: 0.1, A: 1, c: 0 },
    ],
  ],
  [
    'a3po',
    'ratio', // ρ·A, cut where ρ^{1/d} leaves [0.8, 1.28]
    [
      { theta: 0.6, mu: 0.4, A: 1, d: 1, c: 0, l: -1.28 }, // d = 1: r = ρ = 1.5
      { theta: 0.6, mu: 0.4, A: 1, d: 2, c: 1.5 }, // r = √1.5 = 1.22
      { theta: 0.8, mu: 0.4, A: 2, d: 4, c: 2 * 2 }, // r = 2^¼ = 1.19
      { theta: 0.8, mu: 0.4, A: 2, d: 2, c: 0, l: -Math.SQRT2 * 1.28 * 2 }, // r = w = √2 = 1.41
    ],
  ],
  [
    'a3po-linear',
    'ratio', // π_p = μ/d + (1−1/d)π_θ + 1e-10
    [
      { theta: 0.6, mu: 0.4, A: 1, d: 1, c: 0, l: -1.28 }, // r = 1.5
      // π_p = 0.5 + 1e-10: r = 1.2, w = 1.25, and w·r = ρ = 1.5
      { theta: 0.6, mu: 0.4, A: 1, d: 2, c: 1.5 },
      // π_p = 0.1 + ¾·0.8 = 0.7: r = 8/7, w = 7/4
      { theta: 0.8, mu: 0.4, A: 2, d: 4, c: 2 * 2 },
    ],
  ],
  [
    'ppo-ewma',
    'ratio', // ρ·A, cut by r
    [
      { theta: 0.6, prox: 0.5, mu: 0.4, A: 1, c: 1.5 }, // r = 1.2
      { theta: 0.7, prox: 0.5, mu: 0.4, A: 1, c: 0, l: -1.25 * 1.28 }, // r = 1.4, w = 1.25
      { theta: 0.8, prox: 0.7, mu: 0.001, A: -1, c: -100 }, // ρ = 800, bounded by C = 100
    ],
  ],
  ...(['ppo-ewma-revised', 'exact-old-logits'] as const).map(
    (name) =>
      [
        name,
        'ratio', // ρ·A while π_p/μ is in [½, 2]
        [
          { theta: 0.6, prox: 0.5, mu: 0.4, A: 1, c: 1.5 }, // r_d = 1.25, r_s = 1.2
          { theta: 0.6, prox: 0.5, mu: 0.2, A: 1, c: 0 }, // r_d = 2.5
          { theta: 0.7, prox: 0.5, mu: 0.4, A: 1, c: 0, l: -1.25 * 1.28 }, // r_s = 1.4
          { theta: 0.7, prox: 0.5, mu: 0.4, A: -1, c: -1.75 },
        ],
      ] as const,
  ),
  [
    'm2po-mask',
    'ratio', // log²2 = 0.48, log²1.1 = 0.009, log²0.9 = 0.011; the budget 0.04 drops the first
    [
      { theta: 0.8, mu: 0.4, A: 1, c: 0 },
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 },
      { theta: 0.45, mu: 0.5, A: -1, c: -0.9 },
    ],
  ],
  [
    // Harmful: ρ = 2 and 1.1 with A > 0; v = 0.00908, 0.48045. Mean 0.245 > 0.04. k = 0: 2·0.00908 < 0.08; k = 1: 0.00908
    // + 0.48045 ≥ 0.08, so T² = 0.00908 and the bounds are [1/1.1, 1.1]
    'm2po',
    'ratio',
    [
      { theta: 0.8, mu: 0.4, A: 1, c: 0, l: -1.1 },
      { theta: 0.54, mu: 0.5, A: -1, c: -1.08 }, // not harmful, inside
      { theta: 0.55, mu: 0.5, A: 2, c: 0, l: -2.2 }, // on the cap less 1e-12, so just outside
    ],
  ],
  [
    'dppo-tv',
    'score', // min(ρ, 20)·A unless |π−μ| > 0.15 outward
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 }, // moved 0.1
      { theta: 0.7, mu: 0.5, A: 1, c: 0 }, // moved 0.2, outward
      { theta: 0.7, mu: 0.5, A: -1, c: -1.4 }, // moved 0.2, but back
      { theta: 0.1, mu: 0.001, A: 1, c: 20 }, // ρ = 100 with 0.099 moved: kept, cut at 20
    ],
  ],
  [
    'dppo-kl',
    'score', // D = μ log(μ/π) + (1−μ) log((1−μ)/(1−π)) > 0.05 outward
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 }, // ½ log(5/6) + ½ log(5/4) = 0.0204
      { theta: 0.7, mu: 0.5, A: 1, c: 0 }, // ½ log(5/7) + ½ log(5/3) = 0.0872
      { theta: 0.3, mu: 0.5, A: 1, c: 0.6 }, // the same, but inward
    ],
  ],
  [
    'prime-rl',
    'ratio', // M·ρ·A − 2·0.001·log ρ, M = 0 beyond 0.2 outward
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 - 0.002 * ln(1.2), l: -1.2 + 0.001 * ln(1.2) ** 2 },
      { theta: 0.75, mu: 0.5, A: 1, c: -0.002 * ln(1.5), l: 0.001 * ln(1.5) ** 2 },
      { theta: 0.75, mu: 0.5, A: -1, c: -1.5 - 0.002 * ln(1.5), l: 1.5 + 0.001 * ln(1.5) ** 2 },
    ],
  ],
  [
    'prime-ipo',
    'ratio', // ρ·A where at most 0.1 has moved, − 2·0.001·log ρ
    [
      { theta: 0.55, mu: 0.5, A: 1, c: 1.1 - 0.002 * ln(1.1), l: -1.1 + 0.001 * ln(1.1) ** 2 },
      { theta: 0.65, mu: 0.5, A: 1, c: -0.002 * ln(1.3), l: 0.001 * ln(1.3) ** 2 },
      { theta: 0.65, mu: 0.5, A: -1, c: -0.002 * ln(1.3), l: 0.001 * ln(1.3) ** 2 }, // inward, and still masked
    ],
  ],
  [
    'drpo',
    'ratio', // ρA(1 − sign(A(ρ−1))·|π−μ|/12.5); loss −ρA + |A|·μ·(ρ−1)²/25
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 * (1 - 0.1 / 12.5), l: -1.2 + (0.5 * 0.04) / 25 },
      { theta: 0.6, mu: 0.5, A: -1, c: -1.2 * (1 + 0.1 / 12.5), l: 1.2 + (0.5 * 0.04) / 25 },
      { theta: 0.4, mu: 0.5, A: -2, c: 0.8 * -2 * (1 - 0.1 / 12.5), l: 1.6 + (2 * 0.5 * 0.04) / 25 },
    ],
  ],
  [
    'spo',
    'ratio', // ρA(1 − sign(A(ρ−1))·|ρ−1|/0.2); loss −ρA + |A|·(ρ−1)²/0.4
    [
      { theta: 0.55, mu: 0.5, A: 1, c: 1.1 * (1 - 0.1 / 0.2), l: -1.1 + 0.01 / 0.4 },
      { theta: 0.65, mu: 0.5, A: 1, c: 1.3 * (1 - 0.3 / 0.2), l: -1.3 + 0.09 / 0.4 }, // turned round
      { theta: 0.55, mu: 0.5, A: -1, c: -1.1 * (1 + 0.1 / 0.2), l: 1.1 + 0.01 / 0.4 },
    ],
  ],
  [
    'delightful',
    'score', // σ(−A log π)·A
    [
      { theta: 0.5, mu: 0.5, A: 1, c: sigma(ln(2)) }, // σ(ln 2) = 2/3
      { theta: 0.5, mu: 0.5, A: -1, c: -sigma(-ln(2)) }, // −1/3
      { theta: 0.01, mu: 0.5, A: -2, c: -2 * sigma(-2 * ln(100)) }, // rare failure: −2/(1 + 10⁴)
    ],
  ],
  [
    'opmd',
    'score', // A − 0.1·log(π/π_p); loss −A ln π + 0.05·log²(π/π_p)
    [
      { theta: 0.5, prox: 0.4, mu: 0.5, A: 2, c: 2 - 0.1 * ln(1.25), l: -2 * ln(0.5) + 0.05 * ln(1.25) ** 2 },
      { theta: 0.8, prox: 0.4, mu: 0.5, A: 1, c: 1 - 0.1 * ln(2), l: -ln(0.8) + 0.05 * ln(2) ** 2 },
      { theta: 0.2, prox: 0.4, mu: 0.5, A: -1, c: -1 + 0.1 * ln(2), l: ln(0.2) + 0.05 * ln(2) ** 2 },
    ],
  ],
  [
    'kl-cov',
    'ratio', // r·A, and −κ·sign(log r) for the token of the largest covariance: (2 − 0.5)(ln 0.8 − mean) is
    [
      { theta: 0.8, mu: 0.5, A: 2, c: 1.6 * 2 - 0.1, l: -3.2 + 0.1 * ln(1.6) },
      { theta: 0.3, mu: 0.5, A: 0.5, c: 0.6 * 0.5 },
      { theta: 0.4, mu: 0.5, A: -1, c: -0.8 },
    ],
  ],
];

const cases = worked.map(([name, form, tokens]) => ({ name, form, tokens }));

describe.each(cases)('$name', ({ name, form, tokens }) => {
  const { losses, coefficients } = evaluated(name, tokens);

  it('has the coefficients of the arithmetic', () => {
    tokens.forEach(({ c }, t) => expect(coefficients[t], `token ${t}`).toBeCloseTo(c, 7));
  });

  it('has the losses of the arithmetic', () => {
    tokens.forEach(({ theta, c, l }, t) => {
      const expected = l ?? (form === 'ratio' ? -c : -c * ln(theta));
      expect(losses[t], `token ${t}`).toBeCloseTo(expected, 7);
    });
  });

  it('is asked about three tokens that tell it from REINFORCE', () => {
    expect(tokens.filter(({ A, c }) => c !== A).length).toBeGreaterThanOrEqual(3);
  });
});
