/**
 * Where the bubble of a thing goes: beside it, so that it is never covered, and inside the frame wherever there is
 * room. Pure, in pixels of the page from the corner of the frame.
 */

export interface Target {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where along it the bubble points: under the mouse, or at its middle. */
  readonly x: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
}

/** Between the thing, with its mark, and the bubble. */
const GAP = 10;
/** Wider things have their bubble above or below. */
const NARROW = 80;

type Side = 'right' | 'left' | 'below' | 'above';

/**
 * @param finger whether a finger points, which hides what is below it
 */
export function placeBubble(target: Target, bubble: Extent, frame: Extent, finger: boolean): Place {
  const sides: readonly Side[] = finger
    ? ['above', 'right', 'left', 'below']
    : target.right - target.left <= NARROW
      ? ['right', 'left', 'below', 'above']
      : ['below', 'above', 'right', 'left'];
  const places = sides.map((side) => at(side, target, bubble, frame));
  const inside = places.find(
    ({ left, top }) =>
      left >= 0 && top >= 0 && left + bubble.width <= frame.width && top + bubble.height <= frame.height,
  );
  // A frame too small for both: above, over what is next to the frame, where neither thing nor finger is.
  return inside ?? at('above', target, bubble, frame);
}

function at(side: Side, { left, right, top, bottom, x }: Target, bubble: Extent, frame: Extent): Place {
  const across = clamp(x - bubble.width / 2, frame.width - bubble.width);
  const along = clamp((top + bottom - bubble.height) / 2, frame.height - bubble.height);
  switch (side) {
    case 'right':
      return { left: right + GAP, top: along };
    case 'left':
      return { left: left - GAP - bubble.width, top: along };
    case 'below':
      return { left: across, top: bottom + GAP };
    case 'above':
      return { left: across, top: top - GAP - bubble.height };
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
