/** Clamps (§0.5, §39): in a ratio form the clamp also takes the gradient; a constant weight is clamped and keeps it. */
import { describe, expect, it } from 'vitest';
import type { MethodGroup } from '../../../experiment/settings/index.ts';
import { pack, settingsWith, tuned, type TokenFacts } from '../../testing/facts.ts';
import type { Evaluation, Facts, LearningSettings, MethodName } from '../contract.ts';
import { evaluateObjective } from '../index.ts';
import { binaryKl } from '../probabilityMasks.ts';
import { ratioOf } from '../ratios.ts';

function changed(name: MethodName, own?: Record<string, unknown>): LearningSettings {
  return own === undefined ? settingsWith({ name }) : tuned(name as MethodGroup, own as never);
}

/** One token with this log-ratio to μ and to ℓp, and all that any method reads. */
function at(x: number, A: number, settings: LearningSettings): Evaluation {
  const [theta, anchor] = x > 0 ? [-0.5, -0.5 - x] : [-0.5 + x, -0.5];
  const facts: Facts = {
    ...pack([[{ theta, prox: anchor, behave: anchor, A }]]),
    logpRef: Float64Array.of(theta),
    seed: 1,
  };
  return evaluateObjective(facts, settings);
}

const coefficient = (x: number, A: number, settings: LearningSettings): number =>
  at(x, A, settings).coefficients[0]!;

/** Where a method's clip or gate leaves the token alone: A < 0 above, A > 0 below. */
const ratioForms: readonly { readonly name: MethodName; readonly own?: Record<string, unknown> }[] = [
  { name: 'ppo' },
  { name: 'ppo-recompute' },
  { name: 'decoupled-ppo' },
  { name: 'grpo', own: { beta: 0 } },
  { name: 'a3po' },
  { name: 'ppo-ewma', own: { cap: 1e12 } },
  { name: 'ppo-ewma-revised' },
  { name: 'exact-old-logits' },
  { name: 'sat' },
  { name: 'clip-cov' },
  { name: 'm2po' },
  { name: 'm2po-mask' },
  { name: 'mu-grpo', own: { threshold: 1e12 } },
  { name: 'kl-cov', own: { kappa: 0 } },
  { name: 'prime-rl', own: { kappa: 0 } },
  { name: 'prime-ipo', own: { kappa: 0, delta: 1 } },
  { name: 'cppo' },
  { name: 'drpo', own: { delta: 1e12 } },
  { name: 'spo', own: { delta: 1e30 } },
];

describe('|log r| > 20 zeroes the gradient of a ratio form', () => {
  it.each(ratioForms)('$name, and holds the loss there', ({ name, own }) => {
    const settings = changed(name, own);
    for (const [x, A] of [
      [20, -1],
      [-20, 1],
    ] as const) {
      expect(coefficient(x, A, settings) / (A * ratioOf(x))).toBeCloseTo(1, 9);
      const beyond = at(x * 1.0001, A, settings);
      expect(beyond.coefficients[0]! + 0).toBe(0);
      expect(beyond.gates.clamped![0]).toBe(1);
      // Rounding in the log-ratio alone: it is taken as a difference of two.
      expect(beyond.loss / at(x, A, settings).loss).toBeCloseTo(1, 9);
    }
  });

  it('sapo, whose gate leaves a gradient on the lower side alone', () => {
    const settings = settingsWith({ name: 'sapo' });
    // sech²(½) = 0.7864 at r = e^−20, τ = 1
    expect(coefficient(-19.999, 1, settings) / ratioOf(-19.999)).toBeCloseTo(1 / Math.cosh(0.5) ** 2, 6);
    expect(coefficient(-20.001, 1, settings)).toBe(0);
    expect(coefficient(20.001, -1, settings) + 0).toBe(0);
  });

  it('drpo, with its own penalty', () => {
    const settings = settingsWith({ name: 'drpo' });
    expect(coefficient(19.99, -1, settings)).toBeLessThan(-1e8);
    expect(coefficient(20.01, -1, settings) + 0).toBe(0);
  });

  it('gmpo, token by token', () => {
    const one = (x: number): TokenFacts => ({ theta: -30 - x, prox: -30, behave: -30, A: 1 });
    const { coefficients, gates } = evaluateObjective(
      pack([[one(0), one(25)]]),
      settingsWith({ name: 'gmpo' }),
    );
    // The mean is over 0 and the clamped −20.
    expect(coefficients[0]).toBeCloseTo(Math.exp(-10), 12);
    expect(coefficients[1]).toBe(0);
    expect(Array.from(gates.clamped!)).toEqual([0, 1]);
  });
});

