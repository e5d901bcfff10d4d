/** The names of lines, and of a level that they are compared with, to the right of all of them. */
import { NAME_GAP } from '../plot/layout.ts';
import type { Area } from '../plot/projection.ts';
import { spread } from '../plot/spread.ts';

/** A line's last point in pixels, and what is written beside it. */
export interface LineEnd {
  readonly name: string;
  /** None = that of a level. */
  readonly colour?: string;
  readonly x: number;
  readonly y: number;
}

interface NamesProps {
  readonly ends: readonly LineEnd[];
  readonly area: Area;
  /** Height of the text. */
  readonly text: number;
}

/** They stand one under the other, moved apart where they would overlap, in the order of the ends. */
export function Names({ ends, area, text }: NamesProps) {
  const names = [...ends].sort((a, b) => a.y - b.y);
  const placed = spread(
    names.map(({ y }) => y),
    text + 1,
    area.top + 6,
    area.bottom - 6,
  );
  // Lines may end at different updates; beyond the last of them none is in the way. A level goes on to the end.
  const beyond = Math.max(...names.filter(({ colour }) => colour !== undefined).map(({ x }) => x));
  return names.map(({ name, colour, x }, index) => (
    <text
      key={name}
      className="chart-label"
      x={(colour === undefined ? x : beyond) + NAME_GAP}
      y={placed[index]!}
      dy="0.35em"
      fill={colour}
    >
      {name}
    </text>
  ));
}
