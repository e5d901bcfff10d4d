/** Sizes shared by the axes that recharts draws and the layers that lie over them, in CSS pixels. */
export const PLOT = {
  height: 142,
  /** Room for the labels of the y axis. */
  left: 40,
  right: 10,
  top: 8,
  /** Room for the labels of the x axis. */
  bottom: 20,
} as const;

const GAP = 12;
/** Border and padding of a card, both sides. */
const CARD = 2 * (12 + 1);
const NARROWEST = 296;
const MOST_COLUMNS = 4;

export interface Columns {
  readonly count: number;
  /** Width of a plot inside its card. */
  readonly plot: number;
}

/** Columns of the grid and width of a plot for a grid of `width` pixels. */
export function columnsFor(width: number): Columns {
  const count = Math.min(MOST_COLUMNS, Math.max(1, Math.floor((width + GAP) / (NARROWEST + GAP))));
  return { count, plot: Math.max(0, Math.floor((width - GAP * (count - 1)) / count) - CARD) };
}
