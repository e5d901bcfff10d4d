/**
 * The contract of every objective (design §3.3): one pure function from the facts of a whole optimiser batch
 * to a loss and its gradient. One file a method; no second implementation of any method anywhere.
 *
 * Facts are flat arrays over the packed *response* tokens of all sequences: sequence i owns indices
 * `offsets[i] .. offsets[i+1])`. Masked tokens (`mask` 0) may hold any number, NaN included, and must not leak.
 */
import type { Experiment } from '../../experiment/experiment.ts';

export interface Distributions {
  readonly vocabulary: number;
  /** log π(·|s_t), tokens × vocabulary. */
  readonly logpTheta: Float64Array;
  readonly logpBehave?: Float64Array;
}

export interface Facts {
  /** Length sequences + 1, ascending from 0. */
  readonly offsets: Int32Array;
  /** 1 = the token counts. */
  readonly mask: Uint8Array;
  /** ℓθ, the only differentiated input (with `values` and `distributions.logpTheta`). */
  readonly logpTheta: Float64Array;
  /** ℓp, trust-region anchor; needed by methods that say so. */
  readonly logpProx?: Float64Array;
  /** ℓμ, as recorded by the sampler. */
  readonly logpBehave?: Float64Array;
  /** ℓ_old: the learner's own evaluation at the token's version. */
  readonly logpOld?: Float64Array;
  readonly logpRef?: Float64Array;
  readonly advantage: Float64Array;
  /** d_t = v_L − v_t in versions, per token. */
  readonly staleness?: Int32Array;
  readonly values?: Float64Array;
  /** Per-token rewards, for methods with a value head. */
  readonly rewards?: Float64Array;
  readonly distributions?: Distributions;
  /** Group of each sequence. */
  readonly groups?: Int32Array;
  /** Constant length for `seq-mean-token-sum-norm`. */
  readonly maxLength: number;
}

export interface Evaluation {
  /** The aggregated loss, minimised. */
  readonly loss: number;
  /** ∂loss/∂ℓθ of every token; exactly what the learner backpropagates; 0 where masked. */
  readonly gradient: Float64Array;
  /** c_t = −∂ℓoss_t/∂ℓθ_t before aggregation: positive makes the token likelier. 0 where masked. */
  readonly coefficients: Float64Array;
  /** ∂loss/∂z_t by tempered logits, tokens × vocabulary, for terms on whole distributions. */
  readonly logitRows?: Float64Array;
  readonly valueGradient?: Float64Array;
  /** Named per-token indicators: who zeroed or capped a token (e.g. `clip_high`, `clip_low`). */
  readonly gates: Readonly<Record<string, Uint8Array>>;
  /** Scalars under the metric table's names. */
  readonly metrics: Readonly<Record<string, number>>;
}

export type ObjectiveSettings = Experiment['objective'];

/** Which facts beside ℓθ, advantage and mask a method reads; the lab computes no more than these. */
export interface Needs {
  readonly behave?: boolean;
  /** How the proximal log-probabilities are obtained: once, before the update's first minibatch. */
  readonly prox?: 'recompute';
  readonly distributions?: boolean;
}

export type Status = 'CONFIRMED' | 'CONFIRMED-2ND' | 'RECONSTRUCTED' | 'STANDARD';

export interface Objective {
  /** Value of `objective.name`. */
  readonly name: string;
  readonly title: string;
  /** The loss per token, in TeX. */
  readonly formula: string;
  readonly paper: string;
  /** Section of the reference sheet. */
  readonly source: string;
  readonly status: Status;
  /** Two plain sentences: what it does to a stale token. */
  readonly words: string;
  /** Keys of the `objective` group that it reads. */
  readonly settings: readonly (keyof ObjectiveSettings)[];
  readonly needs: Needs;
  /**
   * @param facts the point of evaluation
   * @param detached what stop-gradient terms read; the default makes it the same point
   */
  evaluate(facts: Facts, settings: ObjectiveSettings, detached?: Facts): Evaluation;
}
