import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../../experiment/experiment.ts';
import { RunStore } from '../../run/runView.ts';
import { frameOf } from '../../testing/fakeSession.ts';
import type { LineChartSpec } from '../catalogue/spec.ts';
import { lineTable } from './lineTable.ts';

const spec: LineChartSpec = {
  kind: 'lines',
  id: 'any',
  title: 'Reward and accuracy',
  scale: 'unit',
  format: 'plain',
  series: [
    { metric: 'task_reward', label: 'reward', colour: 'red' },
    { metric: 'accuracy', label: 'held-out', colour: 'blue' },
  ],
  about: '',
};

function run(): RunStore {
  const store = new RunStore({} as Experiment);
  store.addAccuracy({ update: 0, value: 0.4, stage: 'warm' });
  store.append([frameOf(1, { task_reward: 0.1 }), frameOf(2), frameOf(3, { task_reward: 0.3 })]);
  return store;
}

describe('a chart of lines as a table', () => {
  it('tells all rows with where they lie, for a file', () => {
    const { columns, rows } = lineTable(spec, run(), [{ update: 2, text: 'η 2 → 8' }], undefined, true);
    expect(columns.map(({ name }) => name)).toEqual([
      'update',
      'samples',
      'seconds',
      'task_reward',
      'accuracy',
      'changed',
    ]);
    expect(rows).toEqual([
      [0, 0, 0, NaN, 0.4, ''],
      [1, 128, 0.25, 0.1, 0.4, ''],
      [2, 256, 0.5, NaN, 0.4, 'η 2 → 8'],
      [3, 384, 0.75, 0.3, 0.4, ''],
    ]);
  });

  it('tells the newest first on the screen, and only what the zoom shows', () => {
    const { rows } = lineTable(spec, run(), [], { from: 1, to: 2 }, false);
    expect(rows.map(([update]) => update)).toEqual([2, 1]);
  });
});
