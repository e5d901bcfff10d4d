/** What page and lens thread say to each other. Every question has a number, which its answer repeats. */
import type {
  Agreement,
  Curve,
  GateKind,
  LensBatch,
  Reading,
  Tally,
  Verdict,
} from '../../../learning/lens/index.ts';
import type { LearningSettings, MethodName } from '../../../learning/objectives/contract.ts';
import type { ProbeValues, SyntheticValues } from '../state/sliders.ts';

export interface CurvesQuestion {
  readonly kind: 'curves';
  readonly settings: LearningSettings;
  readonly methods: readonly MethodName[];
  readonly probe: ProbeValues;
  readonly logRatios: Float64Array;
}

/** A curve as it is drawn: who acts on a token is told where tokens are. */
export type DrawnCurve = Omit<Curve, 'gates'>;

export interface MethodCurves {
  readonly method: MethodName;
  readonly positive: DrawnCurve;
  readonly negative: DrawnCurve;
}

export interface CurvesAnswer {
  readonly curves: readonly MethodCurves[];
}

/** A batch that is handed over, or one to be made. */
export type BatchInput =
  | {
      readonly kind: 'given';
      readonly batch: LensBatch;
      /** The staleness limit that masked tokens, where one did. */
      readonly oldest?: number;
    }
  | { readonly kind: 'made'; readonly made: SyntheticValues; readonly settings: LearningSettings };

export interface BatchQuestion {
  readonly kind: 'batch';
  /** Names the batch in later questions about its tokens. */
  readonly key: number;
  readonly input: BatchInput;
  readonly methods: readonly MethodName[];
}

export type MethodOnBatch =
  | { readonly method: MethodName; readonly missing: string }
  | {
      readonly method: MethodName;
      readonly tally: Tally;
      readonly reading: Reading;
      /** Of every token, over all minibatches. */
      readonly coefficients: Float64Array;
      /** Indices into `VERDICTS`. */
      readonly verdicts: Uint8Array;
    };

/** What is known of every token, over all minibatches in their order. */
export interface TokenColumns {
  /** Number of its answer, from 0, its place in it, from 0, and how many tokens that has. */
  readonly answer: Int32Array;
  readonly place: Int32Array;
  readonly length: Int32Array;
  readonly mask: Uint8Array;
  readonly advantage: Float64Array;
  /** θ/μ; NaN where μ is not known. */
  readonly ratio: Float64Array;
  /** −1 where it is not known. */
  readonly staleness: Int32Array;
  /** Symbol of the vocabulary; −1 for tokens that are made up. */
  readonly token: Int32Array;
  /** One an answer: number of its prompt, and which answer to it; NaN where it is made up. */
  readonly group: Float64Array;
  readonly member: Float64Array;
}

export interface BatchAnswer {
  readonly methods: readonly MethodOnBatch[];
  readonly agreement: Agreement;
  readonly tokens: TokenColumns;
  /** Tokens at which the batch's own method makes the same coefficient and gates as the learner did; absent without one. */
  readonly asLearner?: { readonly same: number; readonly of: number };
}

export interface TokenQuestion {
  readonly kind: 'token';
  /** Of a batch that was asked about; another one may have taken its place. */
  readonly key: number;
  readonly token: number;
  readonly methods: readonly MethodName[];
}

/** Who acted on a token, and why. */
export interface Acted {
  readonly gate: string;
  readonly sort: GateKind | undefined;
  readonly sentence: string;
}

export type MethodOnToken =
  | { readonly method: MethodName; readonly missing: string }
  | {
      readonly method: MethodName;
      readonly verdict: Verdict;
      readonly coefficient: number;
      readonly by: readonly Acted[];
      readonly reading: Reading;
    };

export interface TokenAnswer {
  readonly methods: readonly MethodOnToken[];
}

/** The questions by their kind, each with what answers it. */
export interface Exchange {
  curves: { question: CurvesQuestion; answer: CurvesAnswer };
  batch: { question: BatchQuestion; answer: BatchAnswer };
  token: { question: TokenQuestion; answer: TokenAnswer };
}

export type Kind = keyof Exchange;
export type QuestionOf<K extends Kind> = Exchange[K]['question'];
export type AnswerOf<K extends Kind> = Exchange[K]['answer'];

export interface Asked<K extends Kind = Kind> {
  readonly id: number;
  readonly question: QuestionOf<K>;
}

export type Reply<K extends Kind = Kind> =
  { readonly id: number; readonly answer: AnswerOf<K> } | { readonly id: number; readonly error: string };
