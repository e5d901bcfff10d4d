/**
 * Histogram of token staleness over the last updates, each bar in the colour of its age, with what the schedule
 * allows. With the cross-hair at an update, it is the histogram of that time.
 */
import { useRef } from 'react';
import { MAX_LAG } from '../../../telemetry/frame.ts';
import { stalenessSummary, total } from '../../../telemetry/histogramWindow.ts';
import { lagBound, stalenessNote } from '../catalogue/notes.ts';
import type { OtherChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import type { Table } from '../data/table.ts';
import { Card, Of, Reading } from '../frame/Card.tsx';
import type { ChartProps } from '../lines/LineChart.tsx';
import { lagDomain } from '../plot/domain.ts';
import { reading, tickLabel, tokensText } from '../plot/format.ts';
import { Plot } from '../plot/Plot.tsx';
import { useScheduled } from '../schedule/schedule.ts';
import { BinLayer, type Bin } from '../view/BinLayer.tsx';
import { histogramSignature, shownWindow } from './shownWindow.ts';
import { StalenessBars } from './StalenessBars.tsx';

const lagWording = (lag: number) => tickLabel(lag);
const shareWording = (share: number) => tickLabel(share, 'share');

export function StalenessHistogram({
  spec,
  run,
  previous,
  size,
}: ChartProps & { readonly spec: OtherChartSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => histogramSignature(run, previous));
  const data = dataOf(run);
  const { window, updates, missing } = shownWindow(run);
  const counts = window.staleness;
  const tokens = total(counts);
  const { mean, max } = stalenessSummary(counts);
  const bound = lagBound(run.experiment);
  const oldest = [run, previous].map(
    (each) => each && dataOf(each).buckets('sample_staleness_theta_max').greatest,
  );
  const lags = lagDomain(Math.max(bound.value, ...oldest.map((lag) => lag || 0)));
  // Half a bar of room at both ends.
  const x = { ...lags, low: -0.5, high: lags.high + 0.5, wording: lagWording };
  const top = data.tops.staleness;
  const y = { low: 0, high: top, ticks: [0, top / 2, top], wording: shareWording };
  const note = stalenessNote(run.experiment);
  const beyond = counts[MAX_LAG + 1]! / tokens;
  return (
    <Card
      card={card}
      spec={spec}
      size={size}
      of={<Of at={updates && `at ${updates}`} unit={tokensText(tokens)} />}
      readings={
        <>
          <Reading label="mean" value={reading(mean)} />
          <Reading label="largest" value={max > MAX_LAG ? `> ${MAX_LAG}` : reading(max, 'integer')} />
          {beyond > 0 && <Reading label={`above ${MAX_LAG}`} value={reading(beyond, 'share')} />}
        </>
      }
      summary={
        tokens === 0
          ? `${spec.title}, histogram.`
          : `${spec.title}, histogram of ${reading(tokens, 'integer')} tokens of updates ${updates}: mean ${reading(mean)}, largest ${reading(max, 'integer')} versions. The schedule has ${bound.text}.`
      }
      note={note}
      empty={missing ?? (tokens === 0 ? 'No data: no token was counted.' : undefined)}
      plot={
        commits > 0 &&
        size.width > 0 && (
          <Plot
            size={size}
            x={x}
            y={y}
            layer={
              <StalenessBars
                counts={counts}
                previous={previous && dataOf(previous).window().staleness}
                bound={note === undefined ? bound : { ...bound, text: '' }}
                x={x}
                y={y}
              />
            }
          />
        )
      }
      overlay={
        <BinLayer
          id={spec.id}
          title={spec.title}
          size={size}
          bins={tokens === 0 ? [] : lagBins(x.low, x.high, (lag) => words(lag, counts, tokens))}
        />
      }
      table={(whole) => stalenessTable(counts, whole)}
    />
  );
}

/** Bins of one version each from 0 up to the end of the axis, where the last one holds all that lies beyond. */
function lagBins(low: number, high: number, text: (lag: number) => string): readonly Bin[] {
  return Array.from({ length: Math.ceil(high) }, (_, lag) => ({
    from: (lag - 0.5 - low) / (high - low),
    to: (lag + 0.5 - low) / (high - low),
    words: text(lag),
  }));
}

function words(lag: number, counts: Float64Array, tokens: number): string {
  const count = counts[lag] ?? 0;
  return `${lag} version${lag === 1 ? '' : 's'} old: ${reading(count / tokens, 'share')}, ${reading(count, 'integer')} tokens`;
}

function stalenessTable(counts: Float64Array, whole: boolean): Table {
  const tokens = total(counts);
  const bars = Array.from(counts, (count, lag) => ({ count, lag })).filter(({ count }) => count > 0);
  return {
    caption: 'Tokens by staleness in versions',
    columns: [
      { head: 'Versions', name: 'staleness', format: 'text' },
      { head: 'Tokens', name: 'tokens', format: 'integer' },
      { head: 'Share', name: 'share', format: 'share' },
    ],
    rows: bars.map(({ count, lag }) => [
      lag > MAX_LAG ? (whole ? `>${MAX_LAG}` : `above ${MAX_LAG}`) : lag,
      count,
      count / tokens,
    ]),
  };
}
