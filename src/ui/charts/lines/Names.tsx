/** The name of every line beside its end, moved apart where they would overlap. */
import type { LineSeries } from '../catalogue/spec.ts';
import { labelWidth } from '../plot/layout.ts';
import type { Area } from '../plot/projection.ts';
import { spread } from '../plot/spread.ts';

/** A line's last point, in pixels. */
export interface LineEnd {
  readonly series: LineSeries;
  readonly x: number;
  readonly y: number;
}

interface NamesProps {
  readonly ends: readonly LineEnd[];
  readonly area: Area;
  /** Height of the text. */
  readonly text: number;
}

export function Names({ ends, area, text }: NamesProps) {
  const names = [...ends].sort((a, b) => a.y - b.y);
  // Where one finds no room to the right of its line, all stand above theirs at the right end.
  const inside = names.some(({ x, series }) => x + 7 + labelWidth(series.label, text) > area.right);
  const wanted = names.map(({ y }) => (inside ? y - 8 : y));
  const placed = spread(wanted, text + 1, area.top + 6, area.bottom - 6);
  return names.map(({ series, x }, index) => (
    <text
      key={series.metric}
      className="chart-label"
      x={inside ? area.right - 2 : x + 7}
      y={placed[index]!}
      dy="0.35em"
      textAnchor={inside ? 'end' : 'start'}
      fill={series.colour}
    >
      {series.label}
    </text>
  ));
}
