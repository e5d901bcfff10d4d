import { expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { testSample } from '../memory/testSample.ts';
import type { Sample } from '../memory/sample.ts';
import { withoutOverAge } from './overAge.ts';

/** A prompt of two tokens, then one token of each of these versions. */
function sampleOf(...versions: readonly number[]): Sample {
  const length = 2 + versions.length;
  return {
    ...testSample(0, length),
    promptLength: 2,
    length,
    versions: Int32Array.of(-1, -1, ...versions),
    lossMask: Uint8Array.of(0, 0, ...versions.map(() => 1)),
  };
}

const masks = (schedule: Partial<Experiment['schedule']>, ...samples: readonly Sample[]): number[][] => {
  const experiment = { schedule: { ...defaultExperiment().schedule, overAge: 'drop', ...schedule } } as const;
  return withoutOverAge(samples, experiment, 7).map(({ lossMask }) => [...lossMask]);
};

const old = sampleOf(3, 3, 5, 6);
const fresh = sampleOf(5, 6);

test('tokens over the age are left out, sample by sample', () => {
  const schedule = { dropLevel: 'sample', maxStaleness: 2 } as const;
  expect(masks(schedule, old, fresh)).toEqual([
    [0, 0, 0, 0, 1, 1],
    [0, 0, 1, 1],
  ]);
  expect(masks({ ...schedule, maxStaleness: 0 }, old, fresh).flat()).toEqual(new Array(10).fill(0));
  expect(masks({ ...schedule, mode: 'periodic', carriedShare: 3.5 }, old)).toEqual([[0, 0, 1, 1, 1, 1]]);
});

test('nothing is left out where prompts are dropped whole, or nothing is dropped', () => {
  const all = [
    [0, 0, 1, 1, 1, 1],
    [0, 0, 1, 1],
  ];
  expect(masks({ dropLevel: 'group', maxStaleness: 2 }, old, fresh)).toEqual(all);
  expect(masks({ dropLevel: 'sample', overAge: 'train', maxStaleness: 2 }, old, fresh)).toEqual(all);
  expect(masks({ dropLevel: 'sample', mode: 'exact', maxStaleness: 2 }, old, fresh)).toEqual(all);
});
