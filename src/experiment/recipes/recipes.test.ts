import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../defaults.ts';
import { get } from '../fields.ts';
import { withLayer } from '../presets/index.ts';
import { parseExperiment } from '../schema.ts';
import { settings } from '../settings/index.ts';
import { methodOptions } from '../settings/methods/names.ts';
import { findRecipe, layerOf, recipeChanges, recipeOf, recipes, withoutRecipe, withRecipe } from './index.ts';

const base = withLayer(defaultExperiment(), {
  optimiser: { learningRate: 0.01 },
  objective: { entropyBonus: 0.01, clipHigh: 1 },
  kl: { coefficient: 0.5 },
  schedule: { filter: 'reward', maxStaleness: 7 },
});

describe('recipes', () => {
  it('have names of their own, beside those of the objectives', () => {
    const names = [...recipes.map(({ name }) => name), ...methodOptions.map(({ value }) => value)];
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(recipes.map(({ title }) => title)).size).toBe(recipes.length);
    for (const name of ['dr-grpo', 'rloo', 'dapo']) expect(findRecipe(name)?.name).toBe(name);
  });

  it.each(recipes)('$name is a valid experiment, is recognised, and is no other recipe', (recipe) => {
    const experiment = withRecipe(base, recipe);
    expect(parseExperiment(experiment)).toEqual({ ok: true, experiment, notes: [] });
    expect(experiment.objective.name).toBe(recipe.method);
    expect(recipeOf(experiment)).toBe(recipe);
    expect(recipeChanges(experiment, recipe)).toEqual([]);
    expect(recipe.words.match(/\.( |$)/g)!.length).toBeLessThanOrEqual(3);
  });

  it.each(recipes)('$name sets nothing but live settings that exist', ({ layer, method }) => {
    for (const [group, values] of Object.entries(layer)) {
      const table = settings[group as keyof typeof settings] as Record<string, { effect: string }>;
      for (const key of Object.keys(values)) expect(table[key]?.effect, `${group}.${key}`).toBe('live');
      if (Object.hasOwn(settings, method)) continue;
      expect(group).not.toBe(method);
    }
  });

  it('govern the objective and what is laid over it, and leave the rest alone', () => {
    const changed = withRecipe(base, findRecipe('dr-grpo')!);
    expect(changed.objective).toMatchObject({ entropyBonus: 0, clipHigh: 0.2 });
    expect(changed.kl.coefficient).toBe(0);
    expect(changed.schedule).toMatchObject({ filter: 'none', maxStaleness: 7 });
    expect(changed.optimiser).toBe(base.optimiser);
  });

  it('are followed no more when a setting that they govern changes', () => {
    const dapo = withRecipe(base, findRecipe('dapo')!);
    expect(recipeOf(withLayer(dapo, { objective: { clipHigh: 0.3 } }))).toBeUndefined();
    expect(recipeOf(withLayer(dapo, { schedule: { filter: 'none' } }))).toBeUndefined();
    expect(recipeOf(withLayer(dapo, { optimiser: { learningRate: 0.1 } }))).toBe(findRecipe('dapo'));
    expect(recipeOf(base)).toBeUndefined();
  });

  it.each(recipes)('$name can be left again, back to where one came from', (recipe) => {
    expect(withoutRecipe(withRecipe(base, recipe), recipe, base)).toEqual(base);
  });

  it('follow their sources in the numbers that these give', () => {
    const value = (name: string, field: Parameters<typeof get>[1]) =>
      get(withRecipe(base, findRecipe(name)!), field);
    // Sheet §10, §11, §13, §15, §22, §28, §39.
    expect(value('dapo', 'objective.clipHigh')).toBe(0.28);
    expect(value('dr-grpo', 'objective.aggregation')).toBe('seq-mean-token-sum-norm');
    expect(value('dppo-authors', 'dppo-tv.cap')).toBe(10);
    expect(value('minirl-stable', 'minirl.cap')).toBe(10);
    expect(value('gspo-areal', 'objective.aggregation')).toBe('token-mean');
    expect(value('grpo-areal', 'decoupled-ppo.cap')).toBe(5);
    expect(value('scale-rl', 'cispo.epsilonHigh')).toBe(5);
    expect(layerOf(findRecipe('grpo-trl')!).correction).toMatchObject({ sequenceHigh: 3 });
  });
});
