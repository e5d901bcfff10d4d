/** What is to be evaluated, from the command line: an objective or a recipe, and a flat object of settings over it. */
import { defaultExperiment } from '../../experiment/defaults.ts';
import { accepts, quote, refusal } from '../../experiment/fields.ts';
import { findRecipe, type Recipe, recipes, withRecipe } from '../../experiment/recipes/index.ts';
import type { Setting } from '../../experiment/setting.ts';
import { settings as tables, type SettingValues } from '../../experiment/settings/index.ts';
import { advantages, rulesOf } from '../../learning/advantages/index.ts';
import { type LearningSettings, type MethodName, objectives } from '../../learning/objectives/index.ts';
import { penalisesRewards } from '../../learning/objectives/klPenalty.ts';
import { UsageError } from '../command.ts';
import { type AdvantageWish, findEstimator } from './advantage.ts';

/** Keys of the `objective` group that every method reads. */
const FOR_ALL = ['rejectedTokens', 'emptySequences', 'ratioClamp', 'entropyBonus'];
/** Groups that are given as objects of their own, as their keys could be mistaken for a method's. */
const NESTED = ['correction', 'kl', 'advantage'] as const;
/** Of `advantage` only what an estimator reads; the rest is about whole answers, which the command does not know. */
const ADVANTAGE_KEYS = ['stdEpsilon', 'single', 'temperature'];

type Group = keyof LearningSettings | 'advantage';
type Values = Record<string, unknown>;

export interface Request {
  readonly settings: LearningSettings;
  readonly recipe: Recipe | undefined;
  readonly wish: AdvantageWish;
}

export interface RequestOptions {
  /** The name of an objective or of a recipe. */
  readonly method: string;
  /** The text of `--settings`. */
  readonly json?: string | undefined;
  /** A mode; as published, or as the recipe has it, when left out. */
  readonly aggregation?: string | undefined;
  /** The name of an estimator. */
  readonly advantage?: string | undefined;
}

/** The settings that a method takes, by the name under which `--settings` takes them. */
export function settingsOf(method: MethodName): readonly (readonly [key: string, setting: Setting])[] {
  const { group, settings: shared } = objectives[method];
  const own = group === undefined ? [] : Object.entries(tables[group] as Record<string, Setting>);
  const taken = new Set(own.map(([key]) => key));
  const others = Object.entries(tables.objective as Record<string, Setting>).filter(
    ([key]) => !taken.has(key) && ((shared as readonly string[]).includes(key) || FOR_ALL.includes(key)),
  );
  return [...own, ...others];
}

/** @throws UsageError that names what is wrong */
export function readRequest({ method: name, json, aggregation, advantage }: RequestOptions): Request {
  const recipe = findRecipe(name);
  if (recipe === undefined && !Object.hasOwn(objectives, name)) {
    throw new UsageError(
      `There is no objective or recipe ${quote(name)}; there are: ${Object.keys(objectives).join(', ')}; and the recipes ${recipes.map((known) => known.name).join(', ')}.`,
    );
  }
  const method = recipe?.method ?? (name as MethodName);
  const values = new Sheet(recipe);
  values.set('objective', 'name', method);
  if (aggregation !== undefined || recipe === undefined) {
    values.set('objective', 'aggregation', aggregation ?? 'as-published');
  }
  for (const [key, value] of Object.entries(parseObject(json))) values.read(method, key, value);
  const { settings } = values;
  return {
    settings,
    recipe,
    wish: {
      asked: advantage === undefined ? undefined : findEstimator(advantage),
      usual: recipe && advantages[settings.advantage.estimator],
      rules: rulesOf(settings.advantage),
      own: objectives[method].ownAdvantages === true,
      kl: penalisesRewards(settings) ? settings.kl : undefined,
    },
  };
}

/** The settings as they are read, checked one by one. */
class Sheet {
  readonly #values: Record<string, Values>;

  constructor(recipe: Recipe | undefined) {
    const base = recipe ? withRecipe(defaultExperiment(), recipe) : defaultExperiment();
    this.#values = { ...(base as unknown as Record<string, Values>) };
  }

  get settings(): LearningSettings & Pick<SettingValues, 'advantage'> {
    return this.#values as unknown as LearningSettings & Pick<SettingValues, 'advantage'>;
  }

  set(group: Group, key: string, value: unknown): void {
    const setting = (tables[group] as Record<string, Setting>)[key]!;
    if (!accepts(setting, value))
      throw new UsageError(`${setting.label} (${key}) ${refusal(setting, value)}`);
    this.#values[group] = { ...this.#values[group], [key]: value };
  }

  /** One entry of `--settings`. */
  read(method: MethodName, key: string, value: unknown): void {
    const nested = NESTED.find((group) => group === key);
    if (nested !== undefined) {
      const known = nested === 'advantage' ? ADVANTAGE_KEYS : Object.keys(tables[nested]);
      for (const [inner, own] of Object.entries(asObject(value, key))) {
        if (!known.includes(inner)) throw unknown(`${key}.${inner}`, known);
        this.set(nested, inner, own);
      }
      return;
    }
    const known = settingsOf(method).map(([name]) => name);
    if (!known.includes(key)) throw unknown(key, [...known, ...NESTED]);
    const { group } = objectives[method];
    this.set(group !== undefined && Object.hasOwn(tables[group], key) ? group : 'objective', key, value);
  }
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
