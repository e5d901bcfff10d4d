/** The areas of the stations and the ways between them, for a width. Pure numbers. */
import type { Box, Label, Point, Scene } from './scene.ts';

/** The areas of the stations, heading included, and the corners of the way that weights take. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly workers: Box;
  readonly queue: Box;
  readonly learner: Box;
  readonly weights: readonly Point[];
  /** Where the version in force is written, and the one that the learner trains. */
  readonly versionLabel: Label['at'];
  readonly trainedLabel: Label['at'] | undefined;
  readonly arrows: Scene['arrows'];
}

export const HEAD = 22;
export const NOTE = 20;
/** From one line of notes to the next. */
export const LINE = 15;
/** Below this width stations are one under the other. */
const WIDE = 620;

export function frameFor(width: number, workers: number): Frame {
  return width >= WIDE ? wideFrame(width) : narrowFrame(width, workers);
}

function wideFrame(width: number): Frame {
  const height = 182;
  const arrow = 30;
  const inner = width - 2 * arrow;
  const body = 138;
  const first = Math.round(inner * 0.3);
  const last = Math.round(inner * 0.25);
  const workers = { x: 0, y: 0, width: first, height: body };
  const queue = { x: first + arrow, y: 0, width: inner - first - last, height: body };
  const learner = { x: width - last, y: 0, width: last, height: body };
  const lane = height - 14;
  const left = 14;
  const right = width - last / 2;
  const y = HEAD + 44;
  return {
    width,
    height,
    workers,
    queue,
    learner,
    weights: [
      { x: right, y: body + 4 },
      { x: right, y: lane },
      { x: left, y: lane },
      { x: left, y: body + 4 },
    ],
    versionLabel: { x: left + 14, y: lane - 12 },
    trainedLabel: { x: right - 14, y: lane - 12 },
    arrows: [
      [
        { x: first + 4, y },
        { x: first + arrow - 6, y },
      ],
      [
        { x: learner.x - arrow + 6, y },
        { x: learner.x - 4, y },
      ],
    ],
  };
}

function narrowFrame(width: number, workers: number): Frame {
  const lane = 44;
  const inner = width - lane;
  // Room for the usual number, so that nothing below moves when they come.
  const workerHeight = HEAD + Math.max(4, rowsOf(workers, inner)) * 20;
  const gap = 24;
  const queue = { x: 0, y: workerHeight + gap, width: inner, height: HEAD + 66 + NOTE };
  const learner = { x: 0, y: queue.y + queue.height + gap, width: inner, height: HEAD + 30 + LINE + NOTE };
  const height = learner.y + learner.height + 22;
  const x = width - 20;
  const middle = inner / 2;
  return {
    width,
    height,
    workers: { x: 0, y: 0, width: inner, height: workerHeight },
    queue,
    learner,
    weights: [
      { x: inner, y: learner.y + 36 },
      { x, y: learner.y + 36 },
      { x, y: 32 },
      { x: inner, y: 32 },
    ],
    versionLabel: { x: 0, y: height - 8 },
    trainedLabel: undefined,
    arrows: [
      [
        { x: middle, y: workerHeight + 4 },
        { x: middle, y: workerHeight + gap - 6 },
      ],
      [
        { x: middle, y: queue.y + queue.height + 2 },
        { x: middle, y: queue.y + queue.height + gap - 6 },
      ],
    ],
  };
}

/** Lanes of workers one under the other: many share the height in two columns. */
export function rowsOf(workers: number, width: number): number {
  return workers > 5 && width > 200 ? Math.ceil(workers / 2) : workers;
}

export function boundsOf(points: readonly Point[]): Box {
  const x = Math.min(...points.map((point) => point.x));
  const y = Math.min(...points.map((point) => point.y));
  return {
    x,
    y,
    width: Math.max(...points.map((point) => point.x)) - x,
    height: Math.max(...points.map((point) => point.y)) - y,
  };
}

export function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** A point on a way of several corners, 0 = its beginning, 1 = its end. */
export function along(way: readonly Point[], share: number): Point {
  const lengths = way.slice(1).map((to, i) => Math.hypot(to.x - way[i]!.x, to.y - way[i]!.y));
  let left = Math.min(1, Math.max(0, share)) * lengths.reduce((sum, length) => sum + length, 0);
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i]!;
    if (left <= length || i === lengths.length - 1) {
      const part = length === 0 ? 0 : Math.min(1, left / length);
      const from = way[i]!;
      const to = way[i + 1]!;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return way.at(-1)!;
}
