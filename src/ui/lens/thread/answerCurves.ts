/** The curves of every method that is asked for: what `learning/lens` says, one method after the other. */
import { curves, probeWith, withMethod } from '../../../learning/lens/index.ts';
import type { CurvesAnswer, DrawnCurve, CurvesQuestion } from './protocol.ts';

/** Of what the methods choose at random, and of the tokens around the one that is asked about. */
const SEED = 1;

export function answerCurves({ settings, methods, probe, logRatios }: CurvesQuestion): CurvesAnswer {
  const { staleness, probability, position, length, spread, advantage, prox } = probe;
  const token = probeWith({
    staleness,
    logBehave: Math.log(probability),
    position: position - 1,
    length,
    spread,
    advantage,
    proximal: prox,
    seed: SEED,
  });
  const answers = methods.map((method) => {
    const { positive, negative } = curves(withMethod(settings, method), token, logRatios);
    return { method, positive: drawn(positive), negative: drawn(negative) };
  });
  return { curves: answers };
}

function drawn({ coefficients, kinks, deadZones }: DrawnCurve): DrawnCurve {
  return { coefficients, kinks, deadZones };
}
