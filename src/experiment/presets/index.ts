/**
 * Presets: named layers over the defaults. `table.ts` holds them as data; this file resolves them. What a preset
 * does not name follows the defaults.
 */
import { defaultExperiment } from '../defaults.ts';
import type { Experiment } from '../experiment.ts';
import type { Group } from '../settings/index.ts';
import type { Layer, Preset } from './preset.ts';
import { table } from './table.ts';

export type { Layer, Preset } from './preset.ts';

export type PresetName = (typeof table)[number]['name'];

/** All presets, in display order. */
export const presets: readonly Preset[] = table;

/** The preset of that name, or undefined. */
export function findPreset(name: string): Preset | undefined {
  return presets.find((preset) => preset.name === name);
}

/** An experiment with a layer's values put over it. The values are not checked. */
export function withLayer(experiment: Experiment, layer: Layer): Experiment {
  const groups = Object.entries(layer) as [Group, object][];
  const changed = groups.map(([group, values]) => [
    group,
    Object.freeze({ ...experiment[group], ...values }),
  ]);
  return Object.freeze({ ...experiment, ...Object.fromEntries(changed) });
}

const resolved = new Map<string, Experiment>(
  presets.map(({ name, layer }) => [
    name,
    Object.freeze({ ...withLayer(defaultExperiment(), layer), preset: name }),
  ]),
);

/** The whole experiment that a preset names; always the same frozen object. Throws a RangeError for unknown names. */
export function presetExperiment(name: string): Experiment {
  const experiment = resolved.get(name);
  if (!experiment) throw new RangeError(`There is no preset "${name}".`);
  return experiment;
}
