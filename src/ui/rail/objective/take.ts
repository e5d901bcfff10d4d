/** Choosing an objective or a recipe: from the rail and from the palette. */
import { recipeChanges } from '../../../experiment/recipes/index.ts';
import { controller } from '../../lab.ts';
import { experimentStore } from '../../state/experimentStore.ts';
import type { Choice } from './choices.ts';

/** Sets the controls to it; a run takes it at its next update. */
export function take({ target }: Choice): void {
  if (target.kind === 'method') {
    controller.set('objective.name', target.method);
    return;
  }
  const { draft } = experimentStore.getState();
  for (const { field, to } of recipeChanges(draft, target.recipe)) controller.set(field, to);
}
