/**
 * Histogram of log ρ over the last updates: up where the advantage is positive, down (and hatched) where it is
 * negative. Shaded is where the clip cuts the gradient, if it acts on this ratio.
 */
import { useRef } from 'react';
import { RATIO_BINS, RATIO_RANGE } from '../../../telemetry/frame.ts';
import {
  ratioBinEdges,
  shareOutside,
  total,
  type HistogramWindow,
} from '../../../telemetry/histogramWindow.ts';
import { Card, Reading, Swatch } from '../frame/Card.tsx';
import type { HistogramSpec } from '../catalogue/index.ts';
import { ratioLabel, reading, tickLabel, windowText } from '../plot/format.ts';
import type { ChartProps } from '../lines/LineChart.tsx';
import { clipBounds, ratioNote } from '../catalogue/notes.ts';
import { Plot } from '../plot/Plot.tsx';
import { RatioBars } from './RatioBars.tsx';
import { heightOf } from './ratioHeight.ts';
import { dataOf } from '../data/runData.ts';
import { useScheduled } from '../schedule/schedule.ts';

/** The axis in log ρ: the bins, and room for the ticks at 1/8 and 8 and for the bars of what lies outside. */
const END = 2.2;
const X = {
  low: -END,
  high: END,
  ticks: [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8].map(Math.log),
  wording: (log: number) => ratioLabel(Number(Math.exp(log).toPrecision(6))),
};

const heightWording = (height: number) => tickLabel(height * height, 'share');

export function RatioHistogram({
  spec,
  run,
  previous,
  width,
}: ChartProps & { readonly spec: HistogramSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => [run.id, previous?.id, run.length, run.changes.length].join(' '));
  const data = dataOf(run);
  const { window } = data;
  const tokens = total(window.ratioPositive) + total(window.ratioNegative);
  const top = heightOf(data.tops.ratio, true);
  const y = { low: -top, high: top, ticks: [-top, -top / 2, 0, top / 2, top], wording: heightWording };
  const bounds = clipBounds(run.experiment);
  const up = total(window.ratioPositive) / tokens;
  const outside = shareOutside(window);
  return (
    <Card
      card={card}
      spec={spec}
      unit={windowText(window.updates, tokens)}
      readings={
        <>
          <Reading
            swatch={<Swatch colour="var(--positive)" area="solid" />}
            label="A > 0"
            value={reading(up, 'share')}
          />
          <Reading
            swatch={<Swatch colour="var(--negative)" area="hatched" />}
            label="A < 0"
            value={reading(1 - up, 'share')}
          />
          <Reading label="outside" value={reading(outside, 'share')} />
        </>
      }
      summary={
        tokens === 0
          ? `${spec.title} θ/μ, histogram.`
          : `${spec.title} θ/μ, histogram of ${reading(tokens, 'integer')} tokens of the last ${window.updates} updates, ${reading(up, 'share')} of them with a positive advantage. ${reading(outside, 'share')} lie outside the axis. ${clipText(bounds)}`
      }
      note={ratioNote(run.experiment)}
      empty={emptyText(run.length, tokens)}
      plot={
        commits > 0 &&
        width > 0 && (
          <Plot
            width={width}
            x={X}
            y={y}
            layer={
              <RatioBars
                window={window}
                previous={previous && dataOf(previous).window}
                bounds={bounds}
                x={X}
                y={y}
              />
            }
          />
        )
      }
      table={() => <RatioTable window={window} tokens={tokens} />}
    />
  );
}

function emptyText(length: number, tokens: number): string | undefined {
  if (length === 0) return 'No data yet: it comes with the first update.';
  return tokens === 0 ? 'No data: no token of the last updates has an advantage other than 0.' : undefined;
}

function clipText(bounds: ReturnType<typeof clipBounds>): string {
  if (bounds === undefined) return '';
  return `The clip range is ${reading(bounds.low)} to ${reading(bounds.high)}${bounds.onThisRatio ? '' : ' and acts on θ/prox'}.`;
}

function RatioTable({ window, tokens }: { readonly window: HistogramWindow; readonly tokens: number }) {
  const bins = Array.from({ length: RATIO_BINS + 2 }, (_, bin) => bin).filter(
    (bin) => window.ratioPositive[bin]! + window.ratioNegative[bin]! > 0,
  );
  return (
    <table>
      <caption className="sr-only">Share of tokens by importance ratio and sign of the advantage</caption>
      <thead>
        <tr>
          <th scope="col">Ratio</th>
          <th scope="col">A &gt; 0</th>
          <th scope="col">A &lt; 0</th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <tr key={bin}>
            <th scope="row">{binText(bin)}</th>
            <td>{reading(window.ratioPositive[bin]! / tokens, 'share')}</td>
            <td>{reading(window.ratioNegative[bin]! / tokens, 'share')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function binText(bin: number): string {
  const [low, high] = ratioBinEdges(bin);
  if (low === -Infinity) return `below ${reading(Math.exp(-RATIO_RANGE))}`;
  if (high === Infinity) return `above ${reading(Math.exp(RATIO_RANGE))}`;
  return `${reading(Math.exp(low))} to ${reading(Math.exp(high))}`;
}
