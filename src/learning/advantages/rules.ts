/** The rules of an experiment's settings. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { AdvantageRules } from './contract.ts';

/** ε of each library (sheet §6, §7, §39): where rewards are tiny these are not interchangeable. */
const EPSILONS: Readonly<Record<Experiment['advantage']['stdEpsilon'], number>> = {
  verl: 1e-6,
  areal: 1e-5,
  trl: 1e-4,
};

export const STANDARD_RULES: AdvantageRules = { epsilon: EPSILONS.verl, single: 'estimator', temperature: 1 };

export function rulesOf({
  stdEpsilon,
  single,
  temperature,
}: Pick<Experiment['advantage'], 'stdEpsilon' | 'single' | 'temperature'>): AdvantageRules {
  return { epsilon: EPSILONS[stdEpsilon], single, temperature };
}
