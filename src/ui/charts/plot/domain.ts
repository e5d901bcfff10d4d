/**
 * Ranges of the axes. A range only grows, in steps of a fixed ladder, as the run's least and greatest value grow:
 * so it stands still almost always, two charts of one metric can be compared, and the axes are seldom redrawn.
 */

/** How the range of a y axis follows from the values. */
export type Scale =
  /** Always 0 to 1. */
  | 'unit'
  /** From 0 up. */
  | 'zero'
  /** From 0 up, and below it only where there are such values. */
  | 'free'
  /** As far below 0 as above it. */
  | 'signed'
  /** Always −1 to 1. */
  | 'correlation'
  /** Logarithmic, as far below 1 as above it, as factors. */
  | 'ratio'
  /** Logarithmic, from 1 up. */
  | 'factor'
  /** Logarithmic, whole powers of ten about the values, at most four below the greatest. */
  | 'decades';

export interface Domain {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Leading figures of the tops, with the distance between the ticks below each. */
const LADDER = [
  [1, 0.5],
  [1.5, 0.5],
  [2, 1],
  [3, 1],
  [4, 2],
  [6, 2],
  [8, 4],
] as const;

const FACTORS = [1.1, 1.25, 1.5, 2, 4, 10, 100, 1000, 1e4, 1e6, 1e9, 1e12, 1e18, 1e24] as const;

/** Ends of an axis of factors from 1 up, each with the round factors below it that get a tick. */
const ABOVE_ONE = [
  [2],
  [2, 4],
  [10],
  [10, 100],
  [10, 100, 1000],
  [100, 1e4],
  [1e3, 1e6],
  [1e4, 1e8],
  [1e6, 1e12],
  [1e12, 1e24],
] as const;

/** Slack for values that equal a step but for rounding. */
const SLACK = 1 + 1e-9;

/** From 0 to the first step of the ladder at or above `value`; 0 to 1 without a positive value. */
export function fromZero(value: number): Domain {
  if (!(value > 0) || !Number.isFinite(value)) return { low: 0, high: 1, ticks: [0, 0.5, 1] };
  let exponent = Math.floor(Math.log10(value));
  for (; ; exponent++) {
    for (const [figure, step] of LADDER) {
      const high = scaled(figure, exponent);
      if (value > high * SLACK) continue;
      const ticks = Array.from({ length: Math.round(figure / step) + 1 }, (_, index) =>
        scaled(index * step, exponent),
      );
      return { low: 0, high, ticks };
    }
  }
}

/** `figure · 10^exponent`, without the digits that a binary product would add. */
function scaled(figure: number, exponent: number): number {
  return Number(`${figure}e${exponent}`);
}

function factorAbove(value: number): number {
  return FACTORS.find((factor) => value <= factor * SLACK) ?? FACTORS.at(-1)!;
}

/**
 * Range of a y axis.
 * @param least least value so far, NaN without one; `greatest` likewise
 */
export function yDomain(scale: Scale, least: number, greatest: number): Domain {
  switch (scale) {
    case 'unit':
      return { low: 0, high: 1, ticks: [0, 0.5, 1] };
    case 'zero':
      return fromZero(greatest);
    case 'free':
      return least < 0 ? aboutZero(least, greatest) : fromZero(greatest);
    case 'correlation':
      return { low: -1, high: 1, ticks: [-1, 0, 1] };
    case 'signed': {
      const { high } = fromZero(Math.max(Math.abs(least), Math.abs(greatest)));
      return { low: -high, high, ticks: [-high, 0, high] };
    }
    case 'decades':
      return decades(least, greatest);
    case 'ratio': {
      const factor = factorAbove(Math.max(greatest > 0 ? greatest : 1, least > 0 ? 1 / least : 1));
      return { low: 1 / factor, high: factor, ticks: [1 / factor, 1, factor] };
    }
    case 'factor': {
      const ticks =
        ABOVE_ONE.find((candidate) => !(greatest > candidate.at(-1)! * SLACK)) ?? ABOVE_ONE.at(-1)!;
      return { low: 1, high: ticks.at(-1)!, ticks: [1, ...ticks] };
    }
  }
}

/** Ticks that are nearer to each other than this share of the axis would overlap. */
const TICK_ROOM = 0.15;

/** From below 0 to above it, or to 0. */
function aboutZero(least: number, greatest: number): Domain {
  const low = -fromZero(-least).high;
  if (!(greatest > 0)) return { low, high: 0, ticks: [low, low / 2, 0] };
  const { high, ticks } = fromZero(greatest);
  const room = TICK_ROOM * (high - low);
  return { low, high, ticks: -low < room ? ticks : [low, 0, ...(high < room ? [] : [high])] };
}

function decades(least: number, greatest: number): Domain {
  if (!(greatest > 0)) return { low: 0.1, high: 10, ticks: [0.1, 1, 10] };
  const top = Math.ceil(Math.log10(greatest / SLACK));
  const bottom = Math.min(
    top - 1,
    Math.max(top - 4, least > 0 ? Math.floor(Math.log10(least * SLACK)) : -Infinity),
  );
  const ticks = Array.from({ length: top - bottom + 1 }, (_, index) => scaled(1, bottom + index));
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks };
}

/**
 * Range of the shared x axis: all of this run, and of the previous one as far as that does not squeeze this run into
 * the left third.
 * @param last where this run has got to; `previousLast` the previous one, 0 without
 * @param shortest the least range
 */
export function xDomain(last: number, previousLast: number, shortest: number): Domain {
  return fromZero(Math.max(shortest, last, Math.min(previousLast, Math.max(3 * last, 10 * shortest))));
}

const STEPS = [1, 2, 5] as const;

/** Range from `low` to `high`, which are kept as they are, with at most five ticks at round values inside. */
export function between(low: number, high: number): Domain {
  const span = high - low;
  if (!(span > 0)) return { low, high: low + 1, ticks: [low] };
  for (let exponent = Math.floor(Math.log10(span)) - 1; ; exponent++) {
    for (const figure of STEPS) {
      const step = scaled(figure, exponent);
      const first = Math.ceil(low / step - 1e-9);
      const last = Math.floor(high / step + 1e-9);
      if (last - first > 4) continue;
      const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
        scaled((first + index) * figure, exponent),
      );
      return { low, high, ticks };
    }
  }
}

const LAGS = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256] as const;

/** Integer staleness axis: from 0 to beyond `lag`, at most to 256. */
export function lagDomain(lag: number): Domain {
  const high = LAGS.find((candidate) => candidate > lag) ?? 256;
  const parts = high % 4 === 0 ? 4 : 3;
  return { low: 0, high, ticks: Array.from({ length: parts + 1 }, (_, index) => (index * high) / parts) };
}

const SHARES = [0.1, 0.2, 0.4, 0.6, 1] as const;

/**
 * Top of a histogram's axis of shares. It grows at once and shrinks only when there is ample room, so that it does
 * not flicker at the border between two steps.
 * @param top the present top, 0 at first
 */
export function shareTop(top: number, share: number): number {
  const step = SHARES.find((candidate) => share <= candidate) ?? 1;
  if (step >= top) return step;
  return SHARES.find((candidate) => share <= 0.7 * candidate && candidate <= top) ?? top;
}
