import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import { findRecipe, recipes, withRecipe } from '../../../experiment/recipes/index.ts';
import { methodOptions } from '../../../experiment/settings/methods/names.ts';
import { choiceGroups, choiceOf, choices, findChoices, storyOf } from './choices.ts';
import { stacked } from './stacked.ts';

const found = (search: string): readonly string[] =>
  findChoices(search).flatMap((group) => group.choices.map(({ id }) => id));

describe('the objective chooser', () => {
  it('offers every objective and recipe once', () => {
    expect(choices.map(({ id }) => id).sort()).toEqual(
      [
        ...methodOptions.map(({ value }) => `method ${value}`),
        ...recipes.map(({ name }) => `recipe ${name}`),
      ].sort(),
    );
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
    expect(choiceGroups.every(({ choices: members }) => members.length > 1)).toBe(true);
  });

  it('finds by name, paper, library name and words, best first', () => {
    expect(found('2602.04879')).toContain('method dppo-tv');
    expect(found('rollout_is=token')).toContain('method tis');
    expect(found('dynamic sampling')).toEqual(['recipe dapo']);
    const best = (search: string) => findChoices(search)[0]!.choices[0]!.id;
    expect(best('grpo')).toBe('method grpo');
    expect(best('reinforce')).toBe('method reinforce');
    expect(best('dapo')).toBe('recipe dapo');
    expect(best('ppo-ewma')).toBe('method ppo-ewma');
    expect(findChoices(' ')).toBe(choiceGroups);
    expect(found('no such thing')).toEqual([]);
  });

  it('shows a recipe where all its settings are as it has them, else the objective', () => {
    const base = defaultExperiment();
    expect(choiceOf(base).id).toBe('method ppo');
    expect(choiceOf(withRecipe(base, findRecipe('dapo')!)).id).toBe('recipe dapo');
  });

  it.each(choices)('$label: a story whose formula can be drawn', (choice) => {
    const story = storyOf(choice, defaultExperiment());
    for (const tex of [story.formula, stacked(story.formula)]) {
      expect(() => katex.renderToString(tex, { throwOnError: true, strict: 'error' })).not.toThrow();
    }
    expect(story.words.length).toBeGreaterThan(40);
    expect(story.words.match(/\.( |$)/g)!.length).toBeLessThanOrEqual(3);
    expect(choice.help).toMatch(/\.$/);
    expect(story.madeOf === undefined).toBe(choice.target.kind === 'method');
  });

  it('stacks the parts of a formula that a wide space separates, but none within braces', () => {
    expect(stacked(String.raw`a,\quad b = \begin{cases}1 & x\quad y\end{cases}`)).toBe(
      String.raw`\begin{aligned}&a,\\[4pt]&b = \begin{cases}1 & x\quad y\end{cases}\end{aligned}`,
    );
    expect(stacked(String.raw`\text{a \quad b}`)).toBe(String.raw`\text{a \quad b}`);
  });

  it('names what a recipe sets', () => {
    const dapo = choices.find(({ id }) => id === 'recipe dapo')!;
    expect(storyOf(dapo, defaultExperiment()).sets).toContainEqual({
      label: 'Clip range, high',
      value: '0.28',
    });
  });

  it('counts what a choice would cost, not what the present one costs', () => {
    const cost = (id: string) =>
      storyOf(
        choices.find((choice) => choice.id === id)!,
        defaultExperiment(),
      ).cost.length;
    expect(cost('method reinforce')).toBe(0);
    expect(cost('method ppo-ewma')).toBe(1);
    expect(cost('recipe rloo')).toBe(1);
  });
});
