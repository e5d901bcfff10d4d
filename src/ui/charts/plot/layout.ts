/** Sizes shared by the axes that recharts draws and the layers that lie over them, in CSS pixels. */

/** A plot and the room for its axes, which grows with the text. */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Height of the labels' text. */
  readonly text: number;
  /** Room for the labels of the y axis. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Room for the labels of the x axis. */
  readonly bottom: number;
}

/** Height of a label's text in the ordinary themes, for which the other sizes here are given. */
const TEXT = 11;
const HEIGHT = 142;
/** A line of readings. */
const LINE = 18;

/** @param text height of the labels' text; `height` what the themes' text makes of the usual height, by default */
export function sizeOf(width: number, text: number, height = Math.round((HEIGHT * text) / TEXT)): Size {
  const room = (pixels: number) => Math.round((pixels * text) / TEXT);
  return { width, height, text, left: room(40), right: 10, top: 8, bottom: room(20) };
}

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

/** Columns of the grid and width of a plot for a grid of `width` pixels and labels of `text` pixels. */
export function columnsFor(width: number, text: number): Columns {
  const narrowest = (NARROWEST * text) / TEXT;
  const fitting = Math.floor((width + GAP) / (narrowest + GAP));
  const count = Math.min(MOST_COLUMNS, Math.max(1, fitting));
  return { count, plot: Math.max(0, Math.floor((width - GAP * (count - 1)) / count) - CARD) };
}

/** From the end of a line, or of the plot, to a name beside it. */
export const NAME_GAP = 7;

/** The same with room at the right for the longest of these names, which then lie over no line. */
export function withNames(size: Size, names: readonly string[]): Size {
  const longest = Math.max(0, ...names.map((name) => labelWidth(name, size.text)));
  return longest === 0 ? size : { ...size, right: Math.max(size.right, Math.ceil(NAME_GAP + longest)) };
}

/** The same with a line of readings less in height. */
export function withLine(size: Size): Size {
  return { ...size, height: size.height - Math.round((LINE * size.text) / TEXT) };
}

/** Width of a figure or letter of a label, on average, as a share of the text's height. */
const GLYPH = 0.6;

/** About how wide a label is. */
export function labelWidth(label: string, text: number): number {
  return GLYPH * text * label.length;
}
