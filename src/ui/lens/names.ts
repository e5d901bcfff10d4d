/** Methods by the names that the chooser of objectives gives them, and the settings that one reads in words. */
import { fields, get } from '../../experiment/fields.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { methodFamilies } from '../../experiment/settings/methods/names.ts';
import { type MethodName, objectives } from '../../learning/objectives/index.ts';
import { wordsFor } from '../state/fields.ts';

const labels = new Map<string, string>(
  methodFamilies.flatMap(({ methods }) => methods.map(({ value, label }) => [value, label])),
);

export function labelOf(method: MethodName): string {
  return labels.get(method) ?? method;
}

export interface SettingWords {
  readonly label: string;
  readonly value: string;
}

/** What of the experiment's settings this method reads for itself. */
export function settingsOf(method: MethodName, experiment: Experiment): readonly SettingWords[] {
  const { settings, group } = objectives[method];
  const shared: readonly string[] = settings;
  return fields
    .filter((entry) =>
      entry.group === 'objective' ? shared.includes(entry.key) : group !== undefined && entry.group === group,
    )
    .map(({ field, setting }) => ({ label: setting.label, value: wordsFor(field, get(experiment, field)) }));
}
