/**
 * From what the lens knows of a batch to what one method reads: ℓp is the policy that the method means by it. What the
 * batch has not is said in plain words; no number is put in its place.
 */
import type { Facts, LearningSettings, Needs } from '../objectives/contract.ts';
import { needsOf } from '../objectives/index.ts';
import type { LensFacts } from './contract.ts';

/** Facts, or why there are none: words that follow the method's name, as in "needs a value head". */
export type FactsFor = { readonly facts: Facts } | { readonly missing: string };

/**
 * The facts of a batch as the method of these settings is given them (sheet §0.1, §17, §18 for which policy ℓp is).
 * @param facts of a live, saved or synthetic batch; not copied
 */
export function factsFor(settings: LearningSettings, facts: LensFacts): FactsFor {
  const needs = needsOf(settings);
  const missing = missingOf(needs, facts);
  if (missing !== undefined) return { missing: `needs ${missing}` };
  const { logpRecomputed: _recomputed, logpAveraged: _averaged, ...shared } = facts;
  const logpProx = proximalOf(needs.prox, facts);
  return { facts: { ...shared, ...(logpProx && { logpProx }) } };
}

/** ℓp: by θ as it was when the update began, by the averaged policy, or by the weights of the token's own version. */
function proximalOf(prox: Needs['prox'], facts: LensFacts): Float64Array | undefined {
  switch (prox) {
    case undefined:
      return undefined;
    case 'recompute':
      return facts.logpRecomputed;
    case 'averaged':
      return facts.logpAveraged;
    case 'old':
      return facts.logpOld;
  }
}

const PROXIMAL: Readonly<Record<NonNullable<Needs['prox']>, string>> = {
  recompute: 'the probabilities of the policy as the update began with it',
  averaged: 'the probabilities of the averaged policy',
  old: 'the probabilities by the weights that sampled each token',
};

/** The first fact that is needed and absent. */
function missingOf(needs: Needs, facts: LensFacts): string | undefined {
  const checks: readonly (readonly [needed: unknown, present: unknown, words: string])[] = [
    [needs.values, facts.values && facts.valuesOld && facts.rewards, 'a value head'],
    [needs.behave, facts.logpBehave, 'the probabilities that the sampler recorded'],
    [needs.prox, proximalOf(needs.prox, facts), needs.prox ? PROXIMAL[needs.prox] : ''],
    [needs.old, facts.logpOld, PROXIMAL.old],
    [needs.reference, facts.logpRef, 'the probabilities of the reference policy'],
    [needs.distributions, facts.distributions, 'the policy’s whole distributions'],
    [needs.behaveDistributions, facts.distributions?.logpBehave, 'the sampler’s whole distributions'],
    [needs.sequenceRewards, facts.sequenceRewards, 'the reward of each answer'],
    [needs.entropy, facts.entropy, 'the entropy at each token'],
    [needs.entropyHistory, facts.entropyHistory, 'the entropies of past updates'],
    [needs.staleness, facts.staleness, 'the age of each token'],
    [needs.seed, facts.seed !== undefined, 'the seed of its random choice'],
  ];
  return checks.find(([needed, present]) => needed && !present)?.[2];
}
