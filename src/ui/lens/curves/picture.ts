/** From an answer of the thread to what is drawn: names, looks, and how much of the coefficients is shown. */
import { labelOf } from '../names.ts';
import type { Curves } from './curveSource.ts';
import { lookOf } from './looks.ts';
import type { DrawnCurve } from './scene.ts';
import { stancePairs } from '../state/schema.ts';
import type { PanelSpec } from './layout.ts';
import { extentOf } from './scale.ts';
import type { Picture } from './viewer.ts';

export function pictureOf({ question, curves }: Curves): Picture {
  const { logRatios, probe, reach, stance, asked, running } = question;
  const drawn = curves.map(({ method, positive, negative }, index): DrawnCurve => ({
    method,
    name: labelOf(method),
    look: lookOf(index),
    running: method === running,
    positive,
    negative,
  }));
  return {
    curves: drawn,
    panels: panelsOf(stance),
    logRatios,
    reach,
    advantage: probe.advantage,
    largest: -Math.log(probe.probability),
    extent: extentOf(alongAdvantage(drawn), probe.advantage),
    asked,
  };
}

const SIGNS: readonly [PanelSpec, PanelSpec] = [
  { sign: 1, title: 'A > 0, a good answer' },
  { sign: -1, title: 'A < 0, a bad answer' },
];

/** A panel a sign, or for opposite stances a panel a method. */
function panelsOf(name: string): readonly [PanelSpec, PanelSpec] {
  const stance = stancePairs.get(name);
  if (stance === undefined) return SIGNS;
  const { sign, methods } = stance;
  const [one, other] = methods;
  const answer = sign > 0 ? 'a good answer' : 'a bad answer';
  return [
    { sign, title: `${labelOf(one)}, ${answer}`, without: other },
    { sign, title: `${labelOf(other)}, ${answer}`, without: one },
  ];
}

/** The coefficients of all curves in the direction of the advantage: how much of it each keeps. */
function* alongAdvantage(curves: readonly DrawnCurve[]): Iterable<ArrayLike<number>> {
  for (const { positive, negative } of curves) {
    yield positive.coefficients;
    yield negative.coefficients.map((value) => -value);
  }
}
