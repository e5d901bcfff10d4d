import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { frameOf } from '../testing/fakeSession.ts';
import { RECENT_FRAMES, RunStore } from './runView.ts';

describe('the run store', () => {
  it('keeps every value of every metric while it grows', () => {
    const run = new RunStore(defaultExperiment());
    for (let update = 1; update <= 1000; update++) run.append([frameOf(update, { loss: update / 2 })]);
    expect(run.length).toBe(1000);
    expect(run.updates.at(999)).toBe(1000);
    expect(
      run
        .series('loss')
        .view()
        .every((value, index) => value === (index + 1) / 2),
    ).toBe(true);
    expect(run.series('entropy').at(0)).toBeNaN();
    expect(run.series('loss').at(1000)).toBeNaN();
  });

  it('keeps the histograms of the last frames only', () => {
    const run = new RunStore(defaultExperiment());
    for (let update = 1; update <= RECENT_FRAMES + 10; update++) run.append([frameOf(update)]);
    expect(run.recent).toHaveLength(RECENT_FRAMES);
    expect(run.recent[0]?.update).toBe(11);
    expect(run.latest).toBe(run.recent.at(-1));
  });

  it('keeps the use of time for as far back as it is shown, and one moment more', () => {
    const run = new RunStore(defaultExperiment());
    const learner = { waiting: 0, training: 0, publishing: 0, evaluating: 0 };
    const at = (seconds: number) => ({ at: seconds, learner, workers: [] });
    for (let second = 0; second <= 60; second += 4) run.addOccupations(at(second));
    expect(run.occupations.map((moment) => moment.at)).toEqual([48, 52, 56, 60]);
    run.addOccupations(at(500));
    expect(run.occupations.map((moment) => moment.at)).toEqual([60, 500]);
  });

  it('announces only when there is news, and gives the version to compare', () => {
    const run = new RunStore(defaultExperiment());
    let heard = 0;
    const leave = run.subscribe(() => heard++);
    run.notify();
    expect(heard).toBe(0);
    run.append([frameOf(1)]);
    run.append([]);
    run.notify();
    run.notify();
    expect([heard, run.getVersion()]).toEqual([1, 1]);
    leave();
    run.addAccuracy({ update: 1, value: 0.5, stage: 'update' });
    run.notify();
    expect([heard, run.getVersion()]).toEqual([1, 2]);
  });
});
