/**
 * The contract of every objective (design §3.3): one pure function from the facts of a whole optimiser batch
 * to a loss and its gradient. One file a method; no second implementation of any method anywhere.
 *
 * A method says what every *token* loses (`terms`); `evaluateObjective` in `index.ts` does what all share: corrections,
 * aggregation, and the terms that any method can carry.
 *
 * Facts are flat arrays over the packed *response* tokens of all sequences: sequence i owns indices
 * `offsets[i] .. offsets[i+1])`. Masked tokens (`mask` 0) may hold any number, NaN included, and must not leak.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { MethodGroup, SettingValues } from '../../experiment/settings/index.ts';

export interface Distributions {
  readonly vocabulary: number;
  /** log π(·|s_t), tokens × vocabulary. */
  readonly logpTheta: Float64Array;
  /** log μ(·|s_t). */
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
  /** V(s_t) of the value head, per token; differentiated. */
  readonly values?: Float64Array;
  /** V(s_t) at the start of the update, per token, for a clipped value loss. */
  readonly valuesOld?: Float64Array;
  /** Per-token rewards, for methods with a value head. */
  readonly rewards?: Float64Array;
  /** Raw reward of each sequence, before any baseline. */
  readonly sequenceRewards?: Float64Array;
  readonly distributions?: Distributions;
  /** Entropy H_t of θ at the token, in nats, for methods that read it without a gradient. */
  readonly entropy?: Float64Array;
  /** Mean entropy over all past updates at response position k; methods that read it take the last for what is beyond. */
  readonly entropyHistory?: Float64Array;
  /** Group of each sequence. */
  readonly groups?: Int32Array;
  /** Constant length for the aggregations that divide by one. */
  readonly maxLength: number;
  /** For methods that choose tokens at random: the same seed chooses the same tokens. */
  readonly seed?: number;
}

/** What one method makes of every token, before corrections and aggregation. All arrays per token, 0 where masked. */
export interface TokenTerms {
  readonly losses: Float64Array;
  /** c_t = −∂ℓoss_t/∂ℓθ_t: positive makes the token likelier. */
  readonly coefficients: Float64Array;
  /** Named per-token indicators: who zeroed or capped a token (e.g. `clip_high`, `clip_low`). */
  readonly gates: Readonly<Record<string, Uint8Array>>;
  /** Tokens that the method's own mask rejects: they have no gradient, and `rejectedTokens` says whether they count. */
  readonly rejected?: Uint8Array;
  /** Scalars under the metric table's names; absent where there is no data. */
  readonly metrics: Readonly<Record<string, number>>;
  /** ∂ℓoss_t/∂z_t by the tempered logits z of the token, tokens × vocabulary. */
  readonly logits?: Float64Array;
  /** Its loss is that of whole sequences, for a method that is so under some of its settings; see `Objective.whole`. */
  readonly whole?: boolean;
  /** Loss of the value head per token, and its derivative by V(s_t). */
  readonly values?: { readonly losses: Float64Array; readonly gradient: Float64Array };
}

export interface Evaluation {
  /** The aggregated loss, minimised. */
  readonly loss: number;
  /** ∂loss/∂ℓθ of every token; exactly what the learner backpropagates; 0 where masked. */
  readonly gradient: Float64Array;
  /** c_t = −∂ℓoss_t/∂ℓθ_t before aggregation, corrections included. 0 where masked. */
  readonly coefficients: Float64Array;
  /** ∂loss/∂z_t by tempered logits, tokens × vocabulary, for terms on whole distributions. */
  readonly logitRows?: Float64Array;
  /** ∂loss/∂V(s_t), tokens. */
  readonly valueGradient?: Float64Array;
  readonly gates: Readonly<Record<string, Uint8Array>>;
  readonly metrics: Readonly<Record<string, number>>;
}

export type MethodName = Experiment['objective']['name'];

/** What an evaluation depends on beside the facts: the objective, its own settings, and what is laid over it. */
export type LearningSettings = Pick<SettingValues, 'objective' | 'correction' | 'kl' | MethodGroup>;

/** The settings that every method can read. */
export type SharedSettings = Omit<Experiment['objective'], 'name'>;

/** What a method is given: the shared settings, with its own group's laid over them. */
export type MethodSettings<G extends MethodGroup = never> = [G] extends [never]
  ? SharedSettings
  : Omit<SharedSettings, keyof SettingValues[G]> & SettingValues[G];

/** Which facts beside ℓθ, advantage and mask a method reads; the lab computes no more than these. */
export interface Needs {
  readonly behave?: boolean;
  /**
   * Whose log-probabilities the proximal ones are: θ's at the start of the update, those of an averaged policy (sheet §17),
   * or those of the token's own version (§18).
   */
  readonly prox?: 'recompute' | 'averaged' | 'old';
  /** ℓ_old, apart from what `prox` is. */
  readonly old?: boolean;
  /** ℓ of a frozen reference policy. */
  readonly reference?: boolean;
  readonly distributions?: boolean;
  readonly behaveDistributions?: boolean;
  /** The policy must have a value head. Per-token rewards come with it. */
  readonly values?: boolean;
  readonly sequenceRewards?: boolean;
  readonly entropy?: boolean;
  readonly entropyHistory?: boolean;
  readonly staleness?: boolean;
  readonly seed?: boolean;
}

export type Status = 'CONFIRMED' | 'CONFIRMED-2ND' | 'RECONSTRUCTED' | 'STANDARD';

export interface Objective<G extends MethodGroup = never> {
  /** Value of `objective.name`. */
  readonly name: MethodName;
  readonly title: string;
  /** The loss per token, in TeX. */
  readonly formula: string;
  readonly paper: string;
  /** Section of the reference sheet. */
  readonly source: string;
  readonly status: Status;
  /** What is uncertain, where the status is not CONFIRMED or STANDARD, or where libraries differ. */
  readonly caveat?: string;
  /** Names in other libraries, where these have the method. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Two plain sentences: what it does to a stale token. */
  readonly words: string;
  /** In a few words: which tokens lose their gradient, or part of it. */
  readonly zeroes: string;
  /** How its authors aggregate: what `as-published` stands for. */
  readonly aggregation: Exclude<SharedSettings['aggregation'], 'as-published'>;
  /** Keys of the `objective` group that it reads, beside those of the aggregation, which all do. */
  readonly settings: readonly Exclude<keyof SharedSettings, keyof AggregationSettings>[];
  /** It clips, by bounds other than those of the `objective` group: it has the gates `clip_high` and `clip_low` all the same. */
  readonly clips?: true;
  /** It reads no advantages: it makes its own of rewards, and its coefficients are these. */
  readonly ownAdvantages?: true;
  /** Its loss is that of whole sequences: its tokens' coefficients are shares of one gradient. */
  readonly whole?: true;
  /** Its own group of settings, where it has one. */
  readonly group?: [G] extends [never] ? undefined : G;
  needs(settings: MethodSettings<G>): Needs;
  /**
   * @param facts the point of evaluation
   * @param detached what stop-gradient terms read; the same point unless a test asks otherwise
   */
  terms(facts: Facts, settings: MethodSettings<G>, detached: Facts): TokenTerms;
}

/** What aggregation reads of the `objective` group. */
export type AggregationSettings = Pick<
  Experiment['objective'],
  'aggregation' | 'rejectedTokens' | 'emptySequences'
>;
