/**
 * From a row of logits to a distribution and a token: the one definition that every engine's sampling and
 * scoring follows, in float64 over the float32 logits. It draws no random numbers.
 *
 *   z_i = logits_i / T      log π_i = z_i − max z − log Σ_j exp(z_j − max z)
 *
 * Truncation, in this order: top-k keeps the k tokens of the highest logits (ties: the lower index first), top-p keeps,
 * of these and in the same order, the fewest whose share of what top-k left is at least p. Log-probabilities
 * are renormalised over the tokens kept. A token is drawn by inverse CDF: the first kept token, in order of
 * index, up to which the kept probability exceeds the uniform number.
 */
import { exp, log } from '../numerics/elementary.ts';

export interface SamplingSettings {
  /** 0 = greedy: the likeliest token (ties: the lowest index), log-probabilities at temperature 1, no truncation. */
  readonly temperature: number;
  /** 0 = all. */
  readonly topK: number;
  /** 1 = all. */
  readonly topP: number;
}

/** What `Sampler.draw` fills in. */
export interface Draw {
  token: number;
  logprob: number;
}

/** Temperature by which logits are divided: greedy decoding reports log-probabilities at temperature 1. */
export function scoringTemperature(temperature: number): number {
  return temperature === 0 ? 1 : temperature;
}

/**
 * Writes log π of the row `logits[from .. from + out.length)` at `temperature` (> 0) to `out`.
 * Returns the entropy in nats.
 */
export function logSoftmax(
  logits: ArrayLike<number>,
  from: number,
  temperature: number,
  out: Float64Array,
): number {
  const size = out.length;
  let highest = -Infinity;
  for (let i = 0; i < size; i++) highest = Math.max(highest, logits[from + i]! / temperature);
  let sum = 0;
  let weighted = 0;
  for (let i = 0; i < size; i++) {
    const z = logits[from + i]! / temperature - highest;
    const weight = exp(z);
    out[i] = z;
    sum += weight;
    if (weight > 0) weighted += weight * z;
  }
  const logSum = log(sum);
  for (let i = 0; i < size; i++) out[i]! -= logSum;
  return logSum - weighted / sum;
}

/** Draws tokens from rows of logits of one vocabulary; holds scratch space only. */
export class Sampler {
  private readonly logprobs: Float64Array;
  private readonly weights: Float64Array;
  private readonly order: number[];

  constructor(vocabulary: number) {
    this.logprobs = new Float64Array(vocabulary);
    this.weights = new Float64Array(vocabulary);
    this.order = Array.from({ length: vocabulary }, (_, i) => i);
  }

  /**
   * One token of the row that starts at `from`.
   * @param uniform in [0, 1)
   * @param forced token to report instead of drawing one, −1 = draw; −∞ as its log-probability where truncation excludes it
   */
  draw(
    logits: ArrayLike<number>,
    from: number,
    settings: SamplingSettings,
    uniform: number,
    forced: number,
    out: Draw,
  ): void {
    const { logprobs, weights } = this;
    logSoftmax(logits, from, scoringTemperature(settings.temperature), logprobs);
    if (settings.temperature === 0) {
      out.token = forced >= 0 ? forced : greatest(logprobs);
      out.logprob = logprobs[out.token]!;
      return;
    }
    for (let i = 0; i < weights.length; i++) weights[i] = exp(logprobs[i]!);
    const truncated =
      (settings.topK > 0 && settings.topK < weights.length) || (settings.topP > 0 && settings.topP < 1);
    if (truncated) this.truncate(logits, from, settings);
    let total = 0;
    for (let i = 0; i < weights.length; i++) total += weights[i]!;
    out.token = forced >= 0 ? forced : invert(weights, uniform * total);
    if (!truncated) out.logprob = logprobs[out.token]!;
    else out.logprob = weights[out.token]! > 0 ? logprobs[out.token]! - log(total) : -Infinity;
  }

  /** Sets the weight of every token outside top-k and top-p to 0. */
  private truncate(logits: ArrayLike<number>, from: number, { topK, topP }: SamplingSettings): void {
    const { weights, order } = this;
    order.sort((a, b) => logits[from + b]! - logits[from + a]! || a - b);
    let kept = topK > 0 ? Math.min(topK, order.length) : order.length;
    if (topP > 0 && topP < 1) {
      let share = 0;
      for (let i = 0; i < kept; i++) share += weights[order[i]!]!;
      const wanted = topP * share;
      let reached = weights[order[0]!]!;
      let nucleus = 1;
      while (nucleus < kept && reached < wanted) reached += weights[order[nucleus++]!]!;
      kept = nucleus;
    }
    for (let i = kept; i < order.length; i++) weights[order[i]!] = 0;
  }
}

function greatest(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}

/** First index up to which the weights sum to more than `point`; the last positive one where rounding leaves none. */
function invert(weights: Float64Array, point: number): number {
  let sum = 0;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! <= 0) continue;
    last = i;
    sum += weights[i]!;
    if (sum > point) return i;
  }
  return last;
}
