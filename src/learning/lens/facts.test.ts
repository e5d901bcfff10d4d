import { describe, expect, it } from 'vitest';
import { names, settingsWith, tuned } from '../testing/facts.ts';
import type { LearningSettings } from '../objectives/contract.ts';
import { evaluateObjective } from '../objectives/index.ts';
import type { LensBatch, LensFacts } from './contract.ts';
import { evaluateBatch, withMethod } from './evaluate.ts';
import { factsFor } from './facts.ts';
import { syntheticBatch, syntheticDefaults } from './synthetic.ts';

const batch = syntheticBatch({ ...syntheticDefaults, answers: 8 }, settingsWith({}));
const all = batch.minibatches[0]!.facts;

function missing(settings: LearningSettings, facts: LensFacts): string | undefined {
  const own = factsFor(settings, facts);
  return 'missing' in own ? own.missing : undefined;
}

/** Without the named facts. */
function lacking(...left: (keyof LensFacts)[]): LensFacts {
  const kept = Object.entries(all).filter(([fact]) => !(left as string[]).includes(fact));
  return Object.fromEntries(kept) as unknown as LensFacts;
}

describe('the facts of a method', () => {
  it.each([
    { settings: settingsWith({ name: 'ppo-recompute' }), proximal: all.logpRecomputed },
    { settings: settingsWith({ name: 'ppo-ewma' }), proximal: all.logpAveraged },
    { settings: settingsWith({ name: 'exact-old-logits' }), proximal: all.logpOld },
    { settings: tuned('opmd', { anchor: 'old' }), proximal: all.logpOld },
    { settings: tuned('tis', { ratio: 'behave' }), proximal: all.logpRecomputed },
    { settings: settingsWith({ name: 'ppo' }), proximal: undefined },
  ])('have the proximal policy that it means: $settings.objective.name', ({ settings, proximal }) => {
    const own = factsFor(settings, all);
    expect('facts' in own && own.facts.logpProx).toBe(proximal);
  });

  it('are said to be missing in plain words, and only where they are needed', () => {
    const { distributions, ...rest } = all;
    const { logpBehave: _, ...thetaOnly } = distributions!;
    for (const [name, facts, words] of [
      ['a2c', lacking('values'), 'needs a value head'],
      ['v-trace', lacking('rewards'), 'needs a value head'],
      ['ppo', lacking('logpBehave'), 'needs the probabilities that the sampler recorded'],
      [
        'gspo',
        lacking('logpRecomputed'),
        'needs the probabilities of the policy as the update began with it',
      ],
      ['ppo-ewma', lacking('logpAveraged'), 'needs the probabilities of the averaged policy'],
      ['minirl', lacking('logpOld'), 'needs the probabilities by the weights that sampled each token'],
      ['grpo', lacking('logpRef'), 'needs the probabilities of the reference policy'],
      ['epo', lacking('distributions'), 'needs the policy’s whole distributions'],
      ['dppo-full-kl', { ...rest, distributions: thetaOnly }, 'needs the sampler’s whole distributions'],
      ['topr', lacking('sequenceRewards'), 'needs the reward of each answer'],
      ['epo', lacking('entropyHistory'), 'needs the entropies of past updates'],
      ['a3po', lacking('staleness'), 'needs the age of each token'],
      ['clip-cov', lacking('seed'), 'needs the seed of its random choice'],
    ] as const) {
      expect(missing(settingsWith({ name }), facts), name).toBe(words);
      expect(missing(settingsWith({ name: 'reinforce' }), facts)).toBeUndefined();
    }
  });

  it.each(names)('are missing for %s exactly where it cannot be evaluated', (name) => {
    const settings = settingsWith({ name });
    for (const fact of Object.keys(all) as (keyof LensFacts)[]) {
      if (['offsets', 'mask', 'logpTheta', 'advantage', 'maxLength'].includes(fact)) continue;
      const facts = lacking(fact);
      const { logpRecomputed, logpAveraged, logpOld, ...shared } = facts;
      const own = factsFor(settings, facts);
      if ('facts' in own) {
        expect(() => evaluateObjective(own.facts, settings)).not.toThrow();
      } else if (!['valuesOld', 'logpRecomputed', 'logpAveraged', 'logpOld'].includes(fact)) {
        const proximal = logpRecomputed ?? logpAveraged ?? logpOld;
        expect(() => evaluateObjective({ ...shared, logpProx: proximal! }, settings), fact).toThrow();
      }
    }
  });
});

describe('a batch under a method', () => {
  it('is evaluated minibatch by minibatch, in order, by the learner’s own function', () => {
    const other = syntheticBatch({ ...syntheticDefaults, answers: 5, seed: 2 }, batch.settings);
    const both: LensBatch = { ...batch, minibatches: [...batch.minibatches, ...other.minibatches] };
    const settings = withMethod(batch.settings, 'decoupled-ppo');
    expect(settings.objective).toEqual({ ...batch.settings.objective, name: 'decoupled-ppo' });
    const evaluated = evaluateBatch(both, settings);
    const expected = both.minibatches.map(({ facts }) =>
      evaluateObjective({ ...facts, logpProx: facts.logpRecomputed! }, settings),
    );
    expect(evaluated).toEqual({ minibatches: expected });
  });

  it('is not evaluated where one minibatch lacks something', () => {
    const partial: LensBatch = {
      ...batch,
      minibatches: [...batch.minibatches, { facts: lacking('values') }],
    };
    expect(evaluateBatch(partial, withMethod(batch.settings, 'a2c'))).toEqual({
      missing: 'needs a value head',
    });
  });
});
