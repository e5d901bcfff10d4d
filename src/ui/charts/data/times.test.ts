import { describe, expect, it } from 'vitest';
import type { Occupations } from '../../run/runView.ts';
import { timesOf } from './times.ts';

function moment(training: number, waiting: number, ...workers: readonly [number, number][]): Occupations {
  return {
    at: training + waiting,
    learner: { training, waiting, publishing: 0, evaluating: 0 },
    workers: workers.map(([generating, idle], worker) => ({
      worker,
      seconds: { generating, waiting: idle },
    })),
  };
}

const shares = (moments: readonly Occupations[]) =>
  timesOf(moments).map(({ name, parts }) => [
    name,
    ...parts.filter(({ share }) => share > 0).map(({ occupation, share }) => `${occupation} ${share}`),
  ]);

describe('the use of time', () => {
  it('is the difference of the first and the last moment', () => {
    expect(shares([moment(10, 10, [5, 5]), moment(11, 10, [5, 6]), moment(13, 11, [6, 8])])).toEqual([
      ['Learner', 'training 0.75', 'waiting 0.25'],
      ['Worker 1', 'generating 0.25', 'waiting 0.75'],
    ]);
  });

  it('counts from the beginning where there is one moment, or a worker is new', () => {
    expect(shares([moment(1, 3)])).toEqual([['Learner', 'training 0.25', 'waiting 0.75']]);
    expect(shares([moment(1, 3, [9, 9]), moment(3, 3, [1, 3], [2, 2])])).toEqual([
      ['Learner', 'training 1'],
      ['Worker 1', 'generating 0.25', 'waiting 0.75'],
      ['Worker 2', 'generating 0.5', 'waiting 0.5'],
    ]);
  });

  it('leaves out who has no time, and knows nothing of nothing', () => {
    expect(shares([moment(0, 0, [0, 0])])).toEqual([]);
    expect(timesOf([])).toEqual([]);
  });
});
