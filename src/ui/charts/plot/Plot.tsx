/**
 * Axes and grid by recharts, with whatever the chart draws as a layer between them. A recharts chart costs about
 * ten milliseconds to render, however little changed, so the axes are rendered only when a range or the size
 * changes; the layer, which takes part in recharts' tree and scales, is all that a commit renders.
 */
import { createContext, memo, useContext, type ReactNode } from 'react';
import { CartesianGrid, ComposedChart, XAxis, YAxis } from 'recharts';
import type { Domain } from './domain.ts';
import { labelWidth, type Size } from './layout.ts';

export interface AxisSpec extends Domain {
  /** Names the wording of the ticks: axes with equal ranges and equal `wording` look the same. */
  readonly wording: (tick: number) => string;
  readonly log?: boolean;
}

interface AxesProps {
  readonly size: Size;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  /** Before the first tick of the x axis. */
  readonly xName?: string;
}

const Layer = createContext<ReactNode>(null);

function LayerSlot() {
  return useContext(Layer);
}

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: number };
}

/** Labels stay inside: at the ends of the axis they stand beside their tick and not about it. */
function anchorOf(label: string, at: number, size: Size): 'start' | 'middle' | 'end' {
  const half = labelWidth(label, size.text) / 2;
  if (at - half < size.left - size.text) return 'start';
  return at + half > size.width - 1 ? 'end' : 'middle';
}

const NO_ROWS: readonly never[] = [];

const Axes = memo(
  function Axes({ size, x, y, xName }: AxesProps) {
    const xTick = ({ x: left, y: top, payload }: TickProps) => {
      const named = payload.value === x.ticks[0] && xName !== undefined;
      const text = named ? `${xName} ${x.wording(payload.value)}` : x.wording(payload.value);
      return (
        <text
          x={left}
          y={Number(top) + 4}
          dy="0.71em"
          textAnchor={anchorOf(text, Number(left), size)}
          className="chart-tick chart-tick-x"
        >
          {text}
        </text>
      );
    };
    const yTick = ({ x: left, y: top, payload }: TickProps) => (
      <text x={Number(left) + 3} y={top} dy="0.35em" textAnchor="end" className="chart-tick">
        {y.wording(payload.value)}
      </text>
    );
    return (
      <ComposedChart
        width={size.width}
        height={size.height}
        data={NO_ROWS}
        margin={{ top: size.top, right: size.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          type="number"
          dataKey="x"
          domain={[x.low, x.high]}
          ticks={x.ticks}
          interval={0}
          height={size.bottom}
          allowDataOverflow
          axisLine={{ stroke: 'var(--line-strong)' }}
          tickLine={{ stroke: 'var(--line-strong)' }}
          tickSize={3}
          tick={xTick}
        />
        <YAxis
          type="number"
          dataKey="y"
          domain={[y.low, y.high]}
          ticks={y.ticks}
          interval={0}
          width={size.left}
          scale={y.log === true ? 'log' : 'linear'}
          allowDataOverflow
          axisLine={false}
          tickLine={false}
          tick={yTick}
        />
        <LayerSlot />
      </ComposedChart>
    );
  },
  (before, after) =>
    before.size.width === after.size.width &&
    before.size.height === after.size.height &&
    before.size.right === after.size.right &&
    before.size.text === after.size.text &&
    before.xName === after.xName &&
    sameAxis(before.x, after.x) &&
    sameAxis(before.y, after.y),
);

function sameAxis(a: AxisSpec, b: AxisSpec): boolean {
  return a.low === b.low && a.high === b.high && a.wording === b.wording && a.log === b.log;
}

export function Plot({ layer, ...axes }: AxesProps & { readonly layer: ReactNode }) {
  return (
    <Layer.Provider value={layer}>
      <Axes {...axes} />
    </Layer.Provider>
  );
}
