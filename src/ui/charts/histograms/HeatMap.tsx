/**
 * Log ratio against staleness, over the last updates: a column for every age, darker where more of its tokens are.
 * Each column is a distribution by itself, so that the few old tokens are seen beside the many young ones; under it
 * is its age in the colours of staleness. Drawn on a canvas, because there are over a thousand cells.
 */
import { useLayoutEffect, useRef } from 'react';
import { LAG_EDGES } from '../../../telemetry/frame.ts';
import { total } from '../../../telemetry/histogramWindow.ts';
import { colourOf } from '../../theme/staleness.ts';
import { clipBounds } from '../catalogue/notes.ts';
import type { PictureSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { At, Card, Unit } from '../frame/Card.tsx';
import type { ChartProps } from '../lines/LineChart.tsx';
import { ratioLabel, reading, tickLabel, tokensText } from '../plot/format.ts';
import type { Size } from '../plot/layout.ts';
import { Plot, type AxisSpec } from '../plot/Plot.tsx';
import { useScheduled } from '../schedule/schedule.ts';
import { CellLayer } from '../view/CellLayer.tsx';
import { agesText, barOf } from './ages.ts';
import { ROWS, shadesOf, tokensIn, type Shade } from './heat.ts';
import { heatTable } from './heatTable.ts';
import { ratioBinText, ratioSpans } from './ratioTable.ts';
import { histogramSignature, shownWindow } from './shownWindow.ts';

const END = 2.2;
const Y: AxisSpec = {
  low: -END,
  high: END,
  ticks: [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8].map(Math.log),
  wording: (log: number) => ratioLabel(Number(Math.exp(log).toPrecision(6))),
};
const AGES = { edges: LAG_EDGES };
const ageWording = (bar: number) => tickLabel(LAG_EDGES[bar]!);
/** The axis counts up, rows come from the top. */
const SPANS = ratioSpans(END)
  .map(({ from, to }) => ({ from: 1 - to, to: 1 - from }))
  .reverse();
/** Height of the strip of colours of age, in pixels. */
const STRIP = 4;

export function HeatMap({ spec, run, previous, size }: ChartProps & { readonly spec: PictureSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => `${histogramSignature(run, previous)} ${themeNow()}`);
  const { window, updates, missing } = shownWindow(run);
  const counts = window.ratioByStaleness;
  const tokens = total(counts);
  const oldest = barOf(AGES, dataOf(run).buckets('sample_staleness_theta_max').greatest || 0);
  const columns = Math.max(5, oldest + 1);
  const step = Math.ceil(columns / 6);
  const x: AxisSpec = {
    low: -0.5,
    high: columns - 0.5,
    ticks: Array.from({ length: Math.floor((columns - 1) / step) + 1 }, (_, index) => index * step),
    wording: ageWording,
  };
  const cell = (column: number, row: number) => {
    const bin = ROWS - 1 - row;
    const ages = agesText(AGES, column);
    const old = `${ages} version${ages === '1' ? '' : 's'} old`;
    const inColumn = tokensIn(counts, column);
    if (inColumn === 0) return `${old}: none`;
    const share = reading(counts[column * ROWS + bin]! / inColumn, 'share');
    return `${old}, ratio ${ratioBinText(bin)}: ${share} of ${reading(inColumn, 'integer')}`;
  };
  return (
    <Card
      card={card}
      spec={spec}
      size={size}
      at={<At>{updates && `at ${updates}`}</At>}
      readings={
        <Unit text={['θ/μ of the tokens by their age', tokensText(tokens)].filter(Boolean).join(' · ')} />
      }
      summary={`${spec.title}: a heat map of the ratio θ/μ of ${reading(tokens, 'integer')} tokens by their age in versions.`}
      empty={missing ?? (tokens === 0 ? 'No data: no token was counted.' : undefined)}
      plot={
        commits > 0 &&
        size.width > 0 && (
          <>
            <Plot size={size} x={x} y={Y} xName="age" layer={null} />
            <Canvas
              shades={shadesOf(counts, columns)}
              columns={columns}
              size={size}
              levels={levelsOf(clipBounds(run.experiment))}
            />
          </>
        )
      }
      overlay={
        <CellLayer
          id={spec.id}
          title={spec.title}
          size={size}
          columns={
            tokens === 0
              ? []
              : Array.from({ length: columns }, (_, index) => ({
                  from: index / columns,
                  to: (index + 1) / columns,
                }))
          }
          rows={SPANS}
          words={cell}
        />
      }
      table={(whole) => heatTable(counts, whole)}
    />
  );
}

/** The theme that is shown: a canvas does not follow it by itself. */
function themeNow(): string {
  return document.documentElement.dataset.theme ?? '';
}

/** Log ratios where the clip begins. */
function levelsOf(bounds: ReturnType<typeof clipBounds>): readonly number[] {
  if (bounds === undefined) return [];
  return [bounds.low, bounds.high].map(Math.log).filter((level) => Math.abs(level) < END);
}

interface CanvasProps {
  readonly shades: readonly Shade[];
  readonly columns: number;
  readonly size: Size;
  readonly levels: readonly number[];
}

function Canvas({ shades, columns, size, levels }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = Math.max(0, size.width - size.left - size.right);
  const height = Math.max(0, size.height - size.top - size.bottom);
  useLayoutEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d');
    if (!target || !context) return;
    const scale = devicePixelRatio;
    target.width = Math.round(width * scale);
    target.height = Math.round(height * scale);
    context.scale(scale, scale);
    const style = getComputedStyle(target);
    const span = width / columns;
    context.fillStyle = style.color;
    for (const { column, bin, depth } of shades) {
      const { from, to } = SPANS[ROWS - 1 - bin]!;
      context.globalAlpha = depth;
      context.fillRect(column * span, from * height, span, (to - from) * height);
    }
    context.globalAlpha = 1;
    for (let column = 0; column < columns; column++) {
      context.fillStyle = colourOf(LAG_EDGES[column]!);
      context.fillRect(column * span + 0.5, height - STRIP, span - 1, STRIP);
    }
    context.fillStyle = style.borderColor;
    context.fillRect(0, height / 2 - 0.5, width, 1);
    context.strokeStyle = style.borderColor;
    context.setLineDash([4, 3]);
    for (const level of levels) {
      const y = ((END - level) / (2 * END)) * height;
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
    }
  }, [shades, columns, width, height, levels]);
  return (
    <canvas ref={canvas} className="chart-heat" style={{ left: size.left, top: size.top, width, height }} />
  );
}
