/**
 * Where a sampled curve breaks: jumps of its value or slope, and stretches at exactly 0. Nothing is known of the method
 * but what it says when it is asked; each break is closed in on until it is known to `WIDTH`.
 *
 * - between neighbours that differ in a gate, or of which one is 0 and one is not: by cutting into parts. What turns out
 *   to be a smooth crossing, or a gate that does not act on the value, is no kink
 * - between neighbours that do not differ: where the slope, or its change, changes most: by the parts between which it changes most
 *
 * All intervals of all lines are cut together, so that a step costs one call. Two breaks between two neighbouring points
 * may be seen as one, or not at all where both neighbours look the same.
 */

/** How narrowly a break is known. */
const WIDTH = 1e-6;
/** Share of the curve's size by which value or slope (per unit of the axis) must jump to be called a kink. */
const JUMP = 1e-4;
const BEND = 1e-2;
/** Share below which a bend between sampled points is rounding, or too faint to follow. */
const FAINT = 1e-4;
/** Distance over which the slopes beside an edge are taken. */
const BESIDE = 1e-5;

/** Values at points, and a number that says which gates acted and whether the value is exactly 0. */
export interface Sampled {
  readonly coefficients: Float64Array;
  readonly signatures: Int32Array;
}

/** Asks for points of several lines at once: the i-th is at xs[i] on the line lines[i]. */
export type Sampler = (xs: Float64Array, lines: Int32Array) => Sampled;

/** A line that has been sampled at ascending points. */
export interface Line extends Sampled {
  readonly xs: Float64Array;
  /** What counts as 1: the size of the advantage. */
  readonly scale: number;
}

export interface Breaks {
  /** Ascending; each within `WIDTH` of the break. */
  readonly kinks: readonly number[];
  /** Closed stretches in which every sampled coefficient is exactly 0. */
  readonly deadZones: readonly (readonly [from: number, to: number])[];
}

interface Point {
  readonly x: number;
  readonly value: number;
  readonly signature: number;
}

interface Interval {
  readonly line: number;
  readonly a: Point;
  readonly b: Point;
}

interface Bend extends Interval {
  readonly middle: Point;
  /** Size of the change of slope. */
  readonly bend: number;
}

/** What a search may cost: whether a call with many points costs hardly more than one with few. */
export type Cost = 'call' | 'point';

/** Into how many parts an interval is cut at a time. Of parts that are too wide, the smooth bend hides that of a kink. */
const PARTS: Readonly<Record<Cost, { readonly edges: number; readonly bends: number }>> = {
  call: { edges: 16, bends: 16 },
  point: { edges: 2, bends: 8 },
};

/**
 * Of every line, in order.
 * @param sample must give for a point what the lines have there
 * @param cost what to be sparing of
 */
export function breaksOf(lines: readonly Line[], sample: Sampler, cost: Cost): readonly Breaks[] {
  const ask = asker(sample);
  const parts = PARTS[cost];
  const edges = narrowEdges(lines.flatMap(changes), parts.edges, ask);
  const sharp = sharpEdges(edges, lines, ask);
  const bends = narrowBends(lines.flatMap(bendings), lines, parts.bends, ask);
  return lines.map((line, index) => {
    const own = [...sharp, ...bends].filter((found) => found.line === index);
    const kinks = own.map(({ a, b }) => (a.x + b.x) / 2).sort((x, y) => x - y);
    return {
      kinks: kinks.filter((x, i) => i === 0 || x - kinks[i - 1]! > WIDTH),
      deadZones: deadZones(
        line,
        edges.filter((edge) => edge.line === index),
      ),
    };
  });
}

type Ask = (questions: readonly { readonly line: number; readonly x: number }[]) => readonly Point[];

function asker(sample: Sampler): Ask {
  return (questions) => {
    if (questions.length === 0) return [];
    const xs = Float64Array.from(questions, ({ x }) => x);
    const { coefficients, signatures } = sample(
      xs,
      Int32Array.from(questions, ({ line }) => line),
    );
    return questions.map(({ x }, i) => ({ x, value: coefficients[i]!, signature: signatures[i]! }));
  };
}

function pointAt(line: Line, i: number): Point {
  return { x: line.xs[i]!, value: line.coefficients[i]!, signature: line.signatures[i]! };
}

/** Neighbours with different signatures. */
function changes(line: Line, index: number): Interval[] {
  const found: Interval[] = [];
  for (let i = 0; i + 1 < line.xs.length; i++) {
    if (line.signatures[i] !== line.signatures[i + 1])
      found.push({ line: index, a: pointAt(line, i), b: pointAt(line, i + 1) });
  }
  return found;
}

/** Cuts into parts until narrow. Every part whose ends differ is followed. */
function narrowEdges(intervals: readonly Interval[], parts: number, ask: Ask): Interval[] {
  const done: Interval[] = [];
  let active = intervals;
  while (active.length > 0) {
    const cut = cutAll(active, parts, ask).map((points, i) =>
      points
        .slice(1)
        .map((b, k): Interval => ({ line: active[i]!.line, a: points[k]!, b }))
        .filter(({ a, b }) => a.signature !== b.signature),
    );
    done.push(...cut.flat().filter(narrow));
    active = cut.flat().filter((part) => !narrow(part));
  }
  return done;
}

function narrow({ a, b }: Interval): boolean {
  return b.x - a.x <= WIDTH;
}

