/**
 * What the gates of an objective say about its tokens. The clip is the objective's own, whatever its bounds are: `clip_high`
 * cuts tokens with A > 0, `clip_low` those with A < 0.
 */
import { counted } from './ratioStatistics.ts';

export type Gates = Readonly<Record<string, Uint8Array>>;

type Metrics = Readonly<Record<string, number>>;

interface Clip {
  readonly high: Uint8Array;
  readonly low: Uint8Array;
}

function clipOf({ clip_high: high, clip_low: low }: Gates): Clip | undefined {
  return high && low && { high, low };
}

/**
 * `clip_ratio` with its two halves `clip_ratio_high` and `clip_ratio_low` (`systems.md` §3.2), for an objective that clips;
 * `gated_ratio`, the tokens that any gate has. Shares of counted tokens; nothing where none count.
 */
export function gateMetrics(gates: Gates, mask: Uint8Array): Metrics {
  const clip = clipOf(gates);
  const all = Object.values(gates);
  let [tokens, high, low, gated] = [0, 0, 0, 0];
  for (let t = 0; t < mask.length; t++) {
    if (mask[t] === 0) continue;
    tokens += 1;
    for (let g = 0; g < all.length; g++) {
      if (all[g]![t] === 0) continue;
      gated += 1;
      break;
    }
    if (clip === undefined) continue;
    high += clip.high[t]!;
    low += clip.low[t]!;
  }
  if (tokens === 0) return {};
  return {
    gated_ratio: gated / tokens,
    ...(clip && {
      clip_ratio: (high + low) / tokens,
      clip_ratio_high: high / tokens,
      clip_ratio_low: low / tokens,
    }),
  };
}

/** Whether the clip cuts a token, 1 or 0 for every counted one; undefined for an objective that does not clip. */
export function clippedTokens(gates: Gates, mask: Uint8Array): Uint8Array | undefined {
  const clip = clipOf(gates);
  if (clip === undefined) return undefined;
  const either = clip.high.slice();
  for (let t = 0; t < either.length; t++) either[t]! |= clip.low[t]!;
  return counted(either, mask);
}
