/** Every stated stance is what the curves do. */
import { describe, expect, it } from 'vitest';
import { exp, log } from '../../numerics/elementary.ts';
import { settingsWith } from '../testing/facts.ts';
import { objectives } from '../objectives/index.ts';
import { curves } from './curves.ts';
import { probeWith } from './probe.ts';
import { type Stance, stances } from './stances.ts';

/** c of a stance's two methods at a ratio, for its answers; A is ±1. */
function at({ methods, sign, probe }: Stance, ratio: number): readonly [number, number] {
  const [a, b] = methods.map((name) => {
    const drawn = curves(settingsWith({ name }), probeWith(probe), Float64Array.of(log(ratio)));
    return (sign > 0 ? drawn.positive : drawn.negative).coefficients[0]!;
  });
  return [a!, b!];
}

/** What each pair is said to do, in numbers. */
const claims: Readonly<Record<string, (stance: Stance) => void>> = {
  'a3po, sat': (stance) => {
    // Beyond 1 + ε₊ = 1.28, where PPO stops; and within, where SAT has narrowed.
    expect(at(stance, 2)).toEqual([expect.closeTo(2, 9), 0]);
    expect(at(stance, 1.25)).toEqual([expect.closeTo(1.25, 9), 0]);
    const young = { ...stance, probe: { ...stance.probe, staleness: 1 } };
    expect(at(young, 2)[0]).toBe(0);
    const calm = { ...stance, probe: { ...stance.probe, spread: 0.5 } };
    expect(at(calm, 1.25)[1]).toBeCloseTo(1.25, 9);
  },
  'ppo, cispo': (stance) => expect(at(stance, 3)).toEqual([0, expect.closeTo(1.2, 9)]),
  'tis, mis': (stance) => expect(at(stance, 8)).toEqual([2, 0]),
  'ppo, dual-clip': (stance) => expect(at(stance, 8)).toEqual([expect.closeTo(-8, 9), expect.closeTo(0, 15)]),
  'ppo, spo': (stance) => {
    const [ppo, spo] = at(stance, 1.5);
    expect(ppo).toBe(0);
    expect(spo).toBeLessThan(0);
  },
  'ppo, dppo-tv': (stance) => {
    const [ppo, dppo] = at(stance, 100);
    expect(ppo).toBe(0);
    expect(dppo).toBeGreaterThan(1);
    // A common token is stopped by DPPO first: from 0.8 to 0.96.
    const common = { ...stance, probe: { logBehave: log(0.8) } };
    expect(at(common, 1.2)).toEqual([expect.closeTo(1.2, 9), 0]);
  },
  'dppo-tv, prime-ipo': (stance) => {
    // 0.5 to 0.15, against the advantage; ipo's own pull, 2κ log ρ, is all that is left.
    const [dppo, ipo] = at(stance, 0.3);
    expect(dppo).toBeCloseTo(0.3, 9);
    expect(ipo).toBeCloseTo(-0.002 * log(0.3), 9);
  },
  'ppo, sapo': (stance) => {
    const [ppo, sapo] = at(stance, 3);
    expect(ppo).toBe(0);
    expect(sapo).toBeGreaterThan(0);
    const [back, faded] = at(stance, 0.3);
    expect(back).toBeCloseTo(0.3, 9);
    expect(faded).toBeGreaterThan(0);
    expect(faded).toBeLessThan(0.3);
  },
  'seq-tis, vespo': (stance) => {
    const [tis, vespo] = at(stance, 15);
    expect(tis).toBe(2);
    expect(vespo).toBeGreaterThan(0);
    expect(vespo).toBeLessThan(1e-12);
  },
  'tis, topr': (stance) => expect(at(stance, 0.01)).toEqual([expect.closeTo(0.01, 9), 1]),
  'reinforce, opsm': (stance) => expect(at(stance, exp(-2))).toEqual([-1, expect.closeTo(0, 15)]),
  'tis, delightful': (stance) => {
    const [tisRare, rare] = at(stance, 0.05);
    const [tisCommon, common] = at(stance, 1);
    expect(tisRare).toBeLessThan(tisCommon);
    expect(rare).toBeGreaterThan(common);
  },
  'ppo, opmd': (stance) => {
    const [pull, spring] = at(stance, 1.2);
    const [less, more] = at(stance, 0.8);
    expect(pull).toBeGreaterThan(less);
    // OPMD's spring is tied to the proximal policy, which the sampler is here.
    expect(spring).toBeLessThan(more);
    expect(at(stance, 2)[0]).toBe(0);
  },
};

describe('stances', () => {
  it('have each a claim that is tested', () => {
    expect(stances.map(({ methods }) => methods.join(', ')).sort()).toEqual(Object.keys(claims).sort());
  });

  it.each(stances.map((stance) => ({ pair: stance.methods.join(', '), stance })))(
    'of $pair are what the curves do',
    ({ pair, stance }) => claims[pair]!(stance),
  );

  it('name sections that the two methods come from', () => {
    for (const { methods, source, sentence } of stances) {
      const sections = [...source.matchAll(/§\d+/g)].map(([section]) => section);
      for (const name of methods) {
        const own = [...objectives[name].source.matchAll(/§\d+/g)].map(([section]) => section);
        expect(
          own.some((section) => sections.includes(section)),
          name,
        ).toBe(true);
      }
      expect(sentence).toMatch(/^[A-Z][^.]*\.$/);
    }
  });
});
