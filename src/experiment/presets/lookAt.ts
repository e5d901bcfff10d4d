/** What to watch on the screen, as far as it is true of an experiment that was made from the preset. */
import { findField, get } from '../fields.ts';
import type { Experiment } from '../experiment.ts';
import type { Field, Group } from '../settings/index.ts';
import { presetExperiment } from './index.ts';
import type { Preset } from './preset.ts';

export interface LookAt {
  readonly text: string;
  /** Whether it holds for the experiment. Else it is the preset's own: a setting that it rests on was changed. */
  readonly holds: boolean;
}

/** `{schedule.maxStaleness}` in a text. */
const VALUE = /\{([a-zA-Z.]+)\}/g;

export function lookAtOf(preset: Preset, experiment: Experiment): LookAt {
  const own = presetExperiment(preset.name);
  const told = valuesIn(preset);
  const changed = restsOn(preset).some(
    (field) => !told.includes(field) && get(own, field) !== get(experiment, field),
  );
  const shown = changed ? own : experiment;
  const text = preset.lookAt.replace(VALUE, (_, field: Field) => String(get(shown, field)));
  return { text, holds: !changed };
}

/** The settings whose values the text tells. @throws RangeError for one that is in no table */
function valuesIn({ name, lookAt }: Preset): readonly Field[] {
  return Array.from(lookAt.matchAll(VALUE), ([, field]) => {
    if (findField(field!) === undefined)
      throw new RangeError(`Preset "${name}" tells "${field}", no setting.`);
    return field as Field;
  });
}

/** The settings without whose values the text would not hold: those that make the preset, and those that it names. */
function restsOn({ layer, alsoRestsOn = [] }: Preset): readonly Field[] {
  const groups = Object.entries(layer) as [Group, object][];
  return [
    ...groups.flatMap(([group, values]) => Object.keys(values).map((key) => `${group}.${key}` as Field)),
    ...alsoRestsOn,
  ];
}