describe('the ratio of a whole answer', () => {
  it.each(['gspo', 'gspo-token'] as const)('%s is clamped above alone, at 10, as in verl', (name) => {
    const settings = settingsWith({ name });
    expect(coefficient(10, -1, settings)).toBe(-Math.exp(10));
    const beyond = at(10.001, -1, settings);
    expect(beyond.coefficients[0]! + 0).toBe(0);
    expect(beyond.gates.clamped![0]).toBe(1);
    expect(beyond.loss).toBeCloseTo(Math.exp(10), 6);
    // Below there is no clamp: the gradient is as small as the ratio.
    expect(coefficient(-25, 1, settings) / Math.exp(-25)).toBeCloseTo(1, 9);
    expect(at(-25, 1, settings).gates.clamped![0]).toBe(0);
  });

  it.each(['gspo', 'gspo-token'] as const)(
    '%s is not clamped where no ratio is, as in areal and trl',
    (name) => {
      const settings = settingsWith({ name, ratioClamp: 'none' });
      expect(coefficient(11, -1, settings) / -Math.exp(11)).toBeCloseTo(1, 9);
    },
  );

  it('vespo clamps every token and the sum to ±20, and takes log W for W^k no lower than log 1e-8', () => {
    const phi = (logs: readonly number[], A: 1 | -1): number => {
      const tokens = logs.map((x) => ({ theta: -50 + x, behave: -50, A }));
      return coefficientsOf(tokens)[0]! / A;
    };
    const coefficientsOf = (tokens: readonly TokenFacts[]) =>
      evaluateObjective(pack([tokens]), settingsWith({ name: 'vespo' })).coefficients;
    // φ = W²·e^{3(1−W)}, with 1e-8 for W in the power alone.
    expect(phi([-19], 1) / (1e-16 * Math.exp(3))).toBeCloseTo(1, 6);
    expect(phi([-40, 15, 5], 1)).toBe(phi([-20, 15, 5], 1));
    expect(phi([-12, -12], 1)).toBe(phi([-20], 1));
    expect(phi([-12], 1) / (Math.exp(-24) * Math.exp(3 * (1 - Math.exp(-12))))).toBeCloseTo(1, 9);
  });
});

describe('a constant weight is clamped and keeps its gradient', () => {
  it('decoupled PPO’s w', () => {
    const facts = pack([[{ theta: -1, prox: -1, behave: -31, A: 1 }]]);
    const { coefficients, gates } = evaluateObjective(facts, settingsWith({ name: 'decoupled-ppo' }));
    expect(coefficients[0]).toBe(ratioOf(20));
    expect(gates.clamped![0]).toBe(0);
  });

  it.each([
    { name: 'tis', own: { cap: 1e12 } },
    { name: 'icepop', own: { low: 0, high: 1e12 } },
    { name: 'seq-tis', own: { cap: 1e12 } },
    { name: 'minirl', own: { cap: 1e12 } },
    { name: 'cispo', own: { epsilonLow: 10, epsilonHigh: 1e12 } },
    { name: 'dppo-tv', own: { deltaLow: 1, deltaHigh: 1, cap: 1e12 } },
  ] as const)('$name', ({ name, own }) => {
    const settings = changed(name, own);
    expect(coefficient(25, -1, settings)).toBe(-ratioOf(20));
    expect(coefficient(-25, 1, settings)).toBe(ratioOf(-20));
  });
});

describe('the binary KL', () => {
  it('has 1e-8 in the logs of 1−μ and 1−π, and nowhere else', () => {
    // μ = ½, π = 1: ½ ln(½/1) + ½ ln((½ + 1e-8)/1e-8) = −0.3466 + 8.8638
    expect(binaryKl(Math.log(0.5), 0)).toBeCloseTo(
      0.5 * Math.log(0.5) + 0.5 * Math.log(0.50000001 / 1e-8),
      6,
    );
    // μ = 1e-12, π = 1e-6: with 1e-8 in the first logs too, ln(μ/π) would be −4.6 instead of −13.8.
    const first = 1e-12 * Math.log(1e-12 / 1e-6);
    const second = (1 - 1e-12) * Math.log((1 - 1e-12 + 1e-8) / (1 - 1e-6 + 1e-8));
    expect(binaryKl(Math.log(1e-12), Math.log(1e-6)) / (first + second)).toBeCloseTo(1, 6);
  });

  it('is finite where a probability is 0 or 1', () => {
    for (const mu of [-Infinity, -1e-300, 0]) {
      for (const pi of [-Infinity, -1e-300, 0]) expect(Number.isFinite(binaryKl(mu, pi))).toBe(true);
    }
    // μ = 0 contributes nothing to the first term: 1·ln(1/(1 − ½))
    expect(binaryKl(-Infinity, Math.log(0.5))).toBeCloseTo(Math.log(2), 7);
  });
});
