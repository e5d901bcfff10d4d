/**
 * The contract of every advantage estimator: from one reward a sequence to one advantage a sequence. The
 * learner gives every response token its sequence's advantage. Not its business: masks, discounting, value
 * heads (methods with a value head compute their advantages inside the objective, from values and rewards).
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Status } from '../objectives/contract.ts';

export interface AdvantageEstimator {
  /** Value of `advantage.estimator`. */
  readonly name: Experiment['advantage']['estimator'];
  readonly title: string;
  /** The advantage of sequence i, in TeX. */
  readonly formula: string;
  readonly paper: string;
  /** Section of the reference sheet. */
  readonly source: string;
  readonly status: Status;
  /** Plain words, with what happens to a group of one. */
  readonly words: string;
  /**
   * @param rewards one finite reward a sequence
   * @param groups group id of each sequence; any integers, in any order
   * @returns one advantage a sequence; exactly 0 for every sequence of a group whose rewards are all equal,
   *   except as `words` says for groups of one
   * @throws RangeError when the lengths differ
   */
  estimate(rewards: Float64Array, groups: Int32Array): Float64Array;
}
