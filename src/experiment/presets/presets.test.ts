/**
 * Presets are frozen: the snapshot beside this file pins the default of every setting, and what differs from it in every
 * preset. A changed line there means that a published preset was edited, directly or through a default: give it a new
 * name, or its old value, instead. New settings and new presets add lines and change none. Only then:
 *
 *   npx vitest run src/experiment/presets --update
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_PRESET, defaultExperiment } from '../defaults.ts';
import { fields } from '../fields.ts';
import { canonicalText, experimentHash } from '../key.ts';
import { parseExperiment } from '../schema.ts';
import { findPreset, presetExperiment, presets } from './index.ts';

describe('presets', () => {
  it('rest on defaults that are frozen', () => {
    const defaults = fields.map(({ setting }) => [setting.url, setting.default]);
    expect(Object.fromEntries(defaults)).toMatchSnapshot();
  });

  it.each(presets)('$name is frozen', ({ name }) => {
    const experiment = presetExperiment(name);
    expect({ hash: experimentHash(experiment), settings: canonicalText(experiment) }).toMatchSnapshot();
  });

  it.each(presets)(
    '$name is a valid experiment that is told in plain words',
    ({ name, title, description, lookAt }) => {
      const experiment = presetExperiment(name);
      expect(parseExperiment(experiment)).toEqual({ ok: true, experiment, notes: [] });
      expect(experiment.preset).toBe(name);
      expect(name).toMatch(/^[a-z0-9-]+-v\d+$/);
      expect(title).not.toMatch(/\.$/);
      expect(description.match(/\.( |$)/g)).toHaveLength(2);
      expect(lookAt).toMatch(/\.$/);
    },
  );

  it('have unique names and titles', () => {
    expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length);
    expect(new Set(presets.map(({ title }) => title)).size).toBe(presets.length);
  });

  it('begin with the defaults', () => {
    expect(presets[0]!.name).toBe(DEFAULT_PRESET);
    expect(presetExperiment(DEFAULT_PRESET)).toEqual(defaultExperiment());
  });

  it('are found by name, and unknown ones are refused', () => {
    expect(findPreset('tiny-v1')?.title).toBe('Tiny, for slow machines');
    expect(findPreset('__proto__')).toBeUndefined();
    expect(() => presetExperiment('nothing-v1')).toThrow('nothing-v1');
  });
});
