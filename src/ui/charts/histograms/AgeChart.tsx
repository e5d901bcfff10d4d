/**
 * Bars by age over the last updates, each in the colour of its age, with what the schedule allows: how many tokens,
 * how many of them clipped, or how long the responses. With the cross-hair at an update, it is of that time.
 */
import { useRef } from 'react';
import { MAX_LAG } from '../../../telemetry/frame.ts';
import { stalenessSummary, total } from '../../../telemetry/histogramWindow.ts';
import type { RunView } from '../../run/runView.ts';
import { noDataReason, stalenessNote } from '../catalogue/notes.ts';
import type { AgeChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { At, Card, Reading, Unit } from '../frame/Card.tsx';
import type { ChartProps } from '../lines/LineChart.tsx';
import { fromZero, lagDomain } from '../plot/domain.ts';
import { reading, tickLabel, tokensText } from '../plot/format.ts';
import { Plot, type AxisSpec } from '../plot/Plot.tsx';
import { useScheduled } from '../schedule/schedule.ts';
import { CellLayer } from '../view/CellLayer.tsx';
import { AgeBars } from './AgeBars.tsx';
import { agePictures, ageTable, barOf, barText, boundOf, lagOf, type AgePicture, type Ages } from './ages.ts';
import { histogramSignature, shownWindow } from './shownWindow.ts';

const lagWording = (lag: number) => tickLabel(lag);
const shareWording = (share: number) => tickLabel(share, 'share');

export function AgeChart({ spec, run, previous, size }: ChartProps & { readonly spec: AgeChartSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => histogramSignature(run, previous));
  const picture = agePictures[spec.of];
  const { window, updates, missing } = shownWindow(run);
  const ages = picture.of(window);
  const counted = total(ages.counts);
  const bound = boundOf(picture, run.experiment);
  const note = spec.of === 'tokens' ? stalenessNote(run.experiment) : undefined;
  const x = xAxis(picture, bound.bar, [run, previous]);
  const y = yAxis(spec, run, previous);
  const empty = missing ?? emptyText(spec, ages, run);
  const readings = readingsOf(spec, ages);
  return (
    <Card
      card={card}
      spec={spec}
      size={size}
      at={<At>{updates && `at ${updates}`}</At>}
      readings={
        <>
          {readings.map(({ label, value }) => (
            <Reading key={label} label={label} value={value} />
          ))}
          <Unit text={[picture.unit, tokensText(counted)].filter(Boolean).join(' · ')} />
        </>
      }
      summary={
        counted === 0
          ? `${spec.title}, bars by age.`
          : `${spec.title} of ${reading(counted, 'integer')} ${picture.counted} of updates ${updates}: ${readings.map(({ label, value }) => `${label} ${value}`).join(', ')}. The schedule has ${bound.text}.`
      }
      note={note}
      empty={empty}
      plot={
        commits > 0 &&
        size.width > 0 && (
          <Plot
            size={size}
            x={x}
            y={y}
            xName="age"
            layer={
              <AgeBars
                heights={ages.heights}
                previous={previous && picture.of(dataOf(previous).window()).heights}
                lagOf={(bar) => lagOf(picture, bar)}
                bound={note === undefined ? bound : { ...bound, text: '' }}
                x={x}
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
          columns={empty === undefined ? columnsOf(x) : []}
          words={(bar) => barText(picture, ages, bar)}
        />
      }
      table={() => ageTable(picture, ages, `${spec.title} by versions`)}
    />
  );
}

/** Half a bar of room at both ends; as far as any age that was ever seen. */
function xAxis(picture: AgePicture, boundBar: number, runs: readonly (RunView | undefined)[]): AxisSpec {
  const oldest = runs.map((run) => (run && dataOf(run).buckets('head_lag_max').greatest) || 0);
  if (picture.edges === undefined) {
    const { high, ticks } = lagDomain(Math.max(boundBar, ...oldest));
    return { low: -0.5, high: high + 0.5, ticks, wording: lagWording };
  }
  const last = Math.max(boundBar, ...oldest.map((lag) => barOf(picture, lag)), 4);
  const step = Math.ceil((last + 1) / 6);
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
  return { low: -0.5, high: last + 0.5, ticks, wording: edgeWording };
}

const edgeWording = (bar: number) => tickLabel(lagOf(agePictures.length, bar));

/** The greatest height there was, so that the axis stands still. */
function yAxis({ of }: AgeChartSpec, run: RunView, previous: RunView | undefined): AxisSpec {
  const data = dataOf(run);
  if (of === 'length') {
    const lengths = [run, previous].map(
      (each) => (each && dataOf(each).buckets('response_length_max').greatest) || 0,
    );
    return { ...fromZero(Math.max(...lengths)), wording: lagWording };
  }
  const top = of === 'tokens' ? data.tops.staleness : data.tops.clipped;
  return { low: 0, high: top, ticks: [0, top / 2, top], wording: shareWording };
}

function emptyText({ of }: AgeChartSpec, { heights, counts }: Ages, run: RunView): string | undefined {
  if (total(counts) === 0) return 'No data: no token was counted.';
  if (of === 'clip' && heights.every(Number.isNaN))
    return `No data: ${noDataReason('clip_ratio', run.experiment)}`;
  return undefined;
}

function readingsOf({ of }: AgeChartSpec, { heights, counts }: Ages) {
  if (of === 'tokens') {
    const { mean, max } = stalenessSummary(counts);
    const beyond = counts[MAX_LAG + 1]! / total(counts);
    return [
      { label: 'mean', value: reading(mean) },
      { label: 'largest', value: max > MAX_LAG ? `> ${MAX_LAG}` : reading(max, 'integer') },
      ...(beyond > 0 ? [{ label: `above ${MAX_LAG}`, value: reading(beyond, 'share') }] : []),
    ];
  }
  const known = Array.from(counts.keys()).filter((bar) => counts[bar]! > 0 && !Number.isNaN(heights[bar]!));
  const picture = agePictures[of];
  const at = (bar: number | undefined) => (bar === undefined ? NaN : heights[bar]!);
  return [
    { label: 'youngest', value: reading(at(known[0]), picture.format) },
    { label: 'oldest', value: reading(at(known.at(-1)), picture.format) },
  ];
}

/** One column a bar, from 0 up to the end of the axis. */
function columnsOf({ low, high }: AxisSpec) {
  return Array.from({ length: Math.ceil(high) }, (_, bar) => ({
    from: (bar - 0.5 - low) / (high - low),
    to: (bar + 0.5 - low) / (high - low),
  }));
}
