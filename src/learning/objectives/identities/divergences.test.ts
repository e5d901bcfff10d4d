/** §37.9: k1, k2 and k3 against the exact divergence of two policies over five symbols, in value and in gradient (§34). */
import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import { STREAM, uniform } from '../../../numerics/random.ts';
import { pack, settingsWith } from '../../testing/facts.ts';
import { evaluateObjective } from '../index.ts';
import { type KlEstimator, klEstimate } from '../klEstimators.ts';

type Policy = readonly number[];

const softmax = (logits: readonly number[]): Policy => {
  const powers = logits.map(Math.exp);
  const total = powers.reduce((a, b) => a + b);
  return powers.map((power) => power / total);
};
const logits = [0.3, -0.8, 1.1, 0, -1.5];
const theta = softmax(logits);
const reference: Policy = [0.3, 0.25, 0.2, 0.15, 0.1];
const sampler: Policy = [0.1, 0.4, 0.2, 0.1, 0.2];

const divergence = (p: Policy, q: Policy): number =>
  p.reduce((sum, value, a) => sum + value * Math.log(value / q[a]!), 0);
const logRatios = theta.map((p, a) => Math.log(p / reference[a]!));
const estimates = (estimator: KlEstimator) => logRatios.map((x) => klEstimate(x, estimator));
const meanUnder = (policy: Policy, values: readonly number[]): number =>
  values.reduce((sum, value, a) => sum + policy[a]! * value, 0);

/** Draws of symbols from a policy, always the same. */
function draws(policy: Policy, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, n) => {
    let u = uniform(37, STREAM.test, 9, n, 0);
    let a = 0;
    while (a < policy.length - 1 && u >= policy[a]!) u -= policy[a++]!;
    return a;
  });
}

describe('§37.9 Monte-Carlo means of the estimators', () => {
  const samples = draws(theta, 200_000);

  it.each([
    { estimator: 'k1', exact: divergence(theta, reference) },
    { estimator: 'k3', exact: divergence(theta, reference) },
    // k2 is biased: its mean is half the second moment of the log-ratio.
    {
      estimator: 'k2',
      exact: meanUnder(
        theta,
        logRatios.map((x) => (x * x) / 2),
      ),
    },
    { estimator: 'k1-straight', exact: divergence(theta, reference) },
    { estimator: 'k3-straight', exact: divergence(theta, reference) },
  ] as const)('$estimator meets $exact within four standard errors', ({ estimator, exact }) => {
    const values = estimates(estimator).map(({ value }) => value);
    const mean = samples.reduce((sum, a) => sum + values[a]!, 0) / samples.length;
    const variance = meanUnder(
      theta,
      values.map((value) => (value - exact) ** 2),
    );
    expect(Math.abs(mean - exact)).toBeLessThan(4 * Math.sqrt(variance / samples.length));
    // The same expectation, summed instead of drawn.
    expect(meanUnder(theta, values)).toBeCloseTo(exact, 14);
  });

  it('k3 is never negative, and varies less than k1', () => {
    const values = (estimator: KlEstimator) => estimates(estimator).map(({ value }) => value);
    const variance = (all: readonly number[]) =>
      meanUnder(
        theta,
        all.map((v) => (v - meanUnder(theta, all)) ** 2),
      );
    expect(Math.min(...values('k3'))).toBeGreaterThanOrEqual(0);
    expect(variance(values('k3'))).toBeLessThan(variance(values('k1')) / 4);
  });
});

/** Central differences of a function of θ by its logits. */
function slopesOf(of: (policy: Policy) => number): readonly number[] {
  const step = 1e-5;
  return logits.map((_, k) => {
    const at = (by: number): number => of(softmax(logits.map((z, j) => (j === k ? z + by : z))));
    return (at(step) - at(-step)) / (2 * step);
  });
}

/** E over draws from `policy` of slope·∇_z log π_θ(a), with ∇_z log π_θ(a) = e_a − π_θ. */
function expectedGradient(policy: Policy, slopes: readonly number[]): readonly number[] {
  return logits.map((_, k) =>
    meanUnder(
      policy,
      slopes.map((slope, a) => slope * ((a === k ? 1 : 0) - theta[k]!)),
    ),
  );
}

function expectClose(actual: readonly number[], expected: readonly number[], digits: number): void {
  expected.forEach((value, k) => expect(actual[k]).toBeCloseTo(value, digits));
}

describe('§37.9 expected gradients of the estimators as a loss', () => {
  const gradientOf = (estimator: KlEstimator) =>
    expectedGradient(
      theta,
      estimates(estimator).map(({ slope }) => slope),
    );
  const forward = slopesOf((policy) => divergence(policy, reference));
  const backward = slopesOf((policy) => divergence(reference, policy));

  it('k1: none', () => expectClose(gradientOf('k1'), [0, 0, 0, 0, 0], 14));
  it('k2: that of KL(π_θ‖ref)', () => expectClose(gradientOf('k2'), forward, 9));
  it('k3: that of KL(ref‖π_θ), the other direction', () => expectClose(gradientOf('k3'), backward, 9));
  it.each(['k1-straight', 'k3-straight'] as const)('%s: that of KL(π_θ‖ref)', (estimator) =>
    expectClose(gradientOf(estimator), forward, 9),
  );

  it('the two directions differ, so that the tests above tell them apart', () => {
    expect(Math.max(...forward.map((slope, k) => Math.abs(slope - backward[k]!)))).toBeGreaterThan(0.05);
  });
});

describe('§37.9 the penalty corrected for staleness', () => {
  const kl = { ...defaultExperiment().kl, coefficient: 1, unbiased: true };
  // One answer for every symbol, as the sampler might have drawn it.
  const facts = {
    ...pack(theta.map((p, a) => [{ theta: Math.log(p), behave: Math.log(sampler[a]!), A: 0 }])),
    logpRef: Float64Array.from(reference, Math.log),
  };

  it.each(['k1', 'k3'] as const)(
    '%s is unbiased in value and gradient under draws from the sampler',
    (estimator) => {
      const settings = settingsWith({ name: 'reinforce', aggregation: 'sum' }, { kl: { ...kl, estimator } });
      const { gradient } = evaluateObjective(facts, settings);
      const forward = slopesOf((policy) => divergence(policy, reference));
      expectClose(expectedGradient(sampler, Array.from(gradient)), forward, 9);
      const losses = theta.map((_, a) => {
        const one = (values: Float64Array): Float64Array => values.subarray(a, a + 1);
        const single = {
          ...facts,
          offsets: Int32Array.of(0, 1),
          mask: Uint8Array.of(1),
          logpTheta: one(facts.logpTheta),
          logpBehave: one(facts.logpBehave!),
          logpRef: one(facts.logpRef),
          advantage: Float64Array.of(0),
        };
        return evaluateObjective(single, settings).loss;
      });
      expect(meanUnder(sampler, losses)).toBeCloseTo(divergence(theta, reference), 12);
    },
  );
});
