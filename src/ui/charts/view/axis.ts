/**
 * The horizontal axis: what a chart over time counts, and the way from an update to its place and back. Updates are
 * the one coordinate of everything that charts share (cross-hair, zoom, marks); an axis only says where they lie.
 * Each run has its own samples and seconds, so a previous run lies where it was at that time, not at that update.
 */
import type { Series } from '../../run/runView.ts';
import { rowAt } from '../data/rows.ts';
import { reading, tickLabel } from '../plot/format.ts';

export const axisNames = ['update', 'samples', 'seconds'] as const;
export type AxisName = (typeof axisNames)[number];

/** The columns of a run that an axis reads. */
export interface Columns {
  readonly updates: Series;
  readonly samples: Series;
  readonly seconds: Series;
}

interface Axis {
  /** On the switch between axes. */
  readonly label: string;
  /** Before the first tick. */
  readonly name: string;
  /** The shortest axis there is, so that the first updates do not fill the chart. */
  readonly shortest: number;
  readonly tick: (x: number) => string;
  /** A place in words; nothing where the update already says it. */
  readonly words: (x: number) => string;
}

export const axes: Readonly<Record<AxisName, Axis>> = {
  update: {
    label: 'Update',
    name: 'update',
    shortest: 40,
    tick: (x) => tickLabel(x),
    words: () => '',
  },
  samples: {
    label: 'Samples',
    name: 'samples',
    shortest: 4000,
    tick: (x) => tickLabel(x),
    words: (x) => `${reading(x, 'integer')} samples`,
  },
  seconds: {
    label: 'Time',
    name: 'seconds',
    shortest: 20,
    tick: (x) => tickLabel(x),
    words: (x) => `${reading(x)} s`,
  },
};

/**
 * Where an update lies on the axis: between two frames by straight line, from 0 up to the first one; beyond the
 * last frame it lies at the last frame, because nobody knows yet.
 */
export function positionOf(run: Columns, axis: AxisName, update: number): number {
  if (axis === 'update') return update;
  return between(run.updates, run[axis], update);
}

/** The update, fractions included, that lies at `x`; the last one beyond it. */
export function updateAt(run: Columns, axis: AxisName, x: number): number {
  if (axis === 'update') return x;
  return between(run[axis], run.updates, x);
}

/** `to` at the place where `from`, which ascends, is `value`; both begin with an unwritten 0. */
function between(from: Series, to: Series, value: number): number {
  const row = rowAt(from, value);
  const [a, low] = row < 0 ? [0, 0] : [from.at(row), to.at(row)];
  if (row + 1 >= from.length) return row < 0 ? 0 : low;
  const step = from.at(row + 1) - a;
  return low + ((to.at(row + 1) - low) * Math.max(0, value - a)) / step;
}
