/** What page and lens thread say to each other. Every question has a number, which its answer repeats. */
import type { Curve } from '../../../learning/lens/curves.ts';
import type { LearningSettings, MethodName } from '../../../learning/objectives/contract.ts';
import type { ProbeValues } from '../state/sliders.ts';

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

/** The questions by their kind, each with what answers it. */
export interface Exchange {
  curves: { question: CurvesQuestion; answer: CurvesAnswer };
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
