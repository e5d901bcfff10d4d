/** How a track's time was used, of its own spans. */
import type { SpanKind, Track } from './spans.ts';

/**
 * Share of the time from `from` to `to` that a track spent in each kind of span; an open span counts up to `to`. What is
 * in no span is in no share. Empty where the window is.
 */
export function utilisation(track: Track, from: number, to: number): Partial<Record<SpanKind, number>> {
  const shares: Partial<Record<SpanKind, number>> = {};
  if (!(to > from)) return shares;
  for (let i = track.firstAfter(from); i < track.length && track.begin(i) < to; i++) {
    const kind = track.kind(i);
    const seconds = Math.min(track.end(i), to) - Math.max(track.begin(i), from);
    shares[kind] = (shares[kind] ?? 0) + seconds / (to - from);
  }
  return shares;
}
