/**
 * Histogram of log ρ over the last updates: up where the advantage is positive, down (and hatched) where it is
 * negative. Shaded is where the clip cuts the gradient, if it acts on this ratio. With the cross-hair at an update,
 * it is the histogram of that time.
 */
import { useRef } from 'react';
import { shareOutside, total, type HistogramWindow } from '../../../telemetry/histogramWindow.ts';
import { clipBounds, ratioNote } from '../catalogue/notes.ts';
import type { PictureSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { At, Card, Reading, Swatch, Unit } from '../frame/Card.tsx';
import type { ChartProps } from '../lines/LineChart.tsx';
import { ratioLabel, reading, tickLabel, tokensText } from '../plot/format.ts';
import { withLine } from '../plot/layout.ts';
import { Plot } from '../plot/Plot.tsx';
import { useScheduled } from '../schedule/schedule.ts';
import { CellLayer } from '../view/CellLayer.tsx';
import { RatioBars } from './RatioBars.tsx';
import { heightOf } from './ratioHeight.ts';
import { ratioBinText, ratioSpans, ratioTable, signedTokens } from './ratioTable.ts';
import { histogramSignature, shownWindow } from './shownWindow.ts';

/** The axis in log ρ: the bins, and room for the ticks at 1/8 and 8 and for the bars of what lies outside. */
const END = 2.2;
const X = {
  low: -END,
  high: END,
  ticks: [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8].map(Math.log),
  wording: (log: number) => ratioLabel(Number(Math.exp(log).toPrecision(6))),
};

const COLUMNS = ratioSpans(END);

const heightWording = (height: number) => tickLabel(height * height, 'share');

export function RatioHistogram({
  spec,
  run,
  previous,
  size: room,
}: ChartProps & { readonly spec: PictureSpec }) {
  const size = withLine(room);
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
      at={<At>{updates && `at ${updates}`}</At>}
      lines={2}
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
          <Unit text={tokensText(tokens)} />
          <Unit text={ratioNote(run.experiment)} />
        </>
      }
      summary={
        tokens === 0
          ? `${spec.title} θ/μ, histogram.`
          : `${spec.title} θ/μ, histogram of ${reading(tokens, 'integer')} tokens of updates ${updates}, ${reading(up, 'share')} of them with a positive advantage. ${reading(outside, 'share')} lie outside the axis. ${clipText(bounds)} ${ratioNote(run.experiment) ?? ''}`
      }
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
      overlay={
        <CellLayer
          id={spec.id}
          title={spec.title}
          size={size}
          columns={tokens === 0 ? [] : COLUMNS}
          words={(bin) => words(window, tokens, bin)}
        />
      }
      table={(whole) => ratioTable(window, whole)}
    />
  );
}

function clipText(bounds: ReturnType<typeof clipBounds>): string {
  if (bounds === undefined) return '';
  return `The clip range is ${reading(bounds.low)} to ${reading(bounds.high)}${bounds.onThisRatio ? '' : ' and acts on θ/prox'}.`;
}

function words({ ratioPositive, ratioNegative }: HistogramWindow, tokens: number, bin: number): string {
  const [up, down] = [ratioPositive[bin]! / tokens, ratioNegative[bin]! / tokens];
  return `${ratioBinText(bin)}: A > 0 ${reading(up, 'share')}, A < 0 ${reading(down, 'share')}`;
}
