/**
 * The objectives by the value of `objective.name`, and the one function by which learner, lens and tests
 * evaluate them.
 *
 * - one file a method: `reinforce.ts`, `ppo.ts`, `ppoRecompute.ts`, `decoupledPpo.ts`
 * - what they share: `aggregation.ts`, `clipping.ts`, `ratios.ts`; terms that any of them can carry: `entropyBonus.ts`
 */
import type { Evaluation, Facts, Needs, Objective, ObjectiveSettings } from './contract.ts';
import { decoupledPpo } from './decoupledPpo.ts';
import { entropyBonus } from './entropyBonus.ts';
import { ppo } from './ppo.ts';
import { ppoRecompute } from './ppoRecompute.ts';
import { reinforce } from './reinforce.ts';

export type {
  Distributions,
  Evaluation,
  Facts,
  Needs,
  Objective,
  ObjectiveSettings,
  Status,
} from './contract.ts';

/** Typed by the table of settings: an option without a method does not compile. */
export const objectives: Readonly<Record<ObjectiveSettings['name'], Objective>> = {
  reinforce,
  ppo,
  'ppo-recompute': ppoRecompute,
  'decoupled-ppo': decoupledPpo,
};

/** What has to be computed before `evaluateObjective` under these settings: the method's needs and its terms'. */
export function needsOf(settings: Pick<ObjectiveSettings, 'name' | 'entropyBonus'>): Needs {
  const { needs } = objectives[settings.name];
  return settings.entropyBonus > 0 ? { ...needs, distributions: true } : needs;
}

/**
 * The method named in the settings, plus the entropy bonus where it is above 0. Losses and gradients add up;
 * `coefficients` and `gates` are the method's own, as the bonus acts on distributions and not on ℓθ.
 *
 * @param facts the whole optimiser batch, with all that `needsOf(settings)` names
 * @param detached what stop-gradient terms read
 * @throws Error when a needed fact is missing
 */
export function evaluateObjective(
  facts: Facts,
  settings: ObjectiveSettings,
  detached: Facts = facts,
): Evaluation {
  const policy = objectives[settings.name].evaluate(facts, settings, detached);
  if (settings.entropyBonus <= 0) return policy;
  const bonus = entropyBonus(facts, settings);
  return {
    ...policy,
    loss: policy.loss + bonus.loss,
    logitRows: sum(policy.logitRows, bonus.logitRows),
    metrics: { ...policy.metrics, ...bonus.metrics },
  };
}

function sum(a: Float64Array | undefined, b: Float64Array): Float64Array {
  return a ? b.map((value, index) => value + a[index]!) : b;
}
