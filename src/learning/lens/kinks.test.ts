/** Kinks and dead zones that are found are those that there are. */
import { describe, expect, it } from 'vitest';
import { exp, log } from '../../numerics/elementary.ts';
import { names, settingsWith, tuned } from '../testing/facts.ts';
import type { LearningSettings } from '../objectives/contract.ts';
import { type Curve, curves } from './curves.ts';
import { breaksOf, type Line, type Sampler } from './kinks.ts';
import { type Probe, probeWith } from './probe.ts';

const axis = Float64Array.from({ length: 121 }, (_, i) => -3 + i / 20);
/** e^3 is within its reach. */
const RARE = -3.2;

function drawn(settings: LearningSettings, probe: Partial<Probe> = {}) {
  return curves(settings, probeWith({ logBehave: RARE, ...probe }), axis);
}

function expectKinks(curve: Curve, kinks: readonly number[]): void {
  expect(curve.kinks.length).toBe(kinks.length);
  kinks.forEach((kink, i) => expect(Math.abs(curve.kinks[i]! - kink)).toBeLessThan(1e-6));
}

function expectZones(curve: Curve, zones: readonly (readonly [number, number])[]): void {
  expect(curve.deadZones.length).toBe(zones.length);
  zones.flat().forEach((end, i) => expect(Math.abs(curve.deadZones.flat()[i]! - end)).toBeLessThan(1e-6));
}

describe('kinks and dead zones', () => {
  it.each([
    { name: 'ppo', positive: [log(1.28)], negative: [log(0.8)] },
    { name: 'dual-clip', positive: [log(1.28)], negative: [log(0.8), log(3)] },
    { name: 'ppo-delta', positive: [log(1.28)], negative: [log(0.8), log(4)] },
    // Without a gate of their own: MiniRL's cap for bad answers.
    { name: 'minirl', positive: [log(1.27)], negative: [log(0.8), log(5)] },
    { name: 'tis', positive: [log(2)], negative: [log(2)] },
    { name: 'icepop', positive: [log(0.5), log(5)], negative: [log(0.5), log(5)] },
    { name: 'cispo', positive: [log(1.2)], negative: [log(1.2)] },
    { name: 'a3po', positive: [4 * log(1.28)], negative: [4 * log(0.8)] },
    { name: 'geometric-rejection', positive: [log(0.999), log(1.001)], negative: [log(0.999), log(1.001)] },
    { name: 'mu-grpo', positive: [log(3)], negative: [log(0.5), log(3)] },
    { name: 'kl-cov', positive: [0], negative: [0] },
    { name: 'topr', positive: [], negative: [0] },
    { name: 'reinforce', positive: [], negative: [] },
    { name: 'sapo', positive: [], negative: [] },
    { name: 'spo', positive: [], negative: [] },
    { name: 'delightful', positive: [], negative: [] },
    { name: 'opmd', positive: [], negative: [] },
  ] as const)('of $name are where its formula has them', ({ name, positive, negative }) => {
    const found = drawn(settingsWith({ name }), { staleness: 4 });
    expectKinks(found.positive, positive);
    expectKinks(found.negative, negative);
  });

  it('are found where no gate tells of them', () => {
    // DPPO's cap, far from its mask: a token this rare moves little probability.
    const { positive } = drawn(tuned('dppo-tv', { cap: 3 }), { logBehave: -12 });
    expectKinks(positive, [log(3)]);
    expectZones(positive, []);
  });

  it('follow the sliders: the answer’s length, its drift, the proximal policy', () => {
    const gspo = settingsWith({ name: 'gspo' });
    expectKinks(drawn(gspo, { length: 4 }).positive, [4 * log(1 + 4e-4)]);
    // r = ρ^(1−λ)
    expectKinks(drawn(settingsWith({ name: 'ppo-recompute' }), { proximal: 0.5 }).positive, [2 * log(1.28)]);
    expectKinks(drawn(settingsWith({ name: 'ppo-recompute' }), { proximal: 1 }).positive, []);
    // A token with μ = ½ can double at most.
    const common = drawn(settingsWith({ name: 'ppo' }), { logBehave: log(0.5) });
    expectZones(common.positive, [[log(1.28), log(2)]]);
  });

  it('are closed stretches of exact zeros', () => {
    const icepop = drawn(settingsWith({ name: 'icepop' })).positive;
    expectZones(icepop, [
      [-3, log(0.5)],
      [log(5), 3],
    ]);
    expectZones(drawn(settingsWith({ name: 'success-conditioning' })).negative, [[-3, 3]]);
    expectZones(drawn(settingsWith({ name: 'spo' })).positive, []);
    expectZones(drawn(settingsWith({}), { advantage: 0 }).positive, [[-3, 3]]);
  });

  it.each(names)('of %s leave nothing out: between them the curve is smooth on a fine scale', (name) => {
    const settings = settingsWith({ name });
    const probe = { length: 2, advantage: 1 };
    const fine = Float64Array.from({ length: 1201 }, (_, i) => -3 + i / 200);
    const step = 1 / 200;
    const found = drawn(settings, probe);
    const exact = curves(settings, probeWith({ logBehave: RARE, ...probe }), fine);
    for (const side of ['positive', 'negative'] as const) {
      const { coefficients: c } = exact[side];
      const { kinks, deadZones } = found[side];
      const near = (x: number, by: number): boolean => kinks.some((kink) => Math.abs(kink - x) < by);
      const dead = (x: number): boolean => deadZones.some(([from, to]) => from <= x && x <= to);
      // The change of slope over a step, as a share of the curve and its slope: a kink's does not shrink with the step, and
      // that of these methods' smooth curves is little more than 5 steps: SPO's at ρ = 0.8, where c = 6ρ − 5ρ².
      const worst = fine.reduce((most, x, i) => {
        if (i === 0 || i + 1 === fine.length || near(x, 1.5 * step)) return most;
        const [left, right] = [(c[i]! - c[i - 1]!) / step, (c[i + 1]! - c[i]!) / step];
        return Math.max(most, Math.abs(right - left) / Math.max(1, Math.abs(c[i]!), Math.abs(left)));
      }, 0);
      expect(worst).toBeLessThan(6 * step);
      expect([...fine].filter((x, i) => dead(x) && c[i] !== 0)).toEqual([]);
      expect([...fine].filter((x, i) => c[i] === 0 && !dead(x) && !near(x, 1e-6))).toEqual([]);
    }
  });
});

