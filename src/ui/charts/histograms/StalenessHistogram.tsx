/** Tokens by staleness over the last updates: one bar per version, in the colours of the one staleness scale. */
import { useRef } from 'react';
import { MAX_LAG } from '../../../telemetry/frame.ts';
import { stalenessSummary, total } from '../../../telemetry/histogramWindow.ts';
import { Card, Reading } from '../frame/Card.tsx';
import type { HistogramSpec } from '../catalogue/index.ts';
import { lagDomain } from '../plot/domain.ts';
import { reading, tickLabel, windowText } from '../plot/format.ts';
import type { ChartProps } from '../lines/LineChart.tsx';
import { lagBound, stalenessNote } from '../catalogue/notes.ts';
import { Plot } from '../plot/Plot.tsx';
import { dataOf } from '../data/runData.ts';
import { useScheduled } from '../schedule/schedule.ts';
import { StalenessBars } from './StalenessBars.tsx';

const lagWording = (lag: number) => tickLabel(lag);
const shareWording = (share: number) => tickLabel(share, 'share');

export function StalenessHistogram({
  spec,
  run,
  previous,
  width,
}: ChartProps & { readonly spec: HistogramSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => [run.id, previous?.id, run.length, run.changes.length].join(' '));
  const data = dataOf(run);
  const counts = data.window.staleness;
  const tokens = total(counts);
  const { mean, max } = stalenessSummary(counts);
  const bound = lagBound(run.experiment);
  const oldest = [run, previous].map(
    (each) => each && dataOf(each).envelope('sample_staleness_theta_max').greatest,
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
      unit={windowText(data.window.updates, tokens)}
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
          : `${spec.title}, histogram of ${reading(tokens, 'integer')} tokens of the last ${data.window.updates} updates: mean ${reading(mean)}, largest ${reading(max, 'integer')} versions. The schedule has ${bound.text}.`
      }
      note={note}
      empty={
        run.length === 0
          ? 'No data yet: it comes with the first update.'
          : tokens === 0
            ? 'No data: no token was counted.'
            : undefined
      }
      plot={
        commits > 0 &&
        width > 0 && (
          <Plot
            width={width}
            x={x}
            y={y}
            layer={
              <StalenessBars
                counts={counts}
                previous={previous && dataOf(previous).window.staleness}
                bound={note === undefined ? bound : { ...bound, text: '' }}
                x={x}
                y={y}
              />
            }
          />
        )
      }
      table={() => <StalenessTable counts={counts} tokens={tokens} />}
    />
  );
}

function StalenessTable({ counts, tokens }: { readonly counts: Float64Array; readonly tokens: number }) {
  const bars = Array.from(counts, (count, lag) => ({ count, lag })).filter(({ count }) => count > 0);
  return (
    <table>
      <caption className="sr-only">Tokens by staleness in versions</caption>
      <thead>
        <tr>
          <th scope="col">Versions</th>
          <th scope="col">Tokens</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ count, lag }) => (
          <tr key={lag}>
            <th scope="row">{lag > MAX_LAG ? `above ${MAX_LAG}` : lag}</th>
            <td>{reading(count, 'integer')}</td>
            <td>{reading(count / tokens, 'share')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
