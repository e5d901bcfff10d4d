/** Choosing an objective or a recipe: from the rail and from the palette. */
import type { Experiment } from '../../../experiment/experiment.ts';
import { differences } from '../../../experiment/fields.ts';
import { recipeOf, withoutRecipe, withRecipe } from '../../../experiment/recipes/index.ts';
import { controller } from '../../lab.ts';
import { baseOf, experimentStore } from '../../state/experimentStore.ts';
import { put } from '../../state/fields.ts';
import type { Choice } from './choices.ts';

/** Sets the controls to it; a run takes it at its next update. */
export function take({ target }: Choice): void {
  const { draft } = experimentStore.getState();
  for (const { field, to } of differences(draft, taken(draft, target))) controller.set(field, to);
}

/** An objective by its own name ends the recipe that was followed: else there would be no way back from one. */
export function taken(draft: Experiment, target: Choice['target']): Experiment {
  if (target.kind === 'recipe') return withRecipe(draft, target.recipe);
  const followed = recipeOf(draft);
  const free = followed === undefined ? draft : withoutRecipe(draft, followed, baseOf(draft));
  return put(free, 'objective.name', target.method);
}
