/** §37.7: VESPO's weight, and EPO's penalty, which does nothing as released. */
import { describe, expect, it } from 'vitest';
import { pack, randomFacts, tuned } from '../../testing/facts.ts';
import { evaluateObjective } from '../index.ts';

type Shape = Readonly<Record<'kPositive' | 'lambdaPositive' | 'kNegative' | 'lambdaNegative', number>>;

const published: Shape = { kPositive: 2, lambdaPositive: 3, kNegative: 3, lambdaNegative: 2 };

/** φ(W) of an answer of one token, by the sign of its advantage. */
function phi(W: number, A: 1 | -1, vespo = published): number {
  const behave = -8;
  const facts = pack([[{ theta: behave + Math.log(W), behave, A }]]);
  return evaluateObjective(facts, tuned('vespo', vespo)).coefficients[0]! / A;
}

describe('§37.7 VESPO', () => {
  it('has φ(1) = 1 under every shape', () => {
    for (const k of [0.1, 2, 10]) {
      for (const lambda of [0.1, 3, 10]) {
        const shape = { kPositive: k, lambdaPositive: lambda, kNegative: k, lambdaNegative: lambda };
        expect(phi(1, 1, shape)).toBe(1);
        expect(phi(1, -1, shape)).toBe(1);
      }
    }
  });

  it.each([
    { A: 1, peak: 2 / 3, height: 1.21 },
    { A: -1, peak: 3 / 2, height: 1.24 },
  ] as const)('peaks at W = k/λ = $peak for A = $A, where it is $height', ({ A, peak, height }) => {
    expect(phi(peak, A)).toBeCloseTo(height, 2);
    for (let W = 0.01; W < 20; W *= 1.05) expect(phi(W, A)).toBeLessThanOrEqual(phi(peak, A));
    // Flat at the peak: φ falls by φ·k/2·(relative step)² on both sides.
    for (const step of [-1e-3, 1e-3]) {
      const k = A === 1 ? 2 : 3;
      const drop = 1 - phi(peak * (1 + step), A) / phi(peak, A);
      expect(drop / ((k / 2) * step * step)).toBeCloseTo(1, 2);
    }
  });

  it('vanishes on both sides', () => {
    expect(phi(1e-4, 1)).toBeLessThan(1e-6);
    expect(phi(40, 1)).toBeLessThan(1e-40);
  });
});

describe('§37.7 EPO', () => {
  const withPenalty = (name: 'epo' | 'epo-hinge', penaltyWeight: number) =>
    tuned(name, { entropyWeight: 0.5, penaltyWeight, penalty: 2 });

  it('as released has a penalty whose gradient is exactly 0, by ℓθ and by the logits', () => {
    for (let seed = 0; seed < 20; seed++) {
      const facts = randomFacts(seed, 'mixed', 1);
      const without = evaluateObjective(facts, withPenalty('epo', 0));
      const penalised = evaluateObjective(facts, withPenalty('epo', 7));
      expect(penalised.gradient).toEqual(without.gradient);
      expect(penalised.logitRows).toEqual(without.logitRows);
      // It shifts the loss by λκp times the share of the tokens outside the band.
      const outside = 1 - penalised.metrics.entropy_in_band!;
      expect(outside).toBeGreaterThan(0);
      expect(penalised.loss - without.loss).toBeCloseTo(0.5 * 7 * 2 * outside, 9);
    }
  });

  it('with the hinge has one that acts', () => {
    const facts = randomFacts(1, 'mixed', 1);
    const without = evaluateObjective(facts, withPenalty('epo-hinge', 0));
    const penalised = evaluateObjective(facts, withPenalty('epo-hinge', 7));
    expect(penalised.gradient).toEqual(without.gradient);
    expect(penalised.logitRows).not.toEqual(without.logitRows);
  });
});
