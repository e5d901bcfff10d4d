/**
 * EPO's loss (sheet §31): PPO with dual clip, minus an entropy term and a penalty for leaving the band of past entropy.
 *
 *   loss_t = PPO_t − λ(H_t − κ P_t),  band (lo·H̄_k, hi·H̄_k) about the past mean entropy H̄_k at position k
 *
 * `literal` P = p_out outside the band, 0 inside: constant in θ almost everywhere, so it has no gradient. `hinge` P =
 * p_out·(max(0, lo·H̄−H) + max(0, H−hi·H̄)), which does what the paper describes.
 *
 * What the literal penalty holds in the band is H of a token, or of a whole answer: its mean over the answer's tokens, or as
 * in the released code their sum by the longest length, where padding counts as 0 (sheet §39). Then H̄ is the mean over the
 * answer's positions.
 */
import { exp } from '../../numerics/elementary.ts';
import { proximalMetrics } from '../diagnostics/ratioMetrics.ts';
import { tokenEntropies } from '../diagnostics/entropy.ts';
import { type ClipRange, dualClippedTerms } from './clipping.ts';
import type { Facts, TokenTerms } from './contract.ts';
import { LOGP_FLOOR, logRatios, required } from './ratios.ts';
import { broadcast, sequenceLengths, sequenceMeans } from './sequences.ts';
import { gate, shareOf } from './surrogates.ts';

export interface SmoothingSettings extends ClipRange {
  /** Each token where left out. Only for the literal penalty, whose gradient does not depend on it. */
  readonly level?: 'token' | 'sequence' | 'sequence-padded';
  readonly cap: number;
  /** λ */
  readonly entropyWeight: number;
  /** κ */
  readonly penaltyWeight: number;
  readonly bandLow: number;
  readonly bandHigh: number;
  /** p_out */
  readonly penalty: number;
}

export function smoothedTerms(
  facts: Facts,
  settings: SmoothingSettings,
  detached: Facts,
  kind: 'literal' | 'hinge',
  method: string,
): TokenTerms {
  const { mask } = facts;
  const distributions = required(facts, 'distributions', method);
  const history = required(detached, 'entropyHistory', method);
  const logR = logRatios(facts.logpTheta, required(detached, 'logpBehave', method), mask);
  const { losses, coefficients, gates } = dualClippedTerms(logR, detached.advantage, mask, settings);
  const entropies = tokenEntropies(distributions, mask);
  const { held, past } = heldEntropies(facts, entropies, history, settings.level);
  const { vocabulary, logpTheta } = distributions;
  const logits = new Float64Array(mask.length * vocabulary);
  const inside = gate(
    mask,
    (t) => held[t]! > settings.bandLow * past[t]! && held[t]! < settings.bandHigh * past[t]!,
  );
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    const H = entropies[t]!;
    const below = settings.bandLow * past[t]! - held[t]!;
    const above = held[t]! - settings.bandHigh * past[t]!;
    const hinge = kind === 'hinge';
    const value = hinge ? Math.max(0, below) + Math.max(0, above) : inside[t] ? 0 : 1;
    const slope = hinge ? (above > 0 ? 1 : 0) - (below > 0 ? 1 : 0) : 0;
    const { entropyWeight, penaltyWeight, penalty } = settings;
    losses[t]! -= entropyWeight * (H - penaltyWeight * penalty * value);
    // ∂H/∂z_k = −p_k(log p_k + H)
    const factor = entropyWeight * (1 - penaltyWeight * penalty * slope);
    for (let k = t * vocabulary; k < (t + 1) * vocabulary; k++) {
      const p = exp(logpTheta[k]!);
      if (p > 0) logits[k] = factor * p * (Math.max(LOGP_FLOOR, logpTheta[k]!) + H);
    }
  }
  return {
    losses,
    coefficients,
    gates: { ...gates, outside_band: gate(mask, (t) => inside[t] === 0) },
    logits,
    metrics: {
      ...proximalMetrics(logR, detached.advantage, mask, settings),
      ...shareOf('entropy_in_band', inside, mask),
    },
  };
}

interface Held {
  /** What has to stay in the band, at every counted token. */
  readonly held: Float64Array;
  /** H̄ of it. */
  readonly past: Float64Array;
}

function heldEntropies(
  facts: Facts,
  entropies: Float64Array,
  history: Float64Array,
  level: SmoothingSettings['level'] = 'token',
): Held {
  const past = pastEntropies(facts, history);
  if (level === 'token') return { held: entropies, past };
  const lengths = sequenceLengths(facts);
  const longest = Math.max(1, facts.maxLength, ...lengths);
  const held = sequenceMeans(facts, entropies).map((mean, i) =>
    level === 'sequence' ? mean : (mean * lengths[i]!) / longest,
  );
  return { held: broadcast(facts, held), past: broadcast(facts, sequenceMeans(facts, past)) };
}

/** H̄ at the position of every token; past the end of the history, its last. */
function pastEntropies({ offsets, mask }: Facts, history: Float64Array): Float64Array {
  const past = new Float64Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      past[t] = history[Math.min(t - offsets[i]!, history.length - 1)] ?? 0;
    }
  }
  return past;
}
