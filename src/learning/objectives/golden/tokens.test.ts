/**
 * Coefficients worked out by hand for methods that look at one token at a time, the arithmetic beside each. All with their
 * default settings but ε₋ = 0.2, ε₊ = 0.28. Tokens are named by their probabilities under θ, prox and μ.
 */
import { describe, expect, it } from 'vitest';
import type { MethodName } from '../contract.ts';
import { evaluateObjective } from '../index.ts';
import { pack, settingsWith } from '../../testing/facts.ts';

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
}

function coefficients(name: MethodName, tokens: readonly Token[]): Float64Array {
  // A sequence for each token, so that what looks at sequences sees one token alone.
  const facts = pack(
    tokens.map(({ theta, prox, mu, A, d }) => [
      { theta: ln(theta), prox: ln(prox ?? mu), behave: ln(mu), A, staleness: d ?? 0 },
    ]),
  );
  return evaluateObjective(facts, settingsWith({ name })).coefficients;
}

interface Case {
  readonly name: MethodName;
  readonly tokens: readonly Token[];
}

const worked: readonly (readonly [MethodName, readonly Token[]])[] = [
  [
    'dual-clip',
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 }, // ρ = 1.1, inside
      { theta: 0.6, mu: 0.1, A: -1, c: 0 }, // ρ = 6 > 3 with A < 0: capped
      { theta: 0.2, mu: 0.1, A: -1, c: 2 * -1 }, // ρ = 2 < 3: PPO leaves it its full gradient
      { theta: 0.3, mu: 0.1, A: 1, c: 0 }, // ρ = 3 > 1.28
    ],
  ],
  [
    'ppo-delta',
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 },
      { theta: 0.5, mu: 0.1, A: -1, c: 0 }, // ρ = 5 > δ = 4
      { theta: 0.3, mu: 0.1, A: -1, c: -3 }, // ρ = 3 < δ
      { theta: 0.7, mu: 0.5, A: 1, c: 0 }, // ρ = 1.4 > 1.28
    ],
  ],
  [
    'cispo', // ε₋ = 10 is no lower bound, the cap is 1 + 0.2
    [
      { theta: 0.55, mu: 0.5, A: 2, c: 1.1 * 2 },
      { theta: 0.9, mu: 0.5, A: 1, c: 1.2 * 1 }, // ρ = 1.8, capped at 1.2
      { theta: 0.05, mu: 0.5, A: -3, c: 0.1 * -3 },
    ],
  ],
  [
    'sapo', // A·r·sech²(τ(r−1)/2)
    [
      { theta: 0.5, mu: 0.5, A: 2, c: 2 },
      { theta: 0.75, mu: 0.5, A: 1, c: 1.5 * sech2((1 * 0.5) / 2) },
      { theta: 0.25, mu: 0.5, A: -1, c: -0.5 * sech2((1.05 * -0.5) / 2) },
    ],
  ],
  [
    'minirl', // min(ρ, 5)·A, cut by r outside [0.8, 1.27]
    [
      { theta: 0.6, prox: 0.5, mu: 0.4, A: 1, c: 1.5 }, // r = 1.2, ρ = 1.5
      { theta: 0.65, prox: 0.5, mu: 0.4, A: 1, c: 0 }, // r = 1.3 > 1.27
      { theta: 0.6, prox: 0.5, mu: 0.06, A: -2, c: 5 * -2 }, // ρ = 10, cut at 5
    ],
  ],
  [
    'tis', // min(ρ, 2)·A
    [
      { theta: 0.6, mu: 0.4, A: 2, c: 1.5 * 2 },
      { theta: 0.9, mu: 0.3, A: 1, c: 2 },
      { theta: 0.1, mu: 0.4, A: -1, c: -0.25 },
    ],
  ],
  [
    'mis', // ρ in [0.5, 5]
    [
      { theta: 0.6, mu: 0.4, A: 2, c: 3 },
      { theta: 0.1, mu: 0.4, A: -1, c: 0 }, // 0.25
      { theta: 0.6, mu: 0.1, A: 1, c: 0 }, // 6
    ],
  ],
  [
    'icepop',
    [
      { theta: 0.6, mu: 0.4, A: 2, c: 3 },
      { theta: 0.1, mu: 0.4, A: -1, c: 0 },
      { theta: 0.6, mu: 0.1, A: 1, c: 0 },
    ],
  ],
  [
    'a3po', // ρ·A, cut where ρ^{1/d} leaves [0.8, 1.28]
    [
      { theta: 0.6, mu: 0.4, A: 1, d: 1, c: 0 }, // d = 1: r = ρ = 1.5
      { theta: 0.6, mu: 0.4, A: 1, d: 2, c: 1.5 }, // r = √1.5 = 1.22
      { theta: 0.8, mu: 0.4, A: 2, d: 4, c: 2 * 2 }, // r = 2^¼ = 1.19
      { theta: 0.8, mu: 0.4, A: 2, d: 2, c: 0 }, // r = √2 = 1.41
    ],
  ],
  [
    'a3po-linear', // π_p = μ/d + (1−1/d)π_θ + 1e-10
    [
      { theta: 0.6, mu: 0.4, A: 1, d: 1, c: 0 }, // r = 1.5
      // π_p = 0.5 + 1e-10: r = 1.2, w = 1.25, and w·r = ρ = 1.5
      { theta: 0.6, mu: 0.4, A: 1, d: 2, c: 1.5 },
      // π_p = 0.1 + ¾·0.8 = 0.7: r = 8/7, w = 7/4
      { theta: 0.8, mu: 0.4, A: 2, d: 4, c: 2 * 2 },
    ],
  ],
  [
    'ppo-ewma', // ρ·A, cut by r
    [
      { theta: 0.6, prox: 0.5, mu: 0.4, A: 1, c: 1.5 }, // r = 1.2
      { theta: 0.7, prox: 0.5, mu: 0.4, A: 1, c: 0 }, // r = 1.4
      { theta: 0.8, prox: 0.7, mu: 0.001, A: -1, c: -100 }, // ρ = 800, bounded by C = 100
    ],
  ],
  ...(['ppo-ewma-revised', 'exact-old-logits'] as const).map(
    (name) =>
      [
        name, // ρ·A while π_p/μ is in [½, 2]
        [
          { theta: 0.6, prox: 0.5, mu: 0.4, A: 1, c: 1.5 }, // r_d = 1.25, r_s = 1.2
          { theta: 0.6, prox: 0.5, mu: 0.2, A: 1, c: 0 }, // r_d = 2.5
          { theta: 0.7, prox: 0.5, mu: 0.4, A: 1, c: 0 }, // r_s = 1.4
          { theta: 0.7, prox: 0.5, mu: 0.4, A: -1, c: -1.75 },
        ],
      ] as const,
  ),
  [
    'm2po-mask', // log²2 = 0.48, log²1.1 = 0.009, log²0.9 = 0.011; the budget 0.04 drops the first
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
    [
      { theta: 0.8, mu: 0.4, A: 1, c: 0 },
      { theta: 0.54, mu: 0.5, A: -1, c: -1.08 }, // not harmful, inside
      { theta: 0.55, mu: 0.5, A: 2, c: 0 }, // on the cap less 1e-12, so just outside
    ],
  ],
  [
    'dppo-tv', // min(ρ, 20)·A unless |π−μ| > 0.15 outward
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 }, // moved 0.1
      { theta: 0.7, mu: 0.5, A: 1, c: 0 }, // moved 0.2, outward
      { theta: 0.7, mu: 0.5, A: -1, c: -1.4 }, // moved 0.2, but back
      { theta: 0.1, mu: 0.001, A: 1, c: 20 }, // ρ = 100 with 0.099 moved: kept, cut at 20
    ],
  ],
  [
    'dppo-kl', // D = μ log(μ/π) + (1−μ) log((1−μ)/(1−π)) > 0.05 outward
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 }, // ½ log(5/6) + ½ log(5/4) = 0.0204
      { theta: 0.7, mu: 0.5, A: 1, c: 0 }, // ½ log(5/7) + ½ log(5/3) = 0.0872
      { theta: 0.3, mu: 0.5, A: 1, c: 0.6 }, // the same, but inward
    ],
  ],
  [
    'prime-rl', // M·ρ·A − 2·0.001·log ρ, M = 0 beyond 0.2 outward
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 - 0.002 * ln(1.2) },
      { theta: 0.75, mu: 0.5, A: 1, c: -0.002 * ln(1.5) },
      { theta: 0.75, mu: 0.5, A: -1, c: -1.5 - 0.002 * ln(1.5) },
    ],
  ],
  [
    'prime-ipo', // ρ·A where at most 0.1 has moved, − 2·0.001·log ρ
    [
      { theta: 0.55, mu: 0.5, A: 1, c: 1.1 - 0.002 * ln(1.1) },
      { theta: 0.65, mu: 0.5, A: 1, c: -0.002 * ln(1.3) },
      { theta: 0.65, mu: 0.5, A: -1, c: -0.002 * ln(1.3) }, // inward, and still masked
    ],
  ],
  [
    'drpo', // ρA(1 − sign(A(ρ−1))·|π−μ|/12.5)
    [
      { theta: 0.6, mu: 0.5, A: 1, c: 1.2 * (1 - 0.1 / 12.5) },
      { theta: 0.6, mu: 0.5, A: -1, c: -1.2 * (1 + 0.1 / 12.5) },
      { theta: 0.4, mu: 0.5, A: -2, c: 0.8 * -2 * (1 - 0.1 / 12.5) },
    ],
  ],
  [
    'spo', // ρA(1 − sign(A(ρ−1))·|ρ−1|/0.2)
    [
      { theta: 0.55, mu: 0.5, A: 1, c: 1.1 * (1 - 0.1 / 0.2) },
      { theta: 0.65, mu: 0.5, A: 1, c: 1.3 * (1 - 0.3 / 0.2) }, // turned round
      { theta: 0.55, mu: 0.5, A: -1, c: -1.1 * (1 + 0.1 / 0.2) },
    ],
  ],
  [
    'delightful', // σ(−A log π)·A
    [
      { theta: 0.5, mu: 0.5, A: 1, c: sigma(ln(2)) }, // σ(ln 2) = 2/3
      { theta: 0.5, mu: 0.5, A: -1, c: -sigma(-ln(2)) }, // −1/3
      { theta: 0.01, mu: 0.5, A: -2, c: -2 * sigma(-2 * ln(100)) }, // rare failure: −2/(1 + 10⁴)
    ],
  ],
  [
    'opmd', // A − 0.1·log(π/π_p)
    [
      { theta: 0.5, prox: 0.5, mu: 0.5, A: 1, c: 1 },
      { theta: 0.8, prox: 0.4, mu: 0.5, A: 1, c: 1 - 0.1 * ln(2) },
      { theta: 0.2, prox: 0.4, mu: 0.5, A: -1, c: -1 + 0.1 * ln(2) },
    ],
  ],
  [
    'kl-cov', // r·A, and −κ·sign(log r) for the token of the largest covariance: (2 − 0.5)(ln 0.8 − mean) is
    [
      { theta: 0.8, mu: 0.5, A: 2, c: 1.6 * 2 - 0.1 },
      { theta: 0.3, mu: 0.5, A: 0.5, c: 0.6 * 0.5 },
      { theta: 0.4, mu: 0.5, A: -1, c: -0.8 },
    ],
  ],
];

const cases = worked.map(([name, tokens]): Case => ({ name, tokens }));

describe.each(cases)('$name', ({ name, tokens }) => {
  it('has the coefficients of the arithmetic', () => {
    const actual = coefficients(name, tokens);
    tokens.forEach(({ c }, t) => expect(actual[t], `token ${t}`).toBeCloseTo(c, 7));
  });
});
