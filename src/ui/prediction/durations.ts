/**
 * How long things take, for the prediction: as this run has shown lately, or, before it has, as the virtual clock is set.
 * A place at a worker is held for as long as the worker's whole batch takes, so that is what an answer takes here.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { log } from '../../numerics/elementary.ts';
import type { Timeline, Track } from '../../telemetry/timeline/index.ts';

export interface Durations {
  /** Log-normal around this mean, in seconds; `sigma` is the standard deviation of the logarithm. */
  readonly latency: { readonly mean: number; readonly sigma: number };
  /** T: all that the learner does between two waits, in seconds. */
  readonly learner: number;
  /** D: from an update to its weights being in force. */
  readonly publication: number;
  /** Whether the run has shown them; else they are the settings'. */
  readonly measured: boolean;
}

/** Spans of a kind that count, the newest. */
const LATELY = 60;
/** Fewer batches than these say nothing yet. */
const LEAST = 12;

/** @param longest tokens of the longest answer that the task allows; asked for only where the run has shown nothing yet */
export function durationsOf(
  timeline: Timeline,
  experiment: Experiment,
  longest: () => number,
): Durations | undefined {
  return (
    measured(timeline) ?? (experiment.run.clock === 'virtual' ? stated(experiment, longest()) : undefined)
  );
}

function measured({ workers, learner, weights }: Timeline): Durations | undefined {
  const batches = workers.flatMap((track) => batchSeconds(track, Math.ceil(LATELY / workers.length)));
  const busy = busySeconds(learner);
  if (batches.length < LEAST || busy === undefined) return undefined;
  const mean = meanOf(batches);
  const logs = batches.map((seconds) => log(seconds));
  const centre = meanOf(logs);
  const sigma = Math.sqrt(meanOf(logs.map((value) => (value - centre) * (value - centre))));
  const ways = lastSpans(weights, LATELY).map(({ begin, end }) => end - begin);
  return {
    latency: { mean, sigma },
    learner: busy,
    publication: ways.length === 0 ? 0 : meanOf(ways),
    measured: true,
  };
}

function stated({ virtual, schedule }: Experiment, tokens: number): Durations {
  const mean = virtual.tokenSeconds * tokens;
  return {
    latency: { mean, sigma: virtual.jitter },
    learner: virtual.learnerSeconds,
    publication: schedule.publishDelay,
    measured: false,
  };
}

/** Closed spans, newest last. */
function lastSpans(track: Track, most: number) {
  const spans = [];
  for (let i = Math.max(0, track.length - most); i < track.length; i++) {
    const span = track.at(i);
    if (span.end !== Infinity) spans.push(span);
  }
  return spans;
}

/** Reading and writing of one batch together. */
function batchSeconds(track: Track, most: number): number[] {
  const seconds: number[] = [];
  let reading = 0;
  for (const { kind, begin, end } of lastSpans(track, 3 * most)) {
    if (kind === 'prefill') reading = end - begin;
    if (kind !== 'decode') continue;
    seconds.push(end - begin + reading);
    reading = 0;
  }
  return seconds.slice(-most);
}

/** What the learner does between two waits: training, handing over and evaluation, by update. */
function busySeconds(learner: Track): number | undefined {
  const spans = lastSpans(learner, 3 * LATELY);
  const updates = spans.filter(({ kind }) => kind === 'train_step').length;
  if (updates < LEAST) return undefined;
  const busy = spans.reduce((sum, { kind, begin, end }) => sum + (kind === 'rollout' ? 0 : end - begin), 0);
  return busy / updates;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Whether the one would predict about what the other does, so that it is not worth the time to ask again. */
export function alike(a: Durations, b: Durations): boolean {
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= 0.25 * Math.max(x, y);
  return (
    a.measured === b.measured &&
    near(a.latency.mean, b.latency.mean) &&
    Math.abs(a.latency.sigma - b.latency.sigma) <= 0.25 &&
    near(a.learner, b.learner) &&
    // Beside the rest, what is short does not count.
    (near(a.publication, b.publication) || Math.abs(a.publication - b.publication) <= 0.05 * b.learner)
  );
}
