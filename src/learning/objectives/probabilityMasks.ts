/**
 * Masks on probabilities instead of ratios (sheet §22): a rare token may change its ratio a lot without moving mass, a
 * common one moves mass with a small ratio. They act outward only: where the advantage pushes further away.
 */
import { exp, log } from '../../numerics/elementary.ts';
import type { Distributions, Facts } from './contract.ts';
import { LOGP_FLOOR, logRatio, required } from './ratios.ts';
import { gate } from './surrogates.ts';

/** π_θ(y_t) − μ(y_t) per token. */
export function massMoved(detached: Facts, method: string): Float64Array {
  const behave = required(detached, 'logpBehave', method);
  return behave.map((mu, t) => (detached.mask[t] ? exp(detached.logpTheta[t]!) - exp(mu) : 0));
}

/** Whether the advantage pushes the token further from μ. A token of advantage 0 counts as a bad one, as in verl. */
export function outward(moved: number, advantage: number): boolean {
  return advantage > 0 ? moved > 0 : moved < 0;
}

/** KL(μ‖π) of the two outcomes "this token" and "another": μ log(μ/π) + (1−μ) log((1−μ+ε)/(1−π+ε)), ε = 1e-8. */
export function binaryKl(logMu: number, logPi: number): number {
  const mu = exp(logMu);
  const same = mu === 0 ? 0 : mu * logRatio(logMu, logPi);
  return same + (1 - mu) * (log(1 - mu + 1e-8) - log(1 - exp(logPi) + 1e-8));
}

/** Divergence of π_θ from μ over the whole vocabulary, per token: total variation, or KL(μ‖π). 0 where masked. */
export function fullDivergence(
  distributions: Distributions,
  mask: Uint8Array,
  kind: 'tv' | 'kl',
  method: string,
): Float64Array {
  const { vocabulary, logpTheta, logpBehave } = distributions;
  if (logpBehave === undefined) throw new Error(`${method} needs the distributions of the behaviour policy`);
  return Float64Array.from(mask, (counts, t) => {
    if (!counts) return 0;
    let sum = 0;
    for (let k = t * vocabulary; k < (t + 1) * vocabulary; k++) {
      const p = exp(logpBehave[k]!);
      if (kind === 'tv') sum += Math.abs(p - exp(logpTheta[k]!)) / 2;
      else if (p > 0) sum += p * (Math.max(LOGP_FLOOR, logpBehave[k]!) - Math.max(LOGP_FLOOR, logpTheta[k]!));
    }
    return sum;
  });
}

/** Tokens that have gained more than δ₊ while A > 0, or lost more than δ₋ while A ≤ 0: the binary total variation. */
export function binaryTvMask(
  detached: Facts,
  { deltaLow, deltaHigh }: { readonly deltaLow: number; readonly deltaHigh: number },
  method: string,
): Uint8Array {
  const { advantage, mask } = detached;
  const moved = massMoved(detached, method);
  return gate(mask, (t) => (advantage[t]! > 0 ? moved[t]! > deltaHigh : moved[t]! < -deltaLow));
}

/** Tokens whose divergence exceeds δ while the advantage pushes outward. */
export function outwardMask(
  detached: Facts,
  divergence: Float64Array,
  delta: number,
  method: string,
): Uint8Array {
  const moved = massMoved(detached, method);
  return gate(detached.mask, (t) => divergence[t]! > delta && outward(moved[t]!, detached.advantage[t]!));
}
