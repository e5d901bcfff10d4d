/**
 * What the objective chooser offers: recipes and, by family, objectives; and what it says about each. Derived from the
 * recipes, the methods and the table of settings.
 */
import { recipeOf, recipes, withRecipe, type Recipe } from '../../../experiment/recipes/index.ts';
import type { Experiment } from '../../../experiment/experiment.ts';
import { fields } from '../../../experiment/fields.ts';
import type { SettingValue } from '../../../experiment/settings/index.ts';
import { methodFamilies } from '../../../experiment/settings/methods/names.ts';
import { extraPasses, type ExtraPass } from '../../../learning/objectives/cost.ts';
import { type MethodName, needsOf, objectives, type Status } from '../../../learning/objectives/index.ts';
import { put, wordsFor } from '../../state/fields.ts';

export type ChoiceTarget =
  | { readonly kind: 'method'; readonly method: MethodName }
  | { readonly kind: 'recipe'; readonly recipe: Recipe };

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** One line. */
  readonly help: string;
  /** By what else it is found. */
  readonly keywords: string;
  readonly target: ChoiceTarget;
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

const labels = new Map(
  methodFamilies.flatMap(({ methods }) => methods.map(({ value, label }) => [value, label])),
);

const methodGroups: readonly ChoiceGroup[] = methodFamilies.map(({ title, methods }) => ({
  title,
  choices: methods.map(({ value: method, label, help }) => {
    const { title: full, paper, words, aliases = {} } = objectives[method];
    const names = Object.entries(aliases).map(([library, name]) => `${library} ${name}`);
    return {
      id: `method ${method}`,
      label,
      help,
      keywords: [method, full, paper, words, title, ...names].join(' '),
      target: { kind: 'method', method },
    };
  }),
}));

const recipeGroup: ChoiceGroup = {
  title: 'Recipes: an objective with settings, as in a paper or a library',
  choices: recipes.map((recipe) => ({
    id: `recipe ${recipe.name}`,
    label: recipe.title,
    help: recipe.words.replace(/\. .*$/s, '.'),
    keywords: [recipe.name, recipe.paper, recipe.words, recipe.method, 'recipe'].join(' '),
    target: { kind: 'recipe', recipe },
  })),
};

export const choiceGroups: readonly ChoiceGroup[] = [recipeGroup, ...methodGroups];

export const choices: readonly Choice[] = choiceGroups.flatMap((group) => group.choices);

/** What the experiment follows: a recipe, else the objective itself. */
export function choiceOf(experiment: Experiment): Choice {
  const recipe = recipeOf(experiment);
  const id = recipe ? `recipe ${recipe.name}` : `method ${experiment.objective.name}`;
  return choices.find((choice) => choice.id === id)!;
}

/** How well a choice answers a search, from 0 for not at all to 1. Every word has to be found somewhere. */
export function score({ label, help, keywords, target }: Choice, search: string): number {
  const phrase = search.trim().toLowerCase();
  const name = label.toLowerCase();
  // Where both are called so, one means the objective and not a recipe over it.
  const rank = target.kind === 'recipe' ? 0.99 : 1;
  if (name === phrase) return rank;
  if (name.startsWith(phrase)) return 0.9 * rank;
  const rest = `${help} ${keywords}`.toLowerCase();
  const ofWord = (word: string): number => {
    if (` ${name}`.includes(` ${word}`)) return 0.8;
    if (name.includes(word)) return 0.6;
    return rest.includes(word) ? 0.4 : 0;
  };
  return phrase.split(/\s+/).reduce((worst, word) => Math.min(worst, ofWord(word)), 1) * rank;
}

/** What a search finds, the best group and the best choices first; everything in its own order where nothing is searched. */
export function findChoices(search: string): readonly ChoiceGroup[] {
  if (search.trim() === '') return choiceGroups;
  const scored = choiceGroups.map(({ title, choices: members }) => {
    const found = members
      .map((choice) => [choice, score(choice, search)] as const)
      .filter(([, points]) => points > 0)
      .sort(([, a], [, b]) => b - a);
    return { title, choices: found.map(([choice]) => choice), best: found[0]?.[1] ?? 0 };
  });
  return scored.filter(({ best }) => best > 0).sort((a, b) => b.best - a.best);
}

/** What is to be known of a choice. */
export interface Story {
  readonly title: string;
  readonly status: Status;
  readonly words: string;
  readonly formula: string;
  readonly zeroes: string;
  readonly caveat: string | undefined;
  readonly paper: string;
  readonly source: string;
  /** Names in other libraries. */
  readonly aliases: Readonly<Record<string, string>>;
  /** The objective that a recipe is made of, and what it sets. */
  readonly madeOf: string | undefined;
  readonly sets: readonly { readonly label: string; readonly value: string }[];
  /** Passes more than the loss's own, under the experiment's other settings. */
  readonly cost: readonly ExtraPass[];
}

/** What a recipe's layer names, in the order of the table. */
function setBy({ layer }: Recipe): Story['sets'] {
  const groups = layer as Readonly<Record<string, Readonly<Record<string, SettingValue>> | undefined>>;
  return fields.flatMap(({ field, group, key, setting }) => {
    const value = groups[group]?.[key];
    return value === undefined ? [] : [{ label: setting.label, value: wordsFor(field, value) }];
  });
}

export function storyOf({ target }: Choice, experiment: Experiment): Story {
  const method = objectives[target.kind === 'recipe' ? target.recipe.method : target.method];
  const chosen =
    target.kind === 'recipe'
      ? withRecipe(experiment, target.recipe)
      : put(experiment, 'objective.name', target.method);
  const own = target.kind === 'recipe' ? target.recipe : method;
  return {
    title: own.title,
    status: own.status,
    words: own.words,
    formula: method.formula,
    zeroes: method.zeroes,
    caveat: target.kind === 'recipe' ? undefined : method.caveat,
    paper: own.paper,
    source: own.source,
    aliases: target.kind === 'recipe' ? {} : (method.aliases ?? {}),
    madeOf: target.kind === 'recipe' ? labels.get(method.name) : undefined,
    sets: target.kind === 'recipe' ? setBy(target.recipe) : [],
    cost: extraPasses(needsOf(chosen), chosen),
  };
}
