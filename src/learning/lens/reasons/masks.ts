/** Why a mask on probabilities, a budget or a reward acted on a token. */
import { exp } from '../../../numerics/elementary.ts';
import { binaryKl, fullDivergence } from '../../objectives/probabilityMasks.ts';
import { required } from '../../objectives/ratios.ts';
import type { Place } from './place.ts';
import { num } from './words.ts';

function probabilities({ facts, t }: Place): { readonly before: number; readonly now: number } {
  return { before: exp(required(facts, 'logpBehave', 'the lens')[t]!), now: exp(facts.logpTheta[t]!) };
}

/** "has gone from 0.3 to 0.5" */
function moved(place: Place): string {
  const { before, now } = probabilities(place);
  return `has gone from ${num(before)} to ${num(now)}`;
}

export function masked(place: Place): string {
  const { settings, good } = place;
  const { name } = settings.objective;
  switch (name) {
    case 'dppo-tv':
    case 'prime-rl': {
      const { deltaLow, deltaHigh } = settings[name];
      return `Its probability ${moved(place)}, by more than δ = ${num(good ? deltaHigh : deltaLow)} and the way that its answer pushes it.`;
    }
    case 'prime-ipo':
      return `Its probability ${moved(place)}, by more than δ = ${num(settings[name].delta)}, whichever way.`;
    case 'dppo-kl':
    case 'dppo-full-tv':
    case 'dppo-full-kl':
      return `Its probability ${moved(place)}, the way that its answer pushes it, and the divergence there, ${num(divergenceOf(place, name))}, is above δ = ${num(settings[name].delta)}.`;
    default:
      return `Its ratio, ${num(place.clipped)}, has left the clip range the way that its answer pushes it, where this setting drops it as PPO would.`;
  }
}

function divergenceOf({ facts, t }: Place, name: 'dppo-kl' | 'dppo-full-tv' | 'dppo-full-kl'): number {
  if (name === 'dppo-kl') return binaryKl(required(facts, 'logpBehave', name)[t]!, facts.logpTheta[t]!);
  const kind = name === 'dppo-full-tv' ? 'tv' : 'kl';
  return fullDivergence(required(facts, 'distributions', name), facts.mask, kind, name)[t]!;
}

export function tokenThreshold(place: Place): string {
  const { delta } = place.settings.cppo;
  return `Its probability ${moved(place)}, the way that its answer pushes it: that alone is more than δ = ${num(delta)} allows at its place.`;
}

export function prefixBudget(place: Place): string {
  return `Its probability ${moved(place)}, the way that its answer pushes it, and the tokens before it have left too little of the budget of ${num(place.settings.cppo.budget)} a token.`;
}

export function secondMoment(place: Place): string {
  const { budget, moment } = place.settings['m2po-mask'];
  const size = moment === 'total' ? place.total : place.discrepancy;
  return `Its ratio, ${num(size)}, is among the furthest from 1, which go until the mean square of the other log-ratios is below τ = ${num(budget)}.`;
}

export function failed(place: Place): string {
  const reward = required(place.facts, 'sequenceRewards', 'the lens')[place.sequence]!;
  return `Its answer has reward ${num(reward)}, which is below τ = ${num(place.settings['success-conditioning'].threshold)}: only good answers are imitated.`;
}

export function covariance({ settings }: Place): string {
  return settings.objective.name === 'clip-cov'
    ? 'It is one of the few tokens, both likely and good, that were left out at random to keep the policy from growing too sure.'
    : `It is one of those that make the policy surer fastest, and is held back by κ = ${num(settings['kl-cov'].kappa)}.`;
}

export function outsideBand({ settings }: Place): string {
  const { bandLow, bandHigh } = settings[settings.objective.name === 'epo' ? 'epo' : 'epo-hinge'];
  return `The entropy here is not between ${num(bandLow)} and ${num(bandHigh)} times that of past updates.`;
}