describe('the search', () => {
  /** Lines of known functions; the signature says no more than whether a value is 0. */
  function found(f: (x: number) => number, cost: 'call' | 'point') {
    const xs = Float64Array.from({ length: 61 }, (_, i) => -1.5 + i / 20);
    const sample: Sampler = (points) => {
      const coefficients = points.map(f);
      return { coefficients, signatures: Int32Array.from(coefficients, (c) => (c === 0 ? 1 : 0)) };
    };
    const line: Line = { xs, scale: 1, ...sample(xs, new Int32Array(xs.length)) };
    return breaksOf([line], sample, cost)[0]!;
  }

  it.each(['call', 'point'] as const)('finds jumps, bends and ends of zeros, sparing %ss', (cost) => {
    const at = 0.123456789;
    for (const f of [
      (x: number): number => (x < at ? 1 : 1.01),
      (x: number): number => Math.min(exp(x), exp(at)),
      (x: number): number => (x < at ? exp(x) : 0),
      (x: number): number => Math.max(0, x - at),
      // Its bend all but straightens the curve where the points are 1/20 apart.
      (x: number): number => exp(3 * x) - Math.max(0, x - at),
    ]) {
      const { kinks } = found(f, cost);
      expect(kinks.length).toBe(1);
      expect(Math.abs(kinks[0]! - at)).toBeLessThan(1e-6);
    }
    expect(found((x) => (x < at ? 0 : x), cost).deadZones[0]![1]).toBeCloseTo(at, 6);
  });

  it.each(['call', 'point'] as const)('takes smooth curves for smooth, sparing %ss', (cost) => {
    for (const f of [(x: number): number => exp(3 * x), (x: number): number => x * x * x - x, () => 0]) {
      expect(found(f, cost).kinks).toEqual([]);
    }
  });

  it('keeps two breaks apart that lie between other points, and both of an interval with three', () => {
    const { kinks } = found((x) => (x < 0.11 ? 1 : x < 0.33 ? 2 : 0), 'call');
    expect(kinks.map((x) => x.toFixed(5))).toEqual(['0.11000', '0.33000']);
    const narrow = found((x) => (x < 0.501 ? 0 : x < 0.52 ? 1 : x < 0.53 ? 0 : 2), 'call');
    expect(narrow.kinks.map((x) => x.toFixed(5))).toEqual(['0.50100', '0.52000', '0.53000']);
  });
});
