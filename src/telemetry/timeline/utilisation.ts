/** How a track's time was used, of its own spans. */
import { SPAN_KINDS, type SpanKind, type Track } from './track.ts';

/**
 * Share of the time from `from` to `to` that a track spent in each kind of span; an open span counts up to `to`. What is
 * in no span is in no share. Empty where the window is. Costs the logarithm of the track's spans.
 */
export function utilisation(track: Track, from: number, to: number): Partial<Record<SpanKind, number>> {
  const shares: Partial<Record<SpanKind, number>> = {};
  if (!(to > from)) return shares;
  const before = new Float64Array(SPAN_KINDS.length);
  const until = new Float64Array(SPAN_KINDS.length);
  const first = track.secondsBefore(from, before);
  track.secondsBefore(to, until, first);
  SPAN_KINDS.forEach((kind, k) => {
    const seconds = until[k]! - before[k]!;
    if (seconds > 0) shares[kind] = seconds / (to - from);
  });
  return shares;
}
