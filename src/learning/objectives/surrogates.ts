/**
 * The two forms that a policy-gradient loss without a clip can have (sheet §0.2). At equal weights they have the same
 * gradient, and different values.
 *
 *   score form   loss_t = −sg[weight_t]·A·ℓθ        c_t = weight_t·A
 *   ratio form   loss_t = −sg[weight_t]·A·r         c_t = weight_t·A·r, 0 where the log-ratio lies beyond the clamp
 */
import type { TokenTerms } from './contract.ts';
import { beyondClamp, LOGP_FLOOR, ratioOf } from './ratios.ts';

export interface SurrogateTerms extends Pick<TokenTerms, 'losses' | 'coefficients'> {
  readonly gates: {
    /** Where a floor or clamp has flattened the loss. */
    readonly clamped: Uint8Array;
  };
}

/**
 * Score form. A log-probability below the floor (`LOGP_FLOOR`) counts as the floor, and has no gradient there.
 * @param weights constant factor per token; all 1 when left out
 */
export function scoreTerms(
  logpTheta: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  weights?: Float64Array,
): SurrogateTerms {
  return build(mask, (t) => {
    const strength = advantage[t]! * (weights ? weights[t]! : 1);
    const flat = logpTheta[t]! < LOGP_FLOOR;
    return [-strength * Math.max(LOGP_FLOOR, logpTheta[t]!), flat ? 0 : strength, flat];
  });
}

/**
 * Ratio form.
 * @param logRatios log r per token, unclamped
 * @param weights constant factor per token; all 1 when left out
 */
export function ratioTerms(
  logRatios: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  weights?: Float64Array,
): SurrogateTerms {
  return build(mask, (t) => {
    const strength = advantage[t]! * (weights ? weights[t]! : 1) * ratioOf(logRatios[t]!);
    const flat = beyondClamp(logRatios[t]!);
    return [-strength, flat ? 0 : strength, flat];
  });
}

/** Loss, coefficient and whether it is flat, for every token that counts. */
function build(
  mask: Uint8Array,
  of: (token: number) => readonly [loss: number, coefficient: number, flat: boolean],
): SurrogateTerms {
  const losses = new Float64Array(mask.length);
  const coefficients = new Float64Array(mask.length);
  const clamped = new Uint8Array(mask.length);
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    const [loss, coefficient, flat] = of(t);
    losses[t] = loss;
    coefficients[t] = coefficient;
    if (flat) clamped[t] = 1;
  }
  return { losses, coefficients, gates: { clamped } };
}

/** 1 at the counted tokens of which `holds` is true. */
export function gate(mask: Uint8Array, holds: (token: number) => boolean): Uint8Array {
  return mask.map((counts, t) => (counts && holds(t) ? 1 : 0));
}

/** Share of the counted tokens that a gate has; nothing where none count. */
export function shareOf(name: string, gates: Uint8Array, mask: Uint8Array): Readonly<Record<string, number>> {
  let count = 0;
  let total = 0;
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    total += 1;
    count += gates[t]!;
  }
  return total === 0 ? {} : { [name]: count / total };
}
