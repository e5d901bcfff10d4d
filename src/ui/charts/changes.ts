/** Changes of settings as marks on the x axis, and in words. */
import type { Setting } from '../../experiment/setting.ts';
import { settings, type Field, type SettingValue } from '../../experiment/settings/index.ts';
import type { Change } from '../../runtime/session.ts';
import type { ChangeMarker } from '../run/runView.ts';

export interface Mark {
  readonly update: number;
  /** For example `η 2 → 8`; several changes are joined by commas. */
  readonly text: string;
}

function settingOf(field: Field): Setting {
  const [group, key] = field.split('.') as [keyof typeof settings, string];
  return (settings[group] as Record<string, Setting>)[key]!;
}

function valueInWords(setting: Setting, value: SettingValue): string {
  switch (setting.kind) {
    case 'number':
      return setting.names?.[value as number] ?? String(Number((value as number).toPrecision(4)));
    case 'flag':
      return value === true ? 'on' : 'off';
    case 'choice':
      return setting.options.find((option) => option.value === value)?.label ?? String(value);
  }
}

export function describeChange({ field, from, to }: Change): string {
  const setting = settingOf(field);
  return `${setting.symbol ?? setting.label} ${valueInWords(setting, from)} → ${valueInWords(setting, to)}`;
}

/** One mark per update with changes, in order. Two changes of one setting at one update become one. */
export function marksOf(changes: readonly ChangeMarker[]): readonly Mark[] {
  const updates = new Map<number, Map<Field, ChangeMarker>>();
  for (const change of changes) {
    const fields = updates.get(change.update) ?? new Map<Field, ChangeMarker>();
    updates.set(change.update, fields);
    fields.set(change.field, { ...change, from: fields.get(change.field)?.from ?? change.from });
  }
  return [...updates]
    .map(([update, fields]) => ({
      update,
      text: [...fields.values()]
        .filter(({ from, to }) => from !== to)
        .map(describeChange)
        .join(', '),
    }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.update - b.update);
}
