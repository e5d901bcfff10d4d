/**
 * What the bars of a chart by age are: for every version of staleness the share of the tokens, or the share of its
 * tokens that the clip cuts; for every bin of head lag the mean response length.
 */
import { binAbove } from '../../../numerics/doubling.ts';
import { LAG_EDGES, MAX_LAG } from '../../../telemetry/frame.ts';
import {
  clipShareByStaleness,
  meanLengthByLag,
  total,
  type HistogramWindow,
} from '../../../telemetry/histogramWindow.ts';
import type { Experiment } from '../../../experiment/experiment.ts';
import { lagBound } from '../catalogue/notes.ts';
import type { AgeChartSpec } from '../catalogue/spec.ts';
import type { Column, Table } from '../data/table.ts';
import { reading, type Format } from '../plot/format.ts';

export interface Ages {
  readonly heights: Float64Array;
  /** Tokens or samples behind every bar. */
  readonly counts: Float64Array;
}

export interface AgePicture {
  readonly format: Format;
  /** What its readings count, where they do not say it. */
  readonly unit?: string;
  /** What a height is of, after its figure. */
  readonly what: string;
  /** What is counted behind a bar. */
  readonly counted: 'tokens' | 'samples';
  /** What a height is, in a word or two and as a column of a file. */
  readonly height: Column;
  /** Lower edge of every bar's ages, where these are not simply 0, 1, 2, … */
  readonly edges: readonly number[] | undefined;
  of(window: HistogramWindow): Ages;
}

export const agePictures: Readonly<Record<AgeChartSpec['of'], AgePicture>> = {
  tokens: {
    format: 'share',
    unit: 'versions',
    what: 'of the tokens',
    counted: 'tokens',
    height: { head: 'Share', name: 'share', format: 'share' },
    edges: undefined,
    of: ({ staleness }) => {
      const tokens = total(staleness);
      return { heights: staleness.map((count) => count / tokens), counts: staleness };
    },
  },
  clip: {
    format: 'share',
    what: 'clipped',
    counted: 'tokens',
    height: { head: 'Clipped', name: 'clip_ratio', format: 'share' },
    edges: undefined,
    of: (window) => ({ heights: clipShareByStaleness(window), counts: window.staleness }),
  },
  length: {
    format: 'plain',
    unit: 'tokens',
    what: 'tokens long',
    counted: 'samples',
    height: { head: 'Tokens', name: 'response_length', format: 'plain' },
    edges: LAG_EDGES,
    of: (window) => ({ heights: meanLengthByLag(window), counts: window.samplesByLag }),
  },
};

/** The bar that holds an age. */
export function barOf({ edges }: Pick<AgePicture, 'edges'>, lag: number): number {
  return edges === undefined ? Math.min(lag, MAX_LAG + 1) : binAbove(edges, lag);
}

/** Youngest age of a bar. */
export function lagOf({ edges }: Pick<AgePicture, 'edges'>, bar: number): number {
  return edges === undefined ? bar : edges[Math.min(bar, edges.length - 1)]!;
}

/** The ages of a bar, for example `4`, `8 to 9`, `above 256`. */
export function agesText(picture: Pick<AgePicture, 'edges'>, bar: number): string {
  if (picture.edges === undefined) return bar > MAX_LAG ? `above ${MAX_LAG}` : `${bar}`;
  const [from, next] = [picture.edges[bar]!, picture.edges[bar + 1]];
  if (next === undefined) return `${from} and more`;
  return next === from + 1 ? `${from}` : `${from} to ${next - 1}`;
}

/** A bar in words. */
export function barText(picture: AgePicture, { heights, counts }: Ages, bar: number): string {
  const ages = agesText(picture, bar);
  const count = counts[bar] ?? 0;
  const old = `${ages} version${ages === '1' ? '' : 's'} old`;
  if (count === 0) return `${old}: none`;
  return `${old}: ${reading(heights[bar]!, picture.format)} ${picture.what}, n = ${reading(count, 'integer')}`;
}

export function ageTable(picture: AgePicture, { heights, counts }: Ages, caption: string): Table {
  const bars = Array.from(counts.keys()).filter((bar) => counts[bar]! > 0);
  return {
    caption,
    columns: [
      { head: 'Versions', name: 'versions', format: 'text' },
      {
        head: picture.counted === 'tokens' ? 'Tokens' : 'Samples',
        name: picture.counted,
        format: 'integer',
      },
      picture.height,
    ],
    rows: bars.map((bar) => [agesText(picture, bar), counts[bar]!, heights[bar]!]),
  };
}

/** Where the schedule's bound lies among the bars, and its name. */
export function boundOf(picture: AgePicture, experiment: Experiment) {
  const { value, text } = lagBound(experiment);
  return { bar: barOf(picture, value), text };
}
