/**
 * What the lens looks at: a batch with everything that any method reads, whichever method ran. It comes from the learner
 * (`runtime`), from a saved run, or from `synthetic.ts`.
 *
 * A method that reads what a batch has not says nothing about it (`factsFor` in `facts.ts` says what is missing); no
 * number is put in its place.
 */
import type { Evaluation, Facts, LearningSettings } from '../objectives/contract.ts';

/** ℓp depends on the method, so that the policies it can be are here by their own names; ℓ_old is `logpOld`. */
export interface LensFacts extends Omit<Facts, 'logpProx'> {
  /** By θ as it was when the update began. */
  readonly logpRecomputed?: Float64Array;
  /** By the averaged policy. */
  readonly logpAveraged?: Float64Array;
}

/** What the tokens are, for the token table: response tokens as `facts.offsets` owns them, and the prompts before them. */
export interface LensAnswers {
  readonly tokens: Int32Array;
  readonly promptOffsets: Int32Array;
  readonly promptTokens: Int32Array;
  /** One a sequence. */
  readonly reward: Float64Array;
  /** Number of the sequence's group, and which of the group it is. */
  readonly group: Float64Array;
  readonly member: Int32Array;
}

/** One optimiser batch: what one evaluation sees. */
export interface LensMinibatch {
  readonly facts: LensFacts;
  /** What the learner's own evaluation said; absent where no learner was. */
  readonly trained?: Pick<Evaluation, 'coefficients' | 'gates'>;
  readonly answers?: LensAnswers;
}

export interface LensBatch {
  /** Those that the learner evaluated with, or for a synthetic batch those that are set. */
  readonly settings: LearningSettings;
  /** In the order of training. */
  readonly minibatches: readonly LensMinibatch[];
}
