/** The settings of an evaluation, from the command line: a flat object of the method's own and the shared ones. */
import { defaultExperiment } from '../../experiment/defaults.ts';
import { accepts, quote, refusal } from '../../experiment/fields.ts';
import type { Setting } from '../../experiment/setting.ts';
import { settings as tables } from '../../experiment/settings/index.ts';
import { type LearningSettings, type MethodName, objectives } from '../../learning/objectives/index.ts';
import { UsageError } from '../command.ts';

type Group = keyof LearningSettings;
type Values = Record<string, unknown>;

/**
 * The groups in which a key may lie, the method's own first. `correction` and `kl` are given as objects of their own, as
 * their keys could be mistaken for a method's.
 */
function groupsOf(method: MethodName): readonly Group[] {
  const { group } = objectives[method];
  return group === undefined ? ['objective'] : [group, 'objective'];
}

/** The settings that a method takes, by the name under which `--settings` takes them. */
export function settingsOf(method: MethodName): readonly (readonly [key: string, setting: Setting])[] {
  const { group, settings: shared } = objectives[method];
  const own = group === undefined ? [] : Object.entries(tables[group] as Record<string, Setting>);
  const taken = new Set(own.map(([key]) => key));
  const rules = ['rejectedTokens', 'emptySequences', 'entropyBonus'];
  const others = Object.entries(tables.objective as Record<string, Setting>).filter(
    ([key]) => !taken.has(key) && ((shared as readonly string[]).includes(key) || rules.includes(key)),
  );
  return [...own, ...others];
}

/**
 * @param json the text of `--settings`
 * @param aggregation a mode; as published when left out
 * @throws UsageError that names what is wrong
 */
export function readSettings(
  name: string,
  json: string | undefined,
  aggregation: string | undefined,
): LearningSettings {
  if (!Object.hasOwn(objectives, name)) {
    throw new UsageError(
      `There is no objective ${quote(name)}; there are: ${Object.keys(objectives).join(', ')}.`,
    );
  }
  const method = name as MethodName;
  const values: Record<string, Values> = {
    ...(defaultExperiment() as unknown as Record<string, Values>),
  };
  const set = (group: Group, key: string, value: unknown): void => {
    const setting = (tables[group] as Record<string, Setting>)[key]!;
    if (!accepts(setting, value))
      throw new UsageError(`${setting.label} (${key}) ${refusal(setting, value)}`);
    values[group] = { ...values[group], [key]: value };
  };
  set('objective', 'name', method);
  set('objective', 'aggregation', aggregation ?? 'as-published');
  for (const [key, value] of Object.entries(parseObject(json))) {
    if (key === 'correction' || key === 'kl') {
      for (const [inner, own] of Object.entries(asObject(value, key))) {
        if (!Object.hasOwn(tables[key], inner)) throw unknown(`${key}.${inner}`, Object.keys(tables[key]));
        set(key, inner, own);
      }
      continue;
    }
    const group = groupsOf(method).find((candidate) => Object.hasOwn(tables[candidate], key));
    if (group === undefined || key === 'name' || key === 'aggregation') {
      throw unknown(key, [...settingsOf(method).map(([known]) => known), 'correction', 'kl']);
    }
    set(group, key, value);
  }
  return values as unknown as LearningSettings;
}

function parseObject(json: string | undefined): Values {
  if (json === undefined) return {};
  try {
    return asObject(JSON.parse(json), '--settings');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--settings is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function asObject(value: unknown, what: string): Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${what} must be an object; got ${quote(value)}.`);
  }
  return value as Values;
}

function unknown(key: string, known: readonly string[]): UsageError {
  return new UsageError(`There is no setting ${quote(key)} here; there are: ${known.join(', ')}.`);
}
