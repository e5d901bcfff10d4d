/**
 * The two losses that a mask on probabilities (`probabilityMasks.ts`) can stand in; the methods differ in the mask alone.
 *
 *   DPPO       loss_t = −M_t·sg[min(ρ, C)]·A·ℓθ                c_t = M_t·min(ρ, C)·A
 *   prime-rl   loss_t = −α·M_t·ρ·A + κ log²ρ, all tokens       c_t = α·M_t·ρ·A − 2κ log ρ
 */
import type { Facts, TokenTerms } from './contract.ts';
import { beyondClamp, clampLogRatio, logRatios, ratioOf, required } from './ratios.ts';
import { ratioTerms, scoreTerms, shareOf } from './surrogates.ts';

/** DPPO's. @param masked tokens with M_t = 0 @param cap C */
export function maskedScoreTerms(
  facts: Facts,
  detached: Facts,
  masked: Uint8Array,
  cap: number,
  method: string,
): TokenTerms {
  const { mask } = facts;
  const logRho = logRatios(detached.logpTheta, required(detached, 'logpBehave', method), mask);
  const weights = logRho.map((x, t) => (masked[t] ? 0 : Math.min(cap, ratioOf(x))));
  const { losses, coefficients, gates } = scoreTerms(facts.logpTheta, detached.advantage, mask, weights);
  return {
    losses,
    coefficients,
    gates: { ...gates, masked },
    metrics: shareOf('masked_ratio', masked, mask),
  };
}

/** prime-rl's. @param masked tokens with M_t = 0 */
export function pulledRatioTerms(
  facts: Facts,
  detached: Facts,
  masked: Uint8Array,
  { kappa, advantageWeight }: { readonly kappa: number; readonly advantageWeight: number },
  method: string,
): TokenTerms {
  const { mask } = facts;
  const logRho = logRatios(facts.logpTheta, required(detached, 'logpBehave', method), mask);
  const kept = Float64Array.from(masked, (out) => (out ? 0 : advantageWeight));
  const { losses, coefficients, gates } = ratioTerms(logRho, detached.advantage, mask, kept);
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    const x = clampLogRatio(logRho[t]!);
    losses[t]! += kappa * x * x;
    if (!beyondClamp(logRho[t]!)) coefficients[t]! -= 2 * kappa * x;
  }
  return {
    losses,
    coefficients,
    gates: { ...gates, masked },
    metrics: shareOf('masked_ratio', masked, mask),
  };
}
