import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../../experiment/experiment.ts';
import { RunStore } from '../../run/runView.ts';
import { frameOf } from '../../testing/fakeSession.ts';
import { axisNames, positionOf, updateAt } from './axis.ts';

/** Frames of these updates; an update takes 100 samples, and seconds as given. */
function runOf(updates: readonly number[], seconds: readonly number[]): RunStore {
  const store = new RunStore({} as Experiment);
  store.append(
    updates.map((update, index) => ({
      ...frameOf(update),
      seconds: seconds[index]!,
      samples: 100 * update,
    })),
  );
  return store;
}

describe('the horizontal axis', () => {
  const run = runOf([1, 2, 4], [2, 3, 7]);

  it('knows where an update lies: at its frame, between two, and before the first', () => {
    expect([0, 0.5, 1, 2, 3, 4].map((update) => positionOf(run, 'seconds', update))).toEqual([
      0, 1, 2, 3, 5, 7,
    ]);
    expect(positionOf(run, 'samples', 3)).toBe(300);
    expect(positionOf(run, 'update', 3.5)).toBe(3.5);
  });

  it('puts what has not happened yet at the last frame', () => {
    expect(positionOf(run, 'seconds', 9)).toBe(7);
    expect(updateAt(run, 'seconds', 100)).toBe(4);
    const empty = runOf([], []);
    expect(axisNames.map((axis) => positionOf(empty, axis, 0))).toEqual([0, 0, 0]);
    expect(updateAt(empty, 'samples', 5)).toBe(0);
  });

  it('survives two frames at one moment', () => {
    const still = runOf([1, 2, 3], [1, 1, 2]);
    expect(updateAt(still, 'seconds', 1)).toBe(2);
    expect(updateAt(still, 'seconds', 1.5)).toBe(2.5);
  });

  it('finds the way back', () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.double({ min: 0.01, max: 9, noNaN: true })),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(...axisNames),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (way, axis, share) => {
          let [update, second] = [0, 0];
          const frames = way.map(([more, longer]) => [(update += more), (second += longer)] as const);
          const some = runOf(
            frames.map(([at]) => at),
            frames.map(([, at]) => at),
          );
          const at = share * update;
          // Two straight lines and back, at up to 120 updates.
          expect(updateAt(some, axis, positionOf(some, axis, at))).toBeCloseTo(at, 8);
        },
      ),
    );
  });
});
