/**
 * Reading, writing and comparing single settings of an experiment by field name (`schedule.maxStaleness`).
 * Everything is derived from the table. Nothing here checks rules between settings; `schema.ts` does.
 */
import type { Experiment } from './experiment.ts';
import { readList } from './lists.ts';
import type { NumberSetting, Setting } from './setting.ts';
import { settings, type Field, type Group, type SettingValue, type SettingValues } from './settings/index.ts';

export interface FieldEntry {
  readonly field: Field;
  readonly group: Group;
  readonly key: string;
  readonly setting: Setting;
}

export interface Difference {
  readonly field: Field;
  readonly from: SettingValue;
  readonly to: SettingValue;
}

/** Type of a field's value. */
export type ValueAt<F extends Field> = F extends `${infer G extends Group}.${infer K}`
  ? K extends keyof SettingValues[G]
    ? SettingValues[G][K]
    : never
  : never;

/** All settings, in table order. */
export const fields: readonly FieldEntry[] = Object.entries(settings).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Setting>).map(([key, setting]) => ({
    field: `${group}.${key}` as Field,
    group: group as Group,
    key,
    setting,
  })),
);

const byField = new Map<string, FieldEntry>(fields.map((entry) => [entry.field, entry]));
const byUrl = new Map<string, FieldEntry>(fields.map((entry) => [entry.setting.url, entry]));

/** The entry of a field name, or undefined where the table has none such. */
export function findField(name: string): FieldEntry | undefined {
  return byField.get(name);
}

/** The entry of a short name as links use it (`eta`), or undefined. */
export function findUrlName(name: string): FieldEntry | undefined {
  return byUrl.get(name);
}

/** The setting behind a field. */
export function settingOf(field: Field): Setting {
  return byField.get(field)!.setting;
}

/** Value of a field. */
export function get<F extends Field>(experiment: SettingValues, field: F): ValueAt<F> {
  const { group, key } = byField.get(field)!;
  return (experiment[group] as Record<string, SettingValue>)[key] as ValueAt<F>;
}

/** A copy with one value changed; the same object when it already has that value. The value is not checked. */
export function withValue<F extends Field>(experiment: Experiment, field: F, value: ValueAt<F>): Experiment {
  if (get(experiment, field) === value) return experiment;
  const { group, key } = byField.get(field)!;
  return Object.freeze({ ...experiment, [group]: Object.freeze({ ...experiment[group], [key]: value }) });
}

/** The fields whose values differ, in table order. Schema and preset are not compared. */
export function differences(a: SettingValues, b: SettingValues): Difference[] {
  return fields.flatMap(({ field }) => {
    const from = get(a, field);
    const to = get(b, field);
    return from === to ? [] : [{ field, from, to }];
  });
}

/** Whether one of the changes is felt only after a reset. */
export function needsReset(changes: readonly { readonly field: Field }[]): boolean {
  return changes.some(({ field }) => settingOf(field).effect === 'reset');
}

/** A value as text: shortest form that reads back exactly; `on` and `off` for flags. */
export function formatValue(value: SettingValue): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The value that a text stands for by its form alone: a decimal number, `on`/`true` and `off`/`false`, else the
 * text itself. Not bound to a setting, so that texts of every schema version can be read before migration.
 */
export function readText(text: string): SettingValue {
  if (DECIMAL.test(text)) {
    const value = Number(text);
    if (Number.isFinite(value)) return value;
  }
  if (text === 'on' || text === 'true') return true;
  if (text === 'off' || text === 'false') return false;
  return text;
}

export type ParsedValue =
  { readonly ok: true; readonly value: SettingValue } | { readonly ok: false; readonly message: string };

/** Reads a value as typed by a person or given on a command line. The message begins with "must be". */
export function parseValue(setting: Setting, text: string): ParsedValue {
  const value = setting.kind === 'list' ? (readList(text, setting) ?? text) : readText(text.trim());
  return accepts(setting, value)
    ? { ok: true, value: value === 0 ? 0 : value }
    : { ok: false, message: refusal(setting, value) };
}

/** Whether a value of any type is valid for the setting. */
export function accepts(setting: Setting, value: unknown): value is SettingValue {
  switch (setting.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return setting.options.some((option) => option.value === value);
    case 'list':
      return typeof value === 'string' && readList(value, setting) === value;
    case 'number':
      return (
        typeof value === 'number' &&
        value >= setting.min &&
        value <= setting.max &&
        (!setting.integer || Number.isInteger(value))
      );
  }
}

/** What a value must be and is not, e.g. "must be between 0 and 64; got 900." */
export function refusal(setting: Setting, value: unknown): string {
  return `must be ${requirement(setting, value)}; got ${quote(value)}.`;
}

function requirement(setting: Setting, value: unknown): string {
  switch (setting.kind) {
    case 'flag':
      return 'on or off';
    case 'choice':
      return `one of ${setting.options.map((option) => option.value).join(', ')}`;
    case 'list':
      return `at most ${setting.longest} whole numbers between ${setting.min} and ${setting.max}, written as runs such as 0x1-2x5 (0, then five times 2)`;
    case 'number':
      return `${kindOfNumber(setting, value)}between ${setting.min} and ${setting.max}`;
  }
}

function kindOfNumber(setting: NumberSetting, value: unknown): string {
  if (setting.integer && (typeof value !== 'number' || !Number.isInteger(value))) return 'a whole number ';
  return typeof value === 'number' && !Number.isNaN(value) ? '' : 'a number ';
}

/** Any value as a short readable text for a message. Characters that do not show, or turn the line, become �. */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    const shown = [...value].slice(0, 40).join('');
    return `"${shown.replace(/\p{C}/gu, '\ufffd')}${shown.length < value.length ? '…' : ''}"`;
  }
  if (Array.isArray(value)) return 'a list';
  if (value === undefined) return 'nothing';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
