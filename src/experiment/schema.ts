/**
 * The schema of an experiment, derived from the table, and the only way in for anything from outside: links,
 * files, messages. It never throws; whatever is wrong is told in a sentence that names the field.
 */
import { DEFAULT_PRESET } from './defaults.ts';
import { SCHEMA_VERSION, type Experiment } from './experiment.ts';
import { accepts, fields, findField, quote, refusal } from './fields.ts';
import { migrate, type Stored } from './migrations.ts';
import { findPreset, presetExperiment, presets, withLayer, type Layer } from './presets/index.ts';
import { rules } from './rules.ts';
import type { Setting } from './setting.ts';
import { settings, type SettingValue, type SettingValues } from './settings/index.ts';
import { z } from './zod.ts';

export interface Problem {
  /** Dotted field name, `preset`, `schema`, the unknown name itself, or '' for the whole. */
  readonly field: string;
  /** Whole sentences for a person. */
  readonly message: string;
}

export type ParsedExperiment =
  | { readonly ok: true; readonly experiment: Experiment; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** −0 would differ from 0 after a round trip through text. */
function valueSchema(setting: Setting): z.ZodType<SettingValue> {
  return z
    .custom<SettingValue>((value) => accepts(setting, value))
    .transform((value) => (value === 0 ? 0 : value));
}

function groupSchema(members: Record<string, Setting>): z.ZodType {
  const shape = Object.entries(members).map(([key, setting]) => [key, valueSchema(setting).optional()]);
  return z.strictObject(Object.fromEntries(shape)).optional();
}

/** Any part of an experiment; what is missing comes from its preset. */
const partialSchema = z.strictObject({
  schema: z.literal(SCHEMA_VERSION),
  preset: z
    .custom<string>((value) => typeof value === 'string' && findPreset(value) !== undefined)
    .optional(),
  ...(Object.fromEntries(
    Object.entries(settings).map(([group, members]) => [group, groupSchema(members)]),
  ) as Record<keyof SettingValues, z.ZodType>),
});

/**
 * Reads an experiment from anything: older schema versions are migrated, settings that it lacks are its preset's.
 * Never throws.
 */
export function parseExperiment(input: unknown): ParsedExperiment {
  if (!isPlainObject(input)) return refuse('', `An experiment must be an object; got ${quote(input)}.`);
  const migrated = migrate(input);
  if (!migrated.ok) return refuse('schema', migrated.message);
  const parsed = partialSchema.safeParse(migrated.stored);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, migrated.stored)),
    };
  }
  const { preset = DEFAULT_PRESET } = parsed.data;
  const experiment = withLayer(presetExperiment(preset), givenSettings(parsed.data));
  const problems = checkRules(experiment);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, experiment, notes: migrated.notes };
}

/** The rules between settings that an experiment breaks. */
export function checkRules(experiment: SettingValues): Problem[] {
  return rules.flatMap(({ field, broken }) => {
    const words = broken(experiment);
    return words === undefined ? [] : [{ field, message: `${title(field)} ${words}` }];
  });
}

/** "Max staleness (schedule.maxStaleness)" */
function title(field: string): string {
  const entry = findField(field);
  return entry ? `${entry.setting.label} (${field})` : quote(field);
}

function refuse(field: string, message: string): ParsedExperiment {
  return { ok: false, problems: [{ field, message }] };
}

function problemsOf(issue: z.core.$ZodIssue, stored: Stored): Problem[] {
  const path = issue.path.map(String);
  const field = path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const name = [...path, key].join('.');
      return { field: name, message: `There is no setting called ${quote(name)}.` };
    });
  }
  const value = path.reduce<unknown>((at, key) => (isPlainObject(at) ? at[key] : undefined), stored);
  if (field === 'preset') {
    const known = presets.map((preset) => preset.name).join(', ');
    return [{ field, message: `The preset must be one of ${known}; got ${quote(value)}.` }];
  }
  const entry = findField(field);
  const message = entry
    ? `${title(field)} ${refusal(entry.setting, value)}`
    : `The group ${quote(field)} must be an object with settings; got ${quote(value)}.`;
  return [{ field, message }];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The settings that are given, so that laying them over a preset changes nothing else. */
function givenSettings(parsed: object): Layer {
  const groups = parsed as Record<string, Record<string, unknown> | undefined>;
  const given: Record<string, Record<string, unknown>> = {};
  for (const { group, key } of fields) {
    const value = groups[group]?.[key];
    if (value !== undefined) (given[group] ??= {})[key] = value;
  }
  return given as Layer;
}
