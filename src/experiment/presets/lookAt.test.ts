import { describe, expect, it } from 'vitest';
import { withValue } from '../fields.ts';
import { findPreset, presetExperiment, presets } from './index.ts';
import { lookAtOf } from './lookAt.ts';

describe('what to look at', () => {
  it.each(presets)('$name as it is holds, with every value told', (preset) => {
    const { text, holds } = lookAtOf(preset, presetExperiment(preset.name));
    expect(holds).toBe(true);
    expect(text).not.toMatch(/[{}]|undefined/);
  });

  it('follows a value that it tells', () => {
    const sort = findPreset('sort-4-v1')!;
    const changed = withValue(presetExperiment(sort.name), 'schedule.maxStaleness', 8);
    expect(lookAtOf(sort, changed)).toEqual({
      text: 'Reward and held-out accuracy rise while the staleness histogram stays within 0 and 8.',
      holds: true,
    });
    const exact = findPreset('exact-lag-v1')!;
    const older = withValue(presetExperiment(exact.name), 'schedule.exactLag', 3);
    expect(lookAtOf(exact, older).text).toBe(
      'After the first 3 updates the staleness histogram is one bar at 3.',
    );
  });

  it('is the preset’s own once a setting is changed that it rests on, and no other', () => {
    const synchronous = findPreset('synchronous-v1')!;
    const own = presetExperiment(synchronous.name);
    expect(lookAtOf(synchronous, withValue(own, 'run.seed', 9)).holds).toBe(true);
    expect(lookAtOf(synchronous, withValue(own, 'schedule.maxStaleness', 2)).holds).toBe(false);
    const sort = findPreset('sort-4-v1')!;
    const eight = withValue(presetExperiment(sort.name), 'schedule.maxStaleness', 8);
    const { text, holds } = lookAtOf(sort, withValue(eight, 'schedule.mode', 'exact'));
    expect(holds).toBe(false);
    expect(text).toContain('within 0 and 2.');
  });
});