/** The ends of every interval, with what lies between them at equal distances. */
function cutAll(intervals: readonly Interval[], parts: number, ask: Ask): Point[][] {
  const inner = parts - 1;
  const questions = intervals.flatMap(({ line, a, b }) =>
    Array.from({ length: inner }, (_, k) => ({ line, x: a.x + ((b.x - a.x) * (k + 1)) / parts })),
  );
  const answers = ask(questions);
  return intervals.map(({ a, b }, i) => [a, ...answers.slice(i * inner, (i + 1) * inner), b]);
}

/** The edges at which the value or the slope jumps. */
function sharpEdges(edges: readonly Interval[], lines: readonly Line[], ask: Ask): Interval[] {
  const size = ({ line, a, b }: Interval): number =>
    Math.max(lines[line]!.scale, Math.abs(a.value), Math.abs(b.value));
  const jumps = (edge: Interval): boolean => Math.abs(edge.b.value - edge.a.value) > JUMP * size(edge);
  const smooth = edges.filter((edge) => {
    const { xs } = lines[edge.line]!;
    return !jumps(edge) && edge.a.x - BESIDE >= xs[0]! && edge.b.x + BESIDE <= xs.at(-1)!;
  });
  const beside = ask(
    smooth.flatMap(({ line, a, b }) => [
      { line, x: a.x - BESIDE },
      { line, x: b.x + BESIDE },
    ]),
  );
  const bent = smooth.filter((edge, i) => {
    const left = edge.a.value - beside[2 * i]!.value;
    const right = beside[2 * i + 1]!.value - edge.b.value;
    return Math.abs(right - left) / BESIDE > BEND * size(edge);
  });
  return [...edges.filter(jumps), ...bent];
}

/**
 * Where neighbours of one signature may have a kink between them: the places at which the slope changes most, and those at
 * which this change itself changes most, since a kink may bend the other way than the curve and so pass for a straight piece.
 */
function bendings(line: Line, index: number): Interval[] {
  const { xs, signatures } = line;
  const bends = new Float64Array(xs.length).fill(NaN);
  for (let i = 1; i + 1 < xs.length; i++) {
    if (signatures[i - 1] !== signatures[i] || signatures[i] !== signatures[i + 1]) continue;
    bends[i] = bendOf(pointAt(line, i - 1), pointAt(line, i), pointAt(line, i + 1));
  }
  const turns = bends.map((bend, i) => (i === 0 ? NaN : bend - bends[i - 1]!));
  return [
    ...peaks(bends, FAINT * line.scale).map((i) => ({
      line: index,
      a: pointAt(line, i - 1),
      b: pointAt(line, i + 1),
    })),
    ...peaks(turns, FAINT * line.scale).map((i) => ({
      line: index,
      a: pointAt(line, i - 2),
      b: pointAt(line, i + 1),
    })),
  ];
}

/** Where a series is furthest from 0, compared with what is beside it, and further than `least`. NaN is nothing. */
function peaks(series: Float64Array, least: number): number[] {
  const size = (i: number): number => Math.abs(series[i] ?? NaN) || 0;
  return Array.from(series.keys()).filter(
    (i) => size(i) > least && size(i) >= size(i - 1) && size(i) >= size(i + 1),
  );
}

/** By how much the slope grows at the middle. */
function bendOf(a: Point, middle: Point, b: Point): number {
  return (b.value - middle.value) / (b.x - middle.x) - (middle.value - a.value) / (middle.x - a.x);
}

/**
 * Narrows every interval to those two neighbouring parts of it between which the slope changes most. Where the curve is
 * smooth, the change shrinks with the parts, and soon is none.
 */
function narrowBends(
  intervals: readonly Interval[],
  lines: readonly Line[],
  parts: number,
  ask: Ask,
): Interval[] {
  const done: Interval[] = [];
  let active = intervals;
  while (active.length > 0) {
    const kept = cutAll(active, parts, ask)
      .map((points, i) => sharpest(active[i]!.line, points))
      .filter(({ line, bend, middle }) => bend > BEND * Math.max(lines[line]!.scale, Math.abs(middle.value)));
    done.push(...kept.filter(narrow));
    active = kept.filter((part) => !narrow(part));
  }
  return done;
}

function sharpest(line: number, points: readonly Point[]): Bend {
  let most: Bend | undefined;
  for (let i = 0; i + 2 < points.length; i++) {
    const [a, middle, b] = [points[i]!, points[i + 1]!, points[i + 2]!];
    const bend = Math.abs(bendOf(a, middle, b));
    if (most === undefined || bend > most.bend) most = { line, a, middle, b, bend };
  }
  return most!;
}

/** Runs of zeros, as far as the edges show that they go. */
function deadZones(line: Line, edges: readonly Interval[]): [number, number][] {
  const points = [...Array.from(line.xs, (_, i) => pointAt(line, i)), ...edges.flatMap(({ a, b }) => [a, b])];
  points.sort((p, q) => p.x - q.x);
  const zones: [number, number][] = [];
  let open: [number, number] | undefined;
  for (const { x, value } of points) {
    if (value !== 0) open = undefined;
    else if (open) open[1] = x;
    else zones.push((open = [x, x]));
  }
  // A curve that crosses 0 may be 0 at one point.
  return zones.filter(([from, to]) => to - from > 2 * WIDTH);
}
