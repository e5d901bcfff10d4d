import { describe, expect, it } from 'vitest';
import type { ContestantName } from '../../benchmark/contestant.ts';
import { LocalHost } from '../../benchmark/host.ts';
import { productsOf } from '../../benchmark/products.ts';
import { Benchmark } from './benchmark.ts';
import { factor, milliseconds, rowsOf, titleOf } from './rows.ts';

const TIMES: Readonly<Partial<Record<ContestantName, number>>> = { wasm: 20, 'tfjs-wasm': 160, tfjs: 800 };

/** Contestants that claim to take given times. `onRun` is told of every run. */
function threads(onRun: () => void = () => undefined, times = TIMES) {
  let ended = 0;
  const host = new LocalHost({}, async (name) => async (benchmarkCase) => {
    const ms = times[name];
    if (ms === undefined && name !== 'products-wasm') throw new Error('not in this browser');
    return {
      description: { threads: name === 'tfjs' ? 4 : 1, notes: name },
      run: async () => {
        onRun();
        return ms === undefined ? productsOf(benchmarkCase).map(() => 0.1) : [ms];
      },
      dispose: () => undefined,
    };
  });
  const end = () => {
    ended++;
  };
  return { make: () => ({ hostOf: () => host, end }), ended: () => ended };
}

/** A clock that goes on by a second whenever it is looked at. */
function clock() {
  let ms = 0;
  return () => (ms += 1000);
}

describe('the benchmark of the page', () => {
  it('measures one case or several, and ends its threads', async () => {
    const { make, ended } = threads();
    const benchmark = new Benchmark(make, clock());
    await benchmark.begin(true);
    expect(benchmark.state.getState()).toMatchObject({ phase: 'done', progress: { at: 1, of: 1 } });
    expect(benchmark.state.getState().results.map(titleOf)).toEqual(['Training step']);
    expect(ended()).toBe(1);
    await benchmark.begin(false);
    expect(benchmark.state.getState().results.map(titleOf)).toEqual([
      'Training step',
      'Generation',
      'Training step of the default preset',
    ]);
  });

  it('does not begin twice at once', async () => {
    const { make, ended } = threads();
    const benchmark = new Benchmark(make, clock());
    await Promise.all([benchmark.begin(true), benchmark.begin(true)]);
    expect(ended()).toBe(1);
  });

  it('stops with what it has', async () => {
    const box: { benchmark?: Benchmark } = {};
    const { make, ended } = threads(() => {
      if (box.benchmark!.state.getState().results.length === 1) box.benchmark!.stop();
    });
    box.benchmark = new Benchmark(make, clock());
    await box.benchmark.begin(false);
    expect(box.benchmark.state.getState().phase).toBe('stopped');
    expect(box.benchmark.state.getState().results).toHaveLength(1);
    expect(ended()).toBeGreaterThan(0);
  });

  it('says why it failed', async () => {
    const { make } = threads(undefined, {});
    const benchmark = new Benchmark(make, clock());
    await benchmark.begin(true);
    expect(benchmark.state.getState()).toMatchObject({ phase: 'failed', message: 'not in this browser' });
  });
});

it('rows begin with the limit, go from fast to slow, and end with who did not run', async () => {
  const benchmark = new Benchmark(threads().make, clock());
  await benchmark.begin(true);
  const rows = rowsOf(benchmark.state.getState().results[0]!);
  expect(rows.map(({ id }) => id)).toEqual(['limit', 'wasm', 'tfjs-wasm', 'tfjs', 'jaxjs']);
  expect(rows[1]).toMatchObject({ ms: 20, times: 1, share: 0.025 });
  expect(rows[3]).toMatchObject({ ms: 800, times: 40, share: 1, note: '4 threads; tfjs' });
  expect(rows[4]).toMatchObject({ ms: NaN, share: 0, note: 'Did not run here: not in this browser' });
});

it('numbers have no more digits than they mean', () => {
  expect(milliseconds(1234.5)).toBe('1230 ms');
  expect(milliseconds(0.12345)).toBe('0.123 ms');
  expect(milliseconds(NaN)).toBe('–');
  expect([factor(0.5), factor(9.876), factor(41.4), factor(NaN)]).toEqual(['0.50 ×', '9.88 ×', '41 ×', '–']);
});
