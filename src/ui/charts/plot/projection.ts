/** The scales of the recharts chart that the calling layer is in. */
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { Domain } from './domain.ts';

/** The plot in pixels, and the way there from values on its axes. */
export interface Area {
  x(value: number): number;
  y(value: number): number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Undefined until recharts has measured itself. Values beyond the y axis are drawn at its end.
 */
export function useArea(y: Domain): Area | undefined {
  const plot = usePlotArea();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (plot === undefined || xScale === undefined || yScale === undefined) return undefined;
  return {
    x: (value) => xScale(value) ?? plot.x,
    y: (value) => yScale(Math.min(y.high, Math.max(y.low, value))) ?? plot.y + plot.height,
    left: plot.x,
    right: plot.x + plot.width,
    top: plot.y,
    bottom: plot.y + plot.height,
  };
}
