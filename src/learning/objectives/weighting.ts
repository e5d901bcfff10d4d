/**
 * Weights and rejections by the ratio between learner and sampler (sheet §14, §39): what TIS, MIS, IcePop and their kin
 * make of it, once for the methods of these names and for the corrections that any method can carry.
 *
 * The base ratio ω is constant to differentiation. Where ℓp is known it can be w = π_p/μ; else it is ρ = π_θ/μ.
 */
import type { Facts, Needs } from './contract.ts';
import { clampLogRatio, logRatios, ratioOf, required } from './ratios.ts';
import { broadcast, sequenceLengths, sequenceMeans, sequenceSums } from './sequences.ts';
import { gate } from './surrogates.ts';

/** `behave` w = π_p/μ, `total` ρ = π_θ/μ. */
export type WeightRatio = 'behave' | 'total';

export function weightNeeds(ratio: WeightRatio): Needs {
  return ratio === 'behave' ? { behave: true, prox: 'recompute' } : { behave: true };
}

/** log ω per token, 0 where masked. */
export function weightRatios(detached: Facts, ratio: WeightRatio, method: string): Float64Array {
  const numerator = ratio === 'behave' ? required(detached, 'logpProx', method) : detached.logpTheta;
  return logRatios(numerator, required(detached, 'logpBehave', method), detached.mask);
}

export interface Weighting {
  /** Factor of every token's loss; 0 where rejected. */
  readonly weights: Float64Array;
  /** Tokens that a band rejects. */
  readonly rejected?: Uint8Array;
  /** Tokens whose weight a cap has lowered. */
  readonly truncated?: Uint8Array;
}

export interface Band {
  readonly low: number;
  readonly high: number;
}

/** min(ω, C) of every token. */
export function truncate(logOmega: Float64Array, cap: number, mask: Uint8Array): Weighting {
  return {
    weights: logOmega.map((x) => Math.min(cap, ratioOf(x))),
    truncated: gate(mask, (t) => ratioOf(logOmega[t]!) > cap),
  };
}

/** ω where it lies in the band, else 0. */
export function bandPass(logOmega: Float64Array, band: Band, mask: Uint8Array): Weighting {
  return bandPassBy(logOmega, logOmega, band, mask);
}

/** ω where another ratio of the same tokens lies in the band, else 0. */
export function bandPassBy(
  logOmega: Float64Array,
  judged: Float64Array,
  band: Band,
  mask: Uint8Array,
): Weighting {
  const rejected = gate(mask, (t) => outside(ratioOf(judged[t]!), band));
  return { weights: logOmega.map((x, t) => (rejected[t] ? 0 : ratioOf(x))), rejected };
}

/** 1 where the statistic is in the band, else 0. */
export function accept(statistic: Float64Array, band: Band, mask: Uint8Array): Weighting {
  const rejected = gate(mask, (t) => outside(statistic[t]!, band));
  return { weights: Float64Array.from(rejected, (out) => 1 - out), rejected };
}

function outside(value: number, { low, high }: Band): boolean {
  return value < low || value > high;
}

/** log of the product of a sequence's ratios, at each of its tokens; clamped as all log-ratios are. */
export function sequenceProducts(facts: Facts, logOmega: Float64Array): Float64Array {
  return broadcast(facts, sequenceSums(facts, logOmega).map(clampLogRatio));
}

/** log of the geometric mean of a sequence's ratios, at each of its tokens. */
export function geometricMeans(facts: Facts, logOmega: Float64Array): Float64Array {
  return broadcast(facts, sequenceMeans(facts, logOmega));
}

export type Divergence = 'k1' | 'k2' | 'k3';
export type Level = 'token' | 'sum' | 'mean' | 'max';

export interface DivergenceRules {
  readonly estimator: Divergence;
  readonly level: Level;
  /** areal takes 1/ω where verl takes ω (sheet §39). */
  readonly direction: 'verl' | 'areal';
}

/**
 * A per-token estimate of how far the numerator of ω is from μ: k1 = −log ω, k2 = ½log²ω, k3 = ω − 1 − log ω, or in the
 * other direction the same of 1/ω; and its sum, mean or maximum over the sequence at each of its tokens.
 */
export function divergences(
  facts: Facts,
  logOmega: Float64Array,
  { estimator, level, direction }: DivergenceRules,
): Float64Array {
  const sign = direction === 'areal' ? -1 : 1;
  const perToken = logOmega.map((raw) => {
    const x = sign * clampLogRatio(raw);
    if (estimator === 'k1') return -x;
    return estimator === 'k2' ? (x * x) / 2 : Math.max(0, ratioOf(x) - 1 - x);
  });
  switch (level) {
    case 'token':
      return perToken;
    case 'sum':
      return broadcast(facts, sequenceSums(facts, perToken));
    case 'mean':
      return broadcast(facts, sequenceMeans(facts, perToken));
    case 'max':
      return broadcast(facts, sequenceMaxima(facts, perToken));
  }
}

/** log of a sequence's largest ratio, at each of its tokens. */
export function largestRatios(facts: Facts, logOmega: Float64Array): Float64Array {
  return broadcast(facts, sequenceMaxima(facts, logOmega));
}

function sequenceMaxima(facts: Facts, values: Float64Array): Float64Array {
  return Float64Array.from(sequenceLengths(facts), (_, i) => {
    let most = -Infinity;
    for (let t = facts.offsets[i]!; t < facts.offsets[i + 1]!; t++) {
      if (facts.mask[t]) most = Math.max(most, values[t]!);
    }
    return most;
  });
}

/**
 * OPSM: whole sequences with a negative advantage that have drifted by more than δ, mean_t(ℓμ − ℓθ) > δ, have weight 0. The
 * sign is that of the sequence's mean advantage.
 * @param logRho log of the current policy's ratio to the one that drift is measured from
 */
export function offPolicySequences(
  facts: Facts,
  detached: Facts,
  logRho: Float64Array,
  delta: number,
): Weighting {
  const drift = broadcast(facts, sequenceMeans(facts, logRho));
  const advantage = broadcast(facts, sequenceMeans(facts, detached.advantage));
  const rejected = gate(facts.mask, (t) => advantage[t]! < 0 && -drift[t]! > delta);
  return { weights: Float64Array.from(rejected, (out) => 1 - out), rejected };
}
