/** From an answer of the thread to what is drawn: names, looks, and how much of the coefficients is shown. */
import { labelOf } from '../names.ts';
import type { Curves } from './curveSource.ts';
import { lookOf } from './looks.ts';
import type { DrawnCurve } from './paint.ts';
import { extentOf } from './scale.ts';
import type { Picture } from './viewer.ts';

export function pictureOf({ question, curves }: Curves): Picture {
  const { logRatios, probe, reach, asked, running } = question;
  const drawn = curves.map(({ method, positive, negative }, index): DrawnCurve => ({
    name: labelOf(method),
    look: lookOf(index),
    running: method === running,
    positive,
    negative,
  }));
  return {
    curves: drawn,
    logRatios,
    reach,
    advantage: probe.advantage,
    largest: -Math.log(probe.probability),
    extent: extentOf(alongAdvantage(drawn), probe.advantage),
    asked,
  };
}

/** The coefficients of all curves in the direction of the advantage: how much of it each keeps. */
function* alongAdvantage(curves: readonly DrawnCurve[]): Iterable<ArrayLike<number>> {
  for (const { positive, negative } of curves) {
    yield positive.coefficients;
    yield negative.coefficients.map((value) => -value);
  }
}
