/** Curves are what `evaluateObjective` says point by point: exactly, for all methods. */
import { describe, expect, it } from 'vitest';
import { exp, expm1, log } from '../../numerics/elementary.ts';
import { STREAM, uniform } from '../../numerics/random.ts';
import { names, settingsWith } from '../testing/facts.ts';
import { randomSettings } from '../testing/settings.ts';
import type { Evaluation, Facts, LearningSettings } from '../objectives/contract.ts';
import { evaluateObjective } from '../objectives/index.ts';
import { curves } from './curves.ts';
import { factsFor } from './facts.ts';
import { type Probe, probeFacts, probeWith, reachOf } from './probe.ts';

const SIGNS = { positive: 1, negative: -1 } as const;

function grid(count: number, reach = 3): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => -reach + (2 * reach * i) / (count - 1));
}

function randomProbe(seed: number, others: Partial<Probe>): Probe {
  const draw = (what: number): number => uniform(seed, STREAM.test, 700, what);
  return probeWith({
    staleness: Math.floor(draw(0) * 20),
    logBehave: -0.05 - 5 * draw(1),
    advantage: 0.1 + 3 * draw(2),
    proximal: draw(3) < 0.3 ? 0 : draw(4),
    seed,
    ...others,
  });
}

/** The one-token batch that a point of a lone probe stands for, written out. */
function oneToken(
  { logBehave, staleness, advantage, proximal, seed }: Probe,
  x: number,
  sign: 1 | -1,
): Facts {
  const [theta, prox] = [logBehave + x, logBehave + proximal * x];
  const two = (logp: number): Float64Array => Float64Array.of(logp, log(-expm1(logp)));
  const entropy = (logp: number): number =>
    -two(logp).reduce((sum, value) => sum + (exp(value) > 0 ? exp(value) * value : 0), 0);
  const A = sign * advantage;
  return {
    offsets: Int32Array.of(0, 1),
    mask: Uint8Array.of(1),
    logpTheta: Float64Array.of(theta),
    logpProx: Float64Array.of(prox),
    logpBehave: Float64Array.of(logBehave),
    logpOld: Float64Array.of(prox),
    logpRef: Float64Array.of(logBehave),
    advantage: Float64Array.of(A),
    staleness: Int32Array.of(staleness),
    values: Float64Array.of(0),
    valuesOld: Float64Array.of(0),
    rewards: Float64Array.of(A),
    sequenceRewards: Float64Array.of(sign > 0 ? 1 : 0),
    distributions: { vocabulary: 2, logpTheta: two(theta), logpBehave: two(logBehave) },
    entropy: Float64Array.of(entropy(theta)),
    entropyHistory: Float64Array.of(entropy(logBehave)),
    groups: Int32Array.of(0),
    maxLength: 1,
    seed,
  };
}

/** Compares every point within reach, bit by bit; beyond there must be none. */
function expectCurves(
  settings: LearningSettings,
  probe: Probe,
  points: Float64Array,
  at: (x: number, sign: 1 | -1) => readonly [Evaluation, token: number],
): void {
  const drawn = curves(settings, probe, points);
  for (const side of ['positive', 'negative'] as const) {
    const seen = Array.from(points, (x) => (x > reachOf(probe) ? undefined : at(x, SIGNS[side])));
    const { coefficients, gates } = drawn[side];
    expect([...coefficients]).toEqual(seen.map((point) => point?.[0].coefficients[point[1]] ?? NaN));
    const names = Object.keys(seen[0]![0].gates);
    expect(Object.entries(gates).map(([name, acts]) => [name, [...acts]])).toEqual(
      names.map((name) => [name, seen.map((point) => point?.[0].gates[name]![point[1]] ?? 0)]),
    );
  }
}

const points = grid(13);

describe.each(names)('%s', (name) => {
  const settingsOf = (seed: number): LearningSettings =>
    seed % 2 === 0 ? settingsWith({ name }) : randomSettings(name, seed);

  it('has for a lone probe the curve of one-token batches', () => {
    for (let seed = 0; seed < 5; seed++) {
      const settings = settingsOf(seed);
      const probe = randomProbe(seed, { length: 1, spread: 0 });
      expectCurves(settings, probe, points, (x, sign) => [
        evaluateObjective(oneToken(probe, x, sign), settings),
        0,
      ]);
    }
  });

  it('has in an answer and a batch the curve of whole batches', () => {
    for (let seed = 0; seed < 4; seed++) {
      const settings = settingsOf(seed);
      const length = 2 + seed;
      const probe = randomProbe(seed, { length, position: seed, spread: seed < 3 ? 0.2 : 0 });
      expectCurves(settings, probe, points, (x, sign) => {
        const own = factsFor(settings, probeFacts(probe, x, sign));
        if ('missing' in own) throw new Error(own.missing);
        return [evaluateObjective(own.facts, settings), probe.position];
      });
    }
  });
});

describe('a probe', () => {
  it('stands alone where nothing is spread, and else among answers of both signs', () => {
    const alone = probeFacts(probeWith({ length: 5 }), 0.3, 1);
    expect([...alone.offsets]).toEqual([0, 5]);
    const among = probeFacts(probeWith({ length: 5, position: 2, spread: 0.1 }), 0.3, -1);
    expect(among.offsets.length).toBeGreaterThan(6);
    expect([...among.advantage.subarray(0, 5)]).toEqual([-1, -1, -1, -1, -1]);
    expect(new Set(among.advantage.subarray(5))).toEqual(new Set([1, -1]));
    expect(among.logpTheta[2]! - among.logpBehave![2]!).toBeCloseTo(0.3, 12);
    expect(among.logpTheta.every((logp) => logp <= 0)).toBe(true);
  });

  it('spreads the others as asked', () => {
    const logRatios = Array.from({ length: 40 }, (_, seed) => {
      const { logpTheta, logpBehave } = probeFacts(probeWith({ spread: 0.5, seed, logBehave: -3 }), 0, 1);
      return [...logpTheta].map((theta, t) => theta - logpBehave![t]!).slice(1);
    }).flat();
    const spread = Math.sqrt(logRatios.reduce((sum, x) => sum + x * x, 0) / logRatios.length);
    // Five standard errors of a deviation.
    expect(Math.abs(spread / 0.5 - 1)).toBeLessThan(5 / Math.sqrt(2 * logRatios.length));
  });

  it('brings numbers into their ranges, and the position into the answer', () => {
    expect(probeWith({ position: 9, length: 4 }).position).toBe(3);
    expect(probeWith({ spread: -1, staleness: 3.6, logBehave: NaN })).toEqual(
      probeWith({ spread: 0, staleness: 4 }),
    );
  });

  it('refuses points that do not ascend', () => {
    expect(() => curves(settingsWith({}), probeWith(), Float64Array.of(0, 0))).toThrow(RangeError);
  });
});
