/**
 * The loss that separates engine discrepancy from staleness (sheet §18): a symmetric mask on r_d = π_p/μ, PPO's clip on
 * r_s = π_θ/π_p.
 *
 *   loss_t = 1{1/c ≤ r_d ≤ c}·r_d·max(−A r_s, −A clip(r_s))        without the factor r_d where it only masks
 */
import { proximalMetrics } from '../diagnostics/ratioMetrics.ts';
import { clippedTerms, type ClipRange } from './clipping.ts';
import type { Facts, TokenTerms } from './contract.ts';
import { logRatios, ratioOf, required } from './ratios.ts';
import { gate, shareOf } from './surrogates.ts';

export interface DiscrepancySettings extends ClipRange {
  /** c: r_d may be between 1/c and c. */
  readonly band: number;
  /** Whether r_d weights what it lets pass. */
  readonly weigh: boolean;
}

/** Terms, with the metric `active_ratio`: the share of tokens that survive both the mask and the clip. */
export function discrepancyTerms(
  facts: Facts,
  settings: DiscrepancySettings,
  detached: Facts,
  method: string,
): TokenTerms {
  const { mask } = facts;
  const prox = required(detached, 'logpProx', method);
  const logD = logRatios(prox, required(detached, 'logpBehave', method), mask);
  const logS = logRatios(facts.logpTheta, prox, mask);
  const out = gate(mask, (t) => ratioOf(logD[t]!) > settings.band || ratioOf(logD[t]!) < 1 / settings.band);
  const weights = logD.map((x, t) => (out[t] ? 0 : settings.weigh ? ratioOf(x) : 1));
  const { losses, coefficients, gates } = clippedTerms(logS, detached.advantage, mask, settings, weights);
  const active = gate(mask, (t) => !out[t] && !gates.clip_high[t] && !gates.clip_low[t]);
  return {
    losses,
    coefficients,
    gates: { ...gates, discrepancy: out },
    rejected: out,
    metrics: {
      ...proximalMetrics(logS, detached.advantage, mask, settings),
      ...shareOf('active_ratio', active, mask),
      ...shareOf('discrepancy_ratio', out, mask),
    },
  };
}
