import { expect, test } from 'vitest';
import { defaultExperiment } from '../experiment/defaults.ts';
import type { Experiment } from '../experiment/experiment.ts';
import { alwaysFresh, statedLag } from './statedLag.ts';

type Change = Partial<Experiment['schedule']>;
const schedule = (change: Change): Experiment['schedule'] => ({ ...defaultExperiment().schedule, ...change });

test.each<readonly [Change, number, string]>([
  [{ mode: 'synchronous', maxStaleness: 9 }, 0, 'fresh'],
  [{ mode: 'one-step' }, 1, 'one step off'],
  [{ mode: 'bounded', maxStaleness: 4 }, 4, 'η = 4'],
  [{ mode: 'unbounded', overAge: 'drop', maxStaleness: 4 }, 4, 'η = 4'],
  [{ mode: 'unbounded' }, 16, 'full queue'],
  [{ mode: 'unbounded', batchGroups: 10, queueCapacity: 25 }, 3, 'full queue'],
  [{ mode: 'periodic', carriedShare: 0.3 }, 1, '0.3 ahead'],
  [{ mode: 'stages' }, 0, 'fresh'],
  [{ mode: 'exact', exactLag: 64 }, 64, 'k = 64'],
  [{ mode: 'replay', lagTrace: '0x1-7x2-1x1' }, 7, 'record ≤ 7'],
])('%o states %d versions as “%s”', (change, value, text) => {
  expect(statedLag(schedule(change))).toMatchObject({ value, text });
});

test('data is always fresh only where nobody runs ahead and every update is published', () => {
  const fresh = (change: Change): boolean => alwaysFresh(schedule(change));
  expect(fresh({ mode: 'synchronous', publishEvery: 4 })).toBe(true);
  expect(fresh({ mode: 'bounded', maxStaleness: 0 })).toBe(true);
  expect(fresh({ mode: 'bounded', maxStaleness: 0, publishEvery: 2 })).toBe(false);
  expect(fresh({ mode: 'exact', exactLag: 0, publishEvery: 2 })).toBe(true);
  expect(fresh({ mode: 'stages', stageUpdates: 1 })).toBe(true);
  expect(fresh({ mode: 'stages', stageUpdates: 2 })).toBe(false);
  expect(fresh({ mode: 'periodic', carriedShare: 0 })).toBe(true);
  expect(fresh({ mode: 'one-step' })).toBe(false);
  expect(fresh({ mode: 'unbounded', overAge: 'drop', maxStaleness: 1 })).toBe(false);
});
