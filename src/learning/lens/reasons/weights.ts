/** Why a weight was cut or a token rejected by the ratio between learner and sampler. */
import type { DivergenceRules, WeightRatio } from '../../objectives/weighting.ts';
import { divergences, weightRatios } from '../../objectives/weighting.ts';
import { exp } from '../../../numerics/elementary.ts';
import { clampLogRatio, logRatio, ratioOf, required } from '../../objectives/ratios.ts';
import type { Place } from './place.ts';
import { num } from './words.ts';

interface Band {
  readonly low: number;
  readonly high: number;
}

const METHOD = 'The lens';

function logWeight(place: Place, ratio: WeightRatio, t = place.t): number {
  const numerator = ratio === 'behave' ? required(place.facts, 'logpProx', METHOD) : place.facts.logpTheta;
  return logRatio(numerator[t]!, required(place.facts, 'logpBehave', METHOD)[t]!);
}

/** ω of the token. */
export function tokenWeight(place: Place, ratio: WeightRatio): number {
  return ratioOf(logWeight(place, ratio));
}

/** Π ω of its answer. */
export function answerWeight(place: Place, ratio: WeightRatio): number {
  const log = place.answer.reduce((sum, t) => sum + logWeight(place, ratio, t), 0);
  return exp(clampLogRatio(log));
}

/** Geometric mean of ω over its answer. */
export function meanWeight(place: Place, ratio: WeightRatio): number {
  return ratioOf(place.meanOverAnswer((t) => logWeight(place, ratio, t)));
}

/** The largest ω of its answer. */
export function largestWeight(place: Place, ratio: WeightRatio): number {
  return ratioOf(Math.max(...place.answer.map((t) => logWeight(place, ratio, t))));
}

/** A divergence of the token or of its answer. */
export function divergence(place: Place, ratio: WeightRatio, rules: DivergenceRules): number {
  return divergences(place.facts, weightRatios(place.facts, ratio, METHOD), rules)[place.t]!;
}

/** Mean fall of the log-probability over its answer, since the policy that its drift is measured from. */
export function fall(place: Place, of: (t: number) => number): number {
  return 0 - place.meanOverAnswer(of);
}

export function outside(what: string, value: number, { low, high }: Band, then: string): string {
  return value > high
    ? `${what}, ${num(value)}, is above ${num(high)}: ${then}.`
    : `${what}, ${num(value)}, is below ${num(low)}: ${then}.`;
}

export function beyond(what: string, value: number, threshold: number, then: string): string {
  return `${what}, ${num(value)}, is above ${num(threshold)}: ${then}.`;
}

export function truncated(place: Place): string {
  const { settings } = place;
  if (settings.objective.name === 'tis')
    return cut('Its weight', tokenWeight(place, settings.tis.ratio), settings.tis.cap);
  const { ratio, cap } = settings['seq-tis'];
  return cut('The weight of its answer', answerWeight(place, ratio), cap);
}

export function cut(what: string, value: number, cap: number): string {
  return `${what}, ${num(value)}, counts as no more than C = ${num(cap)}.`;
}

export function rejected(place: Place): string {
  const { settings } = place;
  const { name } = settings.objective;
  switch (name) {
    case 'mis':
    case 'icepop':
      return outside('Its weight', tokenWeight(place, settings[name].ratio), settings[name], 'it is dropped');
    case 'seq-mis': {
      const { ratio } = settings[name];
      return outside(
        'The weight of its answer',
        answerWeight(place, ratio),
        settings[name],
        'the answer is dropped',
      );
    }
    case 'geometric-rejection': {
      const { ratio } = settings[name];
      return outside(
        'The mean ratio of its answer',
        meanWeight(place, ratio),
        settings[name],
        'the answer is dropped',
      );
    }
    case 'divergence-rejection': {
      const { ratio, threshold, level } = settings[name];
      return level === 'token'
        ? beyond('Its divergence', divergence(place, ratio, settings[name]), threshold, 'it is dropped')
        : beyond(
            'The divergence of its answer',
            divergence(place, ratio, settings[name]),
            threshold,
            'the answer is dropped',
          );
    }
    default:
      return driftedBad(
        fall(place, (t) => place.logClipped(t)),
        settings.opsm.delta,
      );
  }
}

/** OPSM's reason. */
export function driftedBad(drift: number, delta: number): string {
  return `Its answer was bad and has become rarer, by ${num(drift)} of log-probability a token, which is more than δ = ${num(delta)}: the answer is dropped.`;
}

export function weightAboveCap(place: Place): string {
  const { filter, cap } = place.settings['decoupled-ppo'];
  const then = filter === 'mask' ? 'it is dropped' : `it counts as ${num(cap)}`;
  return beyond('Its weight', place.discrepancy, cap, then);
}

export function discrepancy(place: Place): string {
  const { name } = place.settings.objective;
  const { band } = place.settings[name === 'exact-old-logits' ? name : 'ppo-ewma-revised'];
  return outside(
    `The ratio of ${place.anchor} to the sampler`,
    place.discrepancy,
    { low: 1 / band, high: band },
    'it is dropped',
  );
}
