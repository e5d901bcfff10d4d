/**
 * Recipes: names for layers of settings over an objective. `papers.ts` those that papers made known, `libraries.ts` what
 * libraries run; this file lays them over an experiment and finds the one that an experiment follows.
 *
 * A recipe governs all that an objective's authors would name: the groups `objective`, `advantage`, `correction`, `kl`, the
 * objective's own, and dynamic sampling. What its layer does not name there is at its default.
 */
import { defaultExperiment } from '../defaults.ts';
import type { Experiment } from '../experiment.ts';
import { differences, type Difference } from '../fields.ts';
import { withLayer } from '../presets/index.ts';
import type { Layer } from '../presets/preset.ts';
import { settings, type Group } from '../settings/index.ts';
import { libraries } from './libraries.ts';
import { papers } from './papers.ts';
import type { Recipe } from './recipe.ts';

export type { Recipe } from './recipe.ts';

/** In display order. */
export const recipes: readonly Recipe[] = [...papers, ...libraries];

/** The recipe of that name, or undefined. */
export function findRecipe(name: string): Recipe | undefined {
  return recipes.find((recipe) => recipe.name === name);
}

const GOVERNED = ['objective', 'advantage', 'correction', 'kl'] as const satisfies readonly Group[];

/** The settings that a recipe decides. */
export function layerOf({ method, layer }: Recipe): Layer {
  const standard = defaultExperiment();
  const own: readonly Group[] = Object.hasOwn(settings, method) ? [method as Group] : [];
  const { filter, filterLimit } = standard.schedule;
  const named = layer as Readonly<Record<string, object | undefined>>;
  const governed = [...GOVERNED, ...own].map((group) => [group, { ...standard[group], ...named[group] }]);
  const whole = Object.fromEntries(governed) as Layer;
  return {
    ...layer,
    ...whole,
    objective: { ...whole.objective, name: method },
    schedule: { filter, filterLimit, ...layer.schedule },
  };
}

/** An experiment that follows the recipe, otherwise as it was. */
export function withRecipe(experiment: Experiment, recipe: Recipe): Experiment {
  return withLayer(experiment, layerOf(recipe));
}

/** An experiment that follows the recipe no longer: what that governs is as in another one, such as its preset. */
export function withoutRecipe(experiment: Experiment, recipe: Recipe, base: Experiment): Experiment {
  const governed = Object.entries(layerOf(recipe) as Readonly<Record<string, object>>).map(
    ([group, members]) => {
      const standard = base[group as Group] as Readonly<Record<string, unknown>>;
      return [group, Object.fromEntries(Object.keys(members).map((key) => [key, standard[key]]))];
    },
  );
  return withLayer(experiment, Object.fromEntries(governed) as Layer);
}

/** What following the recipe changes. */
export function recipeChanges(experiment: Experiment, recipe: Recipe): readonly Difference[] {
  return differences(experiment, withRecipe(experiment, recipe));
}

/** The recipe that an experiment follows in all it governs, or undefined. */
export function recipeOf(experiment: Experiment): Recipe | undefined {
  return recipes.find(
    (recipe) => recipe.method === experiment.objective.name && recipeChanges(experiment, recipe).length === 0,
  );
}
