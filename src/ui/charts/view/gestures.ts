/** What keys on a focused chart mean. */
import { zoomed, type Stretch } from './zoom.ts';

export interface Situation {
  /** The cross-hair; undefined while there is none. */
  readonly at: number | undefined;
  /** Updates that the chart shows, the newest at most. */
  readonly shown: Stretch;
  /** Newest update. */
  readonly last: number;
  readonly zoom: Stretch | undefined;
}

export type Gesture =
  | { readonly kind: 'hover'; readonly update: number | undefined }
  | { readonly kind: 'zoom'; readonly stretch: Stretch | undefined };

/** Updates that a key moves the cross-hair by, as a share of what is shown. */
const PAGE = 0.1;

/**
 * @param key `KeyboardEvent.key`
 * @returns undefined where the key means nothing here and belongs to others
 */
export function gestureOf(key: string, shift: boolean, situation: Situation): Gesture | undefined {
  const { at = situation.shown.to, shown, last, zoom } = situation;
  const page = Math.max(1, Math.round((shown.to - shown.from) * PAGE));
  const to = (update: number): Gesture => ({
    kind: 'hover',
    update: Math.min(shown.to, Math.max(shown.from, update)),
  });
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return to(at - (shift ? page : 1));
    case 'ArrowRight':
    case 'ArrowUp':
      return to(at + (shift ? page : 1));
    case 'PageDown':
      return to(at - page);
    case 'PageUp':
      return to(at + page);
    case 'Home':
      return to(shown.from);
    case 'End':
      return to(shown.to);
    case '+':
    case '=':
      return { kind: 'zoom', stretch: zoomed(shown, at, 0.5, last) ?? zoom };
    case '-':
      return zoom === undefined ? undefined : { kind: 'zoom', stretch: zoomed(shown, at, 2, last) };
    case '0':
      return zoom === undefined ? undefined : { kind: 'zoom', stretch: undefined };
    case 'Escape':
      if (situation.at !== undefined) return { kind: 'hover', update: undefined };
      return zoom === undefined ? undefined : { kind: 'zoom', stretch: undefined };
    default:
      return undefined;
  }
}
