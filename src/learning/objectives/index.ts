/**
 * The objectives by the value of `objective.name`, and the one function by which learner, lens and tests
 * evaluate them.
 *
 * - one file a method: `reinforce.ts`, `ppo.ts`, `ppoRecompute.ts`, `decoupledPpo.ts`
 * - what they share: `aggregation.ts`, `clipping.ts`, `ratios.ts`; terms that any can carry: `term.ts`, `entropyBonus.ts`
 */
import type { Evaluation, Facts, Needs, Objective, ObjectiveSettings } from './contract.ts';
import { decoupledPpo } from './decoupledPpo.ts';
import { entropyBonus } from './entropyBonus.ts';
import { ppo } from './ppo.ts';
import { ppoRecompute } from './ppoRecompute.ts';
import { reinforce } from './reinforce.ts';
import { addTerm, type Term } from './term.ts';

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

/** What any of them can carry beside its own loss. */
const terms: readonly Term[] = [entropyBonus];

/** What has to be computed before `evaluateObjective` under these settings: the method's needs and its terms'. */
export function needsOf(settings: ObjectiveSettings): Needs {
  return terms
    .filter((term) => term.active(settings))
    .reduce<Needs>((needs, term) => ({ ...needs, ...term.needs }), objectives[settings.name].needs);
}

/**
 * The method named in the settings, plus every term that they switch on.
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
  let evaluation = objectives[settings.name].evaluate(facts, settings, detached);
  for (const term of terms) {
    if (term.active(settings)) evaluation = addTerm(evaluation, term.evaluate(facts, settings, detached));
  }
  return evaluation;
}
