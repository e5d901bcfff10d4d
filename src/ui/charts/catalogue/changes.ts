/** Changes of settings as marks on the x axis, and in words. */
import { settingOf } from '../../../experiment/fields.ts';
import type { Field, SettingValue } from '../../../experiment/settings/index.ts';
import type { Change } from '../../../runtime/session.ts';
import type { ChangeMarker } from '../../run/runView.ts';
import { formatNumber, wordsFor } from '../../state/fields.ts';

export interface Mark {
  readonly update: number;
  /** For example `η 2 → 8`; several changes are joined by commas. */
  readonly text: string;
}

/** As `wordsFor`, without the unit: the symbol beside it says enough. */
function bare(field: Field, value: SettingValue): string {
  const setting = settingOf(field);
  const named = setting.kind === 'number' && setting.names?.[value as number] !== undefined;
  return typeof value === 'number' && !named ? formatNumber(value) : wordsFor(field, value);
}

export function describeChange({ field, from, to }: Change): string {
  const setting = settingOf(field);
  return `${setting.symbol ?? setting.label} ${bare(field, from)} → ${bare(field, to)}`;
}

const known = new WeakMap<readonly ChangeMarker[], readonly Mark[]>();

/** `findMarks`, remembered: the same changes always give the same array. */
export function marksOf(changes: readonly ChangeMarker[]): readonly Mark[] {
  let marks = known.get(changes);
  if (marks === undefined) {
    marks = findMarks(changes);
    known.set(changes, marks);
  }
  return marks;
}

/** One mark per update with changes, in order. Two changes of one setting at one update become one. */
function findMarks(changes: readonly ChangeMarker[]): readonly Mark[] {
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
