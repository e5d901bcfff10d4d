/** What every curve says at one ratio, as numbers and in words. Pure. */
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { labelOf } from '../names.ts';
import { signedText } from '../../inspector/words.ts';
import type { Curves } from './curveSource.ts';
import { type Look, lookOf } from './looks.ts';
import { valueAt } from './scale.ts';

export interface Reading {
  readonly method: MethodName;
  readonly name: string;
  readonly look: Look;
  readonly running: boolean;
  /** c for A > 0 and for A < 0; NaN where the token cannot have the ratio. */
  readonly positive: number;
  readonly negative: number;
  readonly words: string;
}

export function readings({ question, curves }: Curves, logRatio: number): readonly Reading[] {
  return curves.map(({ method, positive, negative }, index) => {
    const [good, bad] = [positive, negative].map(({ coefficients }) =>
      valueAt(coefficients, question.logRatios, logRatio),
    ) as [number, number];
    return {
      method,
      name: labelOf(method),
      look: lookOf(index),
      running: method === question.running,
      positive: good,
      negative: bad,
      words: `${coefficientText(good)} for good, ${coefficientText(bad)} for bad answers`,
    };
  });
}

/** A coefficient with its sign. */
export function coefficientText(value: number): string {
  return signedText(value, Math.abs(value) < 0.1 ? 3 : 2);
}
