import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { RunStore } from '../run/runView.ts';
import { frameOf } from '../testing/fakeSession.ts';
import { decimal, percent, NO_DATA } from './format.ts';
import { summarise } from './summary.ts';

function learnt(): RunStore {
  const run = new RunStore(defaultExperiment());
  run.addAccuracy({ update: 0, value: 0, stage: 'init' });
  run.addAccuracy({ update: 0, value: 0.31, stage: 'warm' });
  run.addAccuracy({ update: 40, value: 0.62, stage: 'update' });
  run.append([frameOf(42, { sample_staleness_theta_avg: 1.84 })]);
  return run;
}

describe('the summary', () => {
  it('tells progress, learning since the warm start, and age', () => {
    expect(summarise({ phase: 'running', warmStart: undefined, run: learnt() })).toBe(
      'Update 42 of 300. Held-out accuracy went from 31 % to 62 %. The last batch was 1.8 versions old on average.',
    );
    expect(summarise({ phase: 'finished', warmStart: undefined, run: learnt() })).toMatch(
      /^Done after 42 updates\./,
    );
  });

  it('tells how far the warm start is, also when it is paused', () => {
    const run = new RunStore(defaultExperiment());
    const warmStart = { update: 80, of: 200, loss: 1.234, cached: false };
    expect(summarise({ phase: 'warm-start', warmStart, run })).toContain('80 of 200 updates, loss 1.23');
    expect(summarise({ phase: 'paused', warmStart, run })).toBe(
      'Paused during the warm start, after 80 of 200 updates.',
    );
  });

  it('says something in every phase without data', () => {
    const run = new RunStore(defaultExperiment());
    for (const phase of [
      'idle',
      'starting',
      'warm-start',
      'running',
      'paused',
      'finished',
      'stopped',
      'failed',
    ] as const) {
      const text = summarise({ phase, warmStart: undefined, run });
      expect(text).not.toBe('');
      expect(text).not.toMatch(/NaN|undefined/);
    }
  });
});

describe('formats', () => {
  it('show missing data as missing', () => {
    expect([percent(NaN), decimal(undefined), percent(0.056, 1), decimal(1.25, 1)]).toEqual([
      NO_DATA,
      NO_DATA,
      '5.6 %',
      '1.3',
    ]);
  });
});
