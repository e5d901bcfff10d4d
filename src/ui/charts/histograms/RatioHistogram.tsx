/**
 * Histogram of log ρ over the last updates: up where the advantage is positive, down (and hatched) where it is
 * negative. Shaded is where the clip cuts the gradient, if it acts on this ratio. With the cross-hair at an update,
 * it is the histogram of that time.
 */
import { useRef } from 'react';
import { RATIO_BINS } from '../../../telemetry/frame.ts';
import {
  ratioBinEdges,
  shareOutside,
  total,
  type HistogramWindow,
} from '../../../telemetry/histogramWindow.ts';
import { clipBounds, ratioNote } from '../catalogue/notes.ts';
import type { OtherChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { Card, Of, Reading, Swatch } from '../frame/Card.tsx';
import type { ChartProps } from '../lines/LineChart.tsx';
import { ratioLabel, reading, tickLabel, tokensText } from '../plot/format.ts';
import { Plot } from '../plot/Plot.tsx';
import { useScheduled } from '../schedule/schedule.ts';
import { BinLayer, type Bin } from '../view/BinLayer.tsx';
import { RatioBars } from './RatioBars.tsx';
import { heightOf } from './ratioHeight.ts';
import { ratioBinText, ratioTable, signedTokens } from './ratioTable.ts';
import { histogramSignature, shownWindow } from './shownWindow.ts';

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
  size,
}: ChartProps & { readonly spec: OtherChartSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => histogramSignature(run, previous));
  const data = dataOf(run);
  const { window, updates, missing } = shownWindow(run);
  const tokens = signedTokens(window);
  const top = heightOf(data.tops.ratio, true);
  const y = { low: -top, high: top, ticks: [-top, -top / 2, 0, top / 2, top], wording: heightWording };
  const bounds = clipBounds(run.experiment);
  const up = total(window.ratioPositive) / tokens;
  const outside = shareOutside(window);
  return (
    <Card
      card={card}
      spec={spec}
      size={size}
      of={<Of at={updates && `at ${updates}`} unit={tokensText(tokens)} />}
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
          : `${spec.title} θ/μ, histogram of ${reading(tokens, 'integer')} tokens of updates ${updates}, ${reading(up, 'share')} of them with a positive advantage. ${reading(outside, 'share')} lie outside the axis. ${clipText(bounds)}`
      }
      note={ratioNote(run.experiment)}
      empty={
        missing ??
        (tokens === 0 ? 'No data: no token of these updates has an advantage other than 0.' : undefined)
      }
      plot={
        commits > 0 &&
        size.width > 0 && (
          <Plot
            size={size}
            x={X}
            y={y}
            layer={
              <RatioBars
                window={window}
                previous={previous && dataOf(previous).window()}
                bounds={bounds}
                x={X}
                y={y}
              />
            }
          />
        )
      }
      overlay={<BinLayer id={spec.id} title={spec.title} size={size} bins={binsOf(window, tokens)} />}
      table={(whole) => ratioTable(window, whole)}
    />
  );
}

function clipText(bounds: ReturnType<typeof clipBounds>): string {
  if (bounds === undefined) return '';
  return `The clip range is ${reading(bounds.low)} to ${reading(bounds.high)}${bounds.onThisRatio ? '' : ' and acts on θ/prox'}.`;
}

function binsOf({ ratioPositive, ratioNegative }: HistogramWindow, tokens: number): readonly Bin[] {
  if (tokens === 0) return [];
  const share = (edge: number) => Math.min(1, Math.max(0, (edge + END) / (2 * END)));
  return Array.from({ length: RATIO_BINS + 2 }, (_, bin) => {
    const [low, high] = ratioBinEdges(bin);
    const [up, down] = [ratioPositive[bin]! / tokens, ratioNegative[bin]! / tokens];
    return {
      from: share(low),
      to: share(high),
      words: `${ratioBinText(bin)}: A > 0 ${reading(up, 'share')}, A < 0 ${reading(down, 'share')}`,
    };
  });
}
