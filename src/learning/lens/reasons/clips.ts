/** Why a clip or a cap on a ratio acted. The bounds are those of the method's own settings. */
import { exp, pow } from '../../../numerics/elementary.ts';
import { ratioOf } from '../../objectives/ratios.ts';
import type { Place } from './place.ts';
import { num } from './words.ts';

/** Of the upper bound, which cuts good answers. */
export function clipHigh(place: Place): string {
  return `${subject(place)} is above ${boundOf(place, 'upper')}, and the answer was good: it is pushed no further up.`;
}

/** Of the lower bound, which cuts bad ones. */
export function clipLow(place: Place): string {
  return `${subject(place)} is below ${boundOf(place, 'lower')}, and the answer was bad: it is pushed no further down.`;
}

function subject(place: Place): string {
  switch (place.settings.objective.name) {
    case 'gspo':
    case 'gspo-token':
    case 'sat-gspo': {
      const mean = exp(place.meanOverAnswer((t) => place.logClipped(t)));
      return `The mean ratio of its answer, ${num(mean)},`;
    }
    case 'a3po':
      return `Its ratio to the sampler, ${num(place.total)},`;
    case 'a3po-linear':
      return `Its ratio to the mixture of sampler and learner (to the sampler itself it is ${num(place.total)})`;
    default:
      return `Its ratio to ${place.anchor}, ${num(place.clipped)},`;
  }
}

/** What differs between the two ends of a clip range. */
const ENDS = {
  upper: { name: '1 + ε₊', sign: 1, radius: 'clipHigh', budget: 'clip_bound_high', log: 'logHigh' },
  lower: { name: '1 − ε₋', sign: -1, radius: 'clipLow', budget: 'clip_bound_low', log: 'logLow' },
} as const;

function boundOf(place: Place, end: keyof typeof ENDS): string {
  const { name, sign, radius, budget, log } = ENDS[end];
  const at = 1 + sign * place.range[radius];
  const bound = `${name} = ${num(at)}`;
  switch (place.settings.objective.name) {
    case 'a3po':
      return aged(place, name, at);
    case 'sat':
    case 'sat-gspo':
      return place.acts('narrowed')
        ? `its bound, which is narrower than ${bound} as it is among the most drifted`
        : bound;
    case 'm2po':
      return fromBudget(place, budget);
    case 'gmpo':
      return `e^${end === 'upper' ? 'ε₊' : '−ε₋'} = ${num(exp(sign * place.settings.gmpo[log]))}`;
    default:
      return bound;
  }
}

/** A-3PO: the bound of the total ratio is that of r to the power of the age (sheet §16). */
function aged(place: Place, symbol: string, bound: number): string {
  const age = place.settings.a3po.form === 'rollout' ? 1 : Math.max(1, place.staleness);
  if (age === 1) return `${symbol} = ${num(bound)}`;
  return `(${symbol})^${age} = ${num(pow(bound, age))}, which is wider the older the token`;
}

function fromBudget(place: Place, metric: 'clip_bound_high' | 'clip_bound_low'): string {
  return `the bound ${num(place.evaluation.metrics[metric]!)} that the batch’s spread has set`;
}

export function dualClip(place: Place): string {
  return `Its ratio, ${num(place.clipped)}, is above c = ${num(dualCap(place))}, and the answer was bad: without this its pull would grow without bound.`;
}

function dualCap({ settings }: Place): number {
  const { name, clipHigh: radius } = settings.objective;
  if (name === 'epo' || name === 'epo-hinge') return settings[name].cap;
  return settings['dual-clip'].capBy === 'clip' ? 1 + 2 * radius : settings['dual-clip'].cap;
}

export function delta(place: Place): string {
  return `Its ratio, ${num(place.clipped)}, is above δ = ${num(place.settings['ppo-delta'].delta)}, where it is cut.`;
}

export function narrowed({ settings }: Place): string {
  const { quantile } = settings[settings.objective.name === 'sat' ? 'sat' : 'sat-gspo'];
  return `Its ratio has drifted more than those of ${num(100 * quantile)} % of the batch, so that its clip range is narrower.`;
}

export function capHigh(place: Place): string {
  const { convention, epsilonHigh } = place.settings.cispo;
  const cap = convention === 'trl' ? epsilonHigh : 1 + epsilonHigh;
  return `Its ratio, ${num(place.clipped)}, counts as no more than ${num(cap)}.`;
}

export function capLow(place: Place): string {
  return `Its ratio, ${num(place.clipped)}, counts as no less than ${num(1 - place.settings.cispo.epsilonLow)}.`;
}

export function rhoCut(place: Place): string {
  return `Its ratio, ${num(place.total)}, counts as no more than ρ̄ = ${num(place.settings['v-trace'].rhoBar)} for the value.`;
}

export function faded(place: Place): string {
  return `Its answer failed, and it has become rarer since: it counts with its ratio, ${num(place.total)}, in place of 1.`;
}

export function reversed(place: Place): string {
  return `Its ratio, ${num(place.total)}, has gone past what the penalty allows, so that it is pushed back.`;
}

export function veto(place: Place): string {
  const { trigger, threshold } = place.settings['mu-grpo'];
  const ratio = ratioOf(place.logTotal());
  const bound =
    trigger === 'above'
      ? `above τ = ${num(threshold)}`
      : trigger === 'below'
        ? `below 1/τ = ${num(1 / threshold)}`
        : `outside ${num(1 / threshold)} to τ = ${num(threshold)}`;
  return `Its answer was bad, and this token (ratio ${num(ratio)}) or one before it has a ratio ${bound}: from there on nothing is learnt.`;
}
