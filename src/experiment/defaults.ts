/** The experiment that the table of settings describes by its defaults. */
import { SCHEMA_VERSION, type Experiment } from './experiment.ts';
import type { Setting } from './setting.ts';
import { settings, type SettingValues } from './settings/index.ts';

/** Preset that stands for the defaults, and that a link without a preset begins from. */
export const DEFAULT_PRESET = 'sort-4-v1';

const values = Object.freeze(
  Object.fromEntries(
    Object.entries(settings).map(([group, members]) => [
      group,
      Object.freeze(
        Object.fromEntries(
          Object.entries(members as Record<string, Setting>).map(([key, setting]) => [key, setting.default]),
        ),
      ),
    ]),
  ),
) as unknown as SettingValues;

const experiment: Experiment = Object.freeze({ schema: SCHEMA_VERSION, preset: DEFAULT_PRESET, ...values });

/** All defaults. Always the same frozen object. */
export function defaultExperiment(): Experiment {
  return experiment;
}
