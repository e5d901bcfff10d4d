import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { checkRules } from '../../experiment/schema.ts';
import { objectives, type MethodName } from '../../learning/objectives/index.ts';
import {
  areaUnder,
  cellExperiment,
  changeFrom,
  chosenCells,
  decodeTable,
  encodeTable,
  hasCollapsed,
  placesOf,
  summaryOf,
  type SweepTable,
} from './index.ts';

const lists = { methods: ['ppo', 'reinforce'] as const, lags: [0, 16], seeds: [1, 2] };

/** PPO keeps what it had, REINFORCE collapses at lag 16 under seed 2. */
const table: SweepTable = {
  preset: 'stale-v1',
  experiment: 'preset=stale-v1',
  commit: 'c0ffee',
  engine: 'wasm simd',
  command: 'npm run sweep -- --preset stale-v1',
  updates: 20,
  every: 10,
  prompts: 100,
  ...lists,
  runs: placesOf(lists).map((place) => ({
    ...place,
    right:
      place.method === 'reinforce' && place.lag === 16
        ? place.seed === 1
          ? [40, 50, 30]
          : [40, 60, 30]
        : [40, 60, 80],
    clip: place.method === 'ppo' ? place.lag / 100 : null,
    gated: place.lag / 50,
    masked: place.lag / 40,
    skipped: 0,
    fingerprint: '0123456789abcdef',
  })),
};

describe('what a cell says', () => {
  it('has the area under the curve by the trapezoid rule', () => {
    expect(areaUnder({ right: [40, 60, 80] }, 100)).toBeCloseTo(0.6, 12);
    // (20 + 60)/2 and (60 + 60)/2, over two pieces.
    expect(areaUnder({ right: [20, 60, 60] }, 100)).toBeCloseTo(0.5, 12);
    expect(areaUnder({ right: [25] }, 100)).toBe(0.25);
  });

  it('counts a run as collapsed from half of its best downwards', () => {
    expect(hasCollapsed({ right: [40, 60, 30] })).toBe(true);
    expect(hasCollapsed({ right: [40, 60, 31] })).toBe(false);
    expect(hasCollapsed({ right: [40, 20] })).toBe(true);
  });

  it('has means over the seeds with their intervals', () => {
    const { final, area, gain, collapsed, clip, gated, masked, curve } = summaryOf(table, {
      method: 'reinforce',
      lag: 16,
    });
    expect(final).toMatchObject({ n: 2, mean: 0.3, deviation: 0, low: 0.3, high: 0.3 });
    expect(gain.mean).toBeCloseTo(-0.1, 12);
    expect(collapsed).toBe(0.5);
    expect(clip).toBeNaN();
    expect(gated).toBeCloseTo(0.32, 12);
    expect(masked).toBeCloseTo(0.4, 12);
    // (40/2 + 50 + 30/2)/2 and (40/2 + 60 + 30/2)/2, of 100.
    expect(area.mean).toBeCloseTo((0.425 + 0.475) / 2, 12);
    expect(curve).toEqual([0.4, 0.55, 0.3]);
  });
});

describe('the change from another cell', () => {
  it('pairs the seeds, whatever order the runs are in', () => {
    const shifted = {
      ...table,
      // Seed 2 has ten more everywhere, which no difference may show.
      runs: table.runs
        .map((run) => (run.seed === 2 ? { ...run, right: run.right.map((value) => value + 10) } : run))
        // The seeds of one lag the other way round.
        .toSorted((a, b) => (a.lag === 16 ? b.seed - a.seed : a.seed - b.seed)),
    };
    const change = changeFrom(shifted, { method: 'reinforce', lag: 16 }, { method: 'reinforce', lag: 0 });
    expect(change.n).toBe(2);
    expect(change.mean).toBeCloseTo(-0.5, 12);
    expect(change.deviation).toBeCloseTo(0, 12);
  });
});

describe('cells chosen by a text', () => {
  it('are the same for the same text, others for another, and never one twice', () => {
    const methods = Object.keys(objectives) as MethodName[];
    const whole = { ...table, methods };
    const chosen = chosenCells(whole, 'c0ffee', 5);
    expect(chosenCells(whole, 'c0ffee', 5)).toEqual(chosen);
    expect(chosenCells(whole, 'decaf', 5)).not.toEqual(chosen);
    expect(new Set(chosenCells(whole, 'x', 200).map(({ method, lag }) => `${method} ${lag}`)).size).toBe(
      methods.length * table.lags.length,
    );
  });
});

describe('the experiment of a cell', () => {
  it('is a valid one for every method, and differs from the base where it has to', () => {
    const base = presetExperiment('stale-v1');
    for (const method of Object.keys(objectives) as MethodName[]) {
      const experiment = cellExperiment(base, { method, lag: 64, seed: 3 }, 200);
      expect(checkRules(experiment)).toEqual([]);
      expect(experiment.schedule).toEqual({ ...base.schedule, mode: 'exact', exactLag: 64 });
      expect(experiment.policy.valueHead).toBe(method === 'a2c' || method === 'v-trace');
      expect(experiment.objective).toEqual({ ...base.objective, name: method });
      expect(experiment.run).toEqual({ ...base.run, seed: 3, updates: 200 });
    }
    const valued = withLayer(base, { policy: { valueHead: true } });
    expect(cellExperiment(valued, { method: 'ppo', lag: 0, seed: 1 }, 10).policy.valueHead).toBe(true);
  });
});

describe('the table as a file', () => {
  it('reads back what was written', () => {
    expect(decodeTable(encodeTable(table))).toEqual({ ok: true, table });
  });

  it('is refused in words where a run is missing', () => {
    const { runs } = table;
    const text = encodeTable({ ...table, runs: runs.slice(0, -1) });
    expect(decodeTable(text)).toEqual({
      ok: false,
      message: 'The table lacks 1 of its runs, the first reinforce at lag 16, seed 2.',
    });
  });

  it.each([
    ['{', /no JSON/],
    ['[]', /not one of this lab/],
    [encodeTable(table).replace('"reinforce"', '"alchemy"'), /methods\.1: is no objective/],
    [encodeTable(table).replace('"clip":0,', '"clip":2,'), /runs\.0\.clip/],
  ])('is refused in words: %#', (text, words) => {
    const parsed = decodeTable(text);
    expect(parsed.ok ? '' : parsed.message).toMatch(words);
  });

  it('never throws', () => {
    const text = encodeTable(table);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 6 }), (at, length, put) => {
        decodeTable(text.slice(0, at) + put + text.slice(at + length));
      }),
      { numRuns: 300 },
    );
  });
});
