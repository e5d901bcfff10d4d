/** What a person chose about the charts, and how it is read back from storage that may hold anything. */
import { axisNames, type AxisName } from './axis.ts';

export interface ChartChoices {
  readonly axis: AxisName;
  /** Updates that the exponential mean reaches over; 1 = no smoothing. */
  readonly smoothing: number;
  /** Whether the least and greatest value behind each point are shown. */
  readonly band: boolean;
  /** Sections that are open, by name. */
  readonly open: readonly string[];
  /** For charts that offer several measures: the chosen one, by the chart's name. */
  readonly measures: Readonly<Record<string, string>>;
}

/** Stops of the smoothing slider. */
export const SMOOTHINGS = [1, 2, 5, 10, 20, 50, 100] as const;

export const defaultChoices: ChartChoices = {
  axis: 'update',
  smoothing: 1,
  band: true,
  open: ['essentials'],
  measures: {},
};

/** Anything missing or malformed falls back to its default. */
export function readChoices(stored: unknown): ChartChoices {
  if (typeof stored !== 'object' || stored === null) return defaultChoices;
  const { axis, smoothing, band, open, measures } = stored as Record<string, unknown>;
  return {
    axis: axisNames.find((name) => name === axis) ?? defaultChoices.axis,
    smoothing: SMOOTHINGS.find((stop) => stop === smoothing) ?? defaultChoices.smoothing,
    band: typeof band === 'boolean' ? band : defaultChoices.band,
    open: Array.isArray(open) ? open.filter((name) => typeof name === 'string') : defaultChoices.open,
    measures: readMeasures(measures),
  };
}

function readMeasures(stored: unknown): Readonly<Record<string, string>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
