/**
 * The contract of every advantage estimator: from one reward a sequence to one advantage a sequence, or a token where it
 * looks at tokens. Not its business: masks, discounting, value heads (methods with a value head compute their advantages
 * inside the objective, from values and rewards).
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Facts, Status } from '../objectives/contract.ts';

/** What libraries choose differently (sheet §39). */
export interface AdvantageRules {
  /** Added to a standard deviation before dividing by it. */
  readonly epsilon: number;
  /** What an answer gets that is alone in its group: what the estimator says, its reward, or 0. */
  readonly single: Experiment['advantage']['single'];
  /** τ of the soft maximum. */
  readonly temperature: number;
}

interface Described {
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
}

export interface SequenceEstimator extends Described {
  readonly level: 'sequence';
  /**
   * @param rewards one finite reward a sequence
   * @param groups group id of each sequence; any integers, in any order
   * @param rules as verl has them when left out
   * @returns one advantage a sequence; exactly 0 for every sequence of a group whose rewards are all equal,
   *   except as `words` says for groups of one and for baselines of the whole batch
   * @throws RangeError when the lengths differ
   */
  estimate(rewards: Float64Array, groups: Int32Array, rules?: AdvantageRules): Float64Array;
}

/** What an estimator knows that looks at tokens, by the policy as it is before the update. */
export interface TokenFacts extends Pick<Facts, 'offsets' | 'mask'> {
  /** Reward of each token. */
  readonly rewards: Float64Array;
  /** ℓ of each token. */
  readonly logp: Float64Array;
  /** Σ_a π(a)² where each token was chosen: the chance that two choices agree. */
  readonly agreement: Float64Array;
}

export interface TokenEstimator extends Described {
  readonly level: 'token';
  /**
   * @returns one advantage a token, 0 where masked
   * @throws RangeError when the lengths differ
   */
  estimateTokens(facts: TokenFacts, groups: Int32Array, rules?: AdvantageRules): Float64Array;
}

export type AdvantageEstimator = SequenceEstimator | TokenEstimator;
