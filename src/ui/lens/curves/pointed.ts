/**
 * The ratio at which all curves are read off: where the pointer was last, or where keys have gone to. What is named and marked
 * is the nearest one at which curves are computed (`nearestPoint`), so that ratio and numbers belong together.
 */
import { createStore } from 'zustand/vanilla';

export interface Pointed {
  /** ln of the ratio. */
  readonly logRatio: number;
}

export const pointedStore = createStore<Pointed>(() => ({ logRatio: Math.log(1.5) }));

/** A step of an arrow key, in shares of the axis, and one with Shift. */
const STEP = 1 / 240;
const LARGE_STEP = 10 / 240;

/** Where a key goes from a place on an axis from −end to end; undefined for a key that goes nowhere. */
export function keyTo(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  from: number,
  end: number,
): number | undefined {
  const step = 2 * end * (shiftKey ? LARGE_STEP : STEP);
  const within = (place: number) => Math.min(end, Math.max(-end, place));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(from - step);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(from + step);
    case 'Home':
      return -end;
    case 'End':
      return end;
    case '1':
      return 0;
    default:
      return undefined;
  }
}
