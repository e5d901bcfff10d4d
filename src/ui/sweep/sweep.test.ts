import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../learning/objectives/index.ts';
import { placesOf, type SweepTable } from '../../telemetry/sweep/index.ts';
import { finding, intervalText, rowsOf, shareText, sorted, valueOf } from './measures.ts';
import { readQuery, writeQuery } from './sweepStore.ts';

const lists = {
  methods: ['ppo', 'reinforce', 'gspo'] as readonly MethodName[],
  lags: [0, 64],
  seeds: [1, 2],
};
/** Answers right at the end, of 100. */
const ends: Readonly<Record<string, readonly [seed1: number, seed2: number]>> = {
  'ppo 0': [80, 82],
  'ppo 64': [70, 72],
  'reinforce 0': [80, 82],
  'reinforce 64': [10, 12],
  'gspo 0': [84, 80],
  'gspo 64': [84, 82],
};

const table: SweepTable = {
  preset: 'stale-v1',
  experiment: 'preset=stale-v1',
  commit: 'c0ffee',
  engine: 'wasm simd',
  command: 'npm run sweep',
  updates: 10,
  every: 10,
  prompts: 100,
  ...lists,
  runs: placesOf(lists).map((place) => ({
    ...place,
    right: [40, ends[`${place.method} ${place.lag}`]![place.seed - 1]!],
    clip: place.method === 'ppo' ? 0.1 : null,
    gated: 0.2,
    masked: 0.3,
    skipped: 0,
    fingerprint: '0123456789abcdef',
  })),
};
const rows = rowsOf(table);
const order = (lag: number | undefined, measure: 'final' | 'clip' = 'final') =>
  sorted(rows, measure, lag).map(({ method }) => method);

describe('the rows of the heat map', () => {
  it('stand in the families’ order, or by what a lag has', () => {
    expect(order(undefined)).toEqual(['reinforce', 'ppo', 'gspo']);
    expect(order(64)).toEqual(['gspo', 'ppo', 'reinforce']);
    // Those without a number come last.
    expect(order(0, 'clip')).toEqual(['ppo', 'reinforce', 'gspo']);
  });

  it('compare each seed with itself at the smallest lag', () => {
    const [fresh, stale] = rows.find(({ method }) => method === 'reinforce')!.cells;
    expect(valueOf(fresh!, 'change').value).toBeNaN();
    expect(valueOf(stale!, 'change').value).toBeCloseTo(-0.7, 12);
    expect(valueOf(stale!, 'change').half).toBeCloseTo(0, 12);
    expect(valueOf(stale!, 'collapsed')).toEqual({ value: 1, half: NaN });
    expect(valueOf(stale!, 'clip').value).toBeNaN();
  });

  it('are summed up in words that follow the table', () => {
    expect(finding(rows, table.lags)).toBe(
      'From lag 0 to 64, 2 of 3 objectives lose accuracy, each by its own 95 % interval. At lag 64 at least one run collapsed under 1 of them, and the highest mean is GSPO’s, 0.83.',
    );
  });
});

describe('numbers', () => {
  it.each([
    [0.826, '.83'],
    [1, '1.00'],
    [-0.214, '−.21'],
    [-0.001, '.00'],
    [NaN, '–'],
  ])('%f reads %s', (value, text) => expect(shareText(value)).toBe(text));

  it('are told with their interval where there is one', () => {
    expect(intervalText({ n: 2, mean: -0.5, deviation: 0.1, low: -0.6, high: -0.4 })).toBe(
      '−0.500 [−0.600, −0.400]',
    );
    expect(intervalText({ n: 1, mean: 0.5, deviation: NaN, low: NaN, high: NaN })).toBe('0.500');
  });
});

describe('the address', () => {
  it('reads back what is shown, and keeps what is not its own', () => {
    const shown = { measure: 'change', order: 64, cell: { method: 'gspo', lag: 0 } } as const;
    const search = writeQuery('?view=sweep&x=1', shown);
    expect(search).toBe('?view=sweep&x=1&measure=change&order=64&cell=gspo.0');
    expect(readQuery(search, table)).toEqual(shown);
    const nothing = { measure: 'final', order: undefined, cell: undefined } as const;
    expect(writeQuery(search, nothing)).toBe('?view=sweep&x=1');
  });

  it('leaves out whatever is none of this', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('ppo.7', 'alchemy.0', '64', 'gspo.0', 'area'));
    fc.assert(
      fc.property(word, word, word, (measure, by, cell) => {
        const query = new URLSearchParams({ measure, order: by, cell });
        const shown = readQuery(`?${query}`, table);
        expect(readQuery(writeQuery('', shown), table)).toEqual(shown);
      }),
    );
  });
});
