/**
 * The loss of a value head per counted token, w·(R̂ − V)², with the targets R̂ constant. With a clip (sheet §4) the value may
 * gain nothing by moving further than ε from what it was at the start of the update:
 *
 *   w·max((R̂ − V)², (R̂ − V_clip)²),  V_clip = V_old + clip(V − V_old, −ε, ε)
 *
 * Where the clipped error is the larger one the gradient is 0; a value exactly on the bound keeps its own.
 */
import type { TokenTerms } from './contract.ts';

export interface ValueClip {
  /** V at the start of the update. */
  readonly old: Float64Array;
  /** ε */
  readonly radius: number;
}

export function valueTerms(
  values: Float64Array,
  targets: Float64Array,
  mask: Uint8Array,
  weight: number,
  clip?: ValueClip,
): NonNullable<TokenTerms['values']> {
  const losses = new Float64Array(mask.length);
  const gradient = new Float64Array(mask.length);
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    const error = targets[t]! - values[t]!;
    const clipped = clip === undefined ? error : targets[t]! - within(values[t]!, clip.old[t]!, clip.radius);
    if (Math.abs(clipped) > Math.abs(error)) {
      losses[t] = weight * clipped * clipped;
    } else {
      losses[t] = weight * error * error;
      gradient[t] = -2 * weight * error;
    }
  }
  return { losses, gradient };
}

function within(value: number, centre: number, radius: number): number {
  return Math.min(centre + radius, Math.max(centre - radius, value));
}
