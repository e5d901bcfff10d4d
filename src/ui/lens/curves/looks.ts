/**
 * How a method's curve looks: a number, a colour of the theme and a dash. The first eight have dashes of their own, so that they
 * are told apart without any colour; colour and dash together tell twenty-four apart.
 */
export interface Look {
  /** From 1, as at the end of its curve and before its name. */
  readonly number: number;
  /** Of the theme's colours for curves, from 1. */
  readonly colour: number;
  /** Lengths of strokes and gaps, in pixels of a usual screen; empty = unbroken. */
  readonly dash: readonly number[];
}

export const COLOURS = 6;

const DASHES: readonly (readonly number[])[] = [
  [],
  [10, 4],
  [2.5, 3],
  [10, 3, 2.5, 3],
  [5.5, 3],
  [14, 3, 2.5, 3, 2.5, 3],
  [1.5, 5],
  [16, 6],
];

/** @param index of the method among those that are shown, from 0 */
export function lookOf(index: number): Look {
  return { number: index + 1, colour: (index % COLOURS) + 1, dash: DASHES[index % DASHES.length]! };
}
