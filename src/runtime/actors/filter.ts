/** Dynamic sampling (sheet §10): groups of answers that have nothing to tell better from worse by. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Sample } from '../memory/sample.ts';

/**
 * Whether the group is to be rejected: all its rewards are equal, or all its answers are right or all are wrong. Rewards are
 * the verifier's; what the learner takes from them later is not looked at.
 * @param samples of one group
 */
export function isFiltered(
  samples: readonly Pick<Sample, 'reward' | 'exact'>[],
  filter: Experiment['schedule']['filter'],
): boolean {
  switch (filter) {
    case 'none':
      return false;
    case 'reward':
      return samples.every(({ reward }) => reward === samples[0]!.reward);
    case 'exact':
      return samples.every(({ exact }) => exact === samples[0]!.exact);
  }
}
