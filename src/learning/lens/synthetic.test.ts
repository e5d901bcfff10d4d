import { describe, expect, it } from 'vitest';
import { exp } from '../../numerics/elementary.ts';
import { names, settingsWith } from '../testing/facts.ts';
import { evaluateBatch, withMethod } from './evaluate.ts';
import { syntheticBatch, syntheticDefaults, type SyntheticRequest } from './synthetic.ts';

const settings = settingsWith({});

function factsOf(request: Partial<SyntheticRequest>) {
  return syntheticBatch({ ...syntheticDefaults, ...request }, settings).minibatches[0]!.facts;
}

function deviation(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(a.reduce((sum, x, t) => sum + (x - b[t]!) * (x - b[t]!), 0) / a.length);
}

describe('a synthetic batch', () => {
  it('has what every method reads', () => {
    const batch = syntheticBatch(syntheticDefaults, settings);
    for (const name of names) {
      const evaluated = evaluateBatch(batch, withMethod(settings, name));
      expect(evaluated, name).toHaveProperty('minibatches');
      if ('missing' in evaluated) continue;
      expect(evaluated.minibatches[0]!.gradient.every(Number.isFinite), name).toBe(true);
    }
  });

  it('has the spread, the mismatch, the ages and the share of right answers that were asked for', () => {
    const asked = { answers: 2000, length: 8, spread: 0.3, mismatch: 0.1, age: 10, positive: 0.7 };
    const facts = factsOf(asked);
    const tokens = facts.mask.length;
    // A deviation estimated from n normal numbers has a relative error of about 1/√(2n); five of them. The drift's variance
    // differs from answer to answer, from 0 to twice its mean, which makes that no more than twice as wide.
    const tolerance = 5 / Math.sqrt(2 * tokens);
    const spread = deviation(facts.logpTheta, facts.logpOld!);
    expect(Math.abs(spread / asked.spread - 1)).toBeLessThan(
      2 * tolerance + 5 / Math.sqrt(2 * asked.answers),
    );
    expect(Math.abs(deviation(facts.logpOld!, facts.logpBehave!) / asked.mismatch - 1)).toBeLessThan(
      tolerance,
    );
    expect(new Set(facts.staleness)).toEqual(new Set(Array.from({ length: 11 }, (_, d) => d)));
    const right = facts.sequenceRewards!.reduce((a, b) => a + b) / asked.answers;
    expect(Math.abs(right - asked.positive)).toBeLessThan(5 * Math.sqrt((0.7 * 0.3) / asked.answers));
  });

  it('has other policies where its head says that they are', () => {
    const facts = factsOf({ answers: 2000, spread: 0.3, age: 10 });
    // As above: five standard errors, of drifts that differ from answer to answer.
    const tolerance = 10 / Math.sqrt(2 * facts.mask.length) + 5 / Math.sqrt(2 * 2000);
    const share = (a: Float64Array, b: Float64Array, of: number): number =>
      Math.abs(deviation(a, b) / of - 1);
    expect(share(facts.logpTheta, facts.logpRecomputed!, 0.03)).toBeLessThan(tolerance);
    expect(share(facts.logpRef!, facts.logpBehave!, 0.5)).toBeLessThan(tolerance);
    facts.logpAveraged!.forEach((logp, t) =>
      expect(logp).toBeCloseTo((facts.logpOld![t]! + facts.logpTheta[t]!) / 2, 12),
    );
  });

  it('drifts with age, and without age where there is none', () => {
    const aged = factsOf({ age: 1, mismatch: 0 });
    aged.staleness!.forEach((d, t) => {
      if (d === 0) expect(aged.logpTheta[t]).toBe(aged.logpBehave![t]);
    });
    expect(deviation(aged.logpTheta, aged.logpBehave!)).toBeGreaterThan(0.1);
    const fresh = factsOf({ age: 0, mismatch: 0 });
    expect(deviation(fresh.logpTheta, fresh.logpBehave!)).toBeGreaterThan(0.1);
  });

  it('has distributions that add up to 1 and begin with the token, and none above probability 1', () => {
    const facts = factsOf({ spread: 2, mismatch: 1 });
    const { vocabulary, logpTheta, logpBehave } = facts.distributions!;
    for (const [rows, own] of [
      [logpTheta, facts.logpTheta],
      [logpBehave!, facts.logpBehave!],
    ] as const) {
      own.forEach((logp, t) => {
        const row = rows.subarray(t * vocabulary, (t + 1) * vocabulary);
        expect(row[0]).toBe(logp);
        expect(logp).toBeLessThan(0);
        expect(row.reduce((sum, x) => sum + exp(x), 0)).toBeCloseTo(1, 12);
      });
    }
    for (const logp of [facts.logpOld!, facts.logpRef!, facts.logpRecomputed!, facts.logpAveraged!]) {
      expect(Math.max(...logp)).toBeLessThan(0);
    }
  });

  it('is the same for the same request, another one for another seed, and none without tokens', () => {
    expect(factsOf({})).toEqual(factsOf({}));
    expect(factsOf({ seed: 2 })).not.toEqual(factsOf({}));
    expect(() => factsOf({ answers: 0 })).toThrow(RangeError);
  });
});
