/**
 * What a schedule leads to, without a model: idle time, lag, what is dropped. It plays the very schedule and pipeline that
 * a run on the virtual clock has, so its answers are those of such a run with these durations (`simulate.ts`).
 *
 * The start of a run is not like the rest of it: nothing is old yet, and the learner waits for the first answers. So the
 * first tenth of the versions, at most `START` of them, does not count, but for the ledger.
 */
import { quantileOfSorted } from '../../numerics/quantiles.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import {
  createPipeline,
  mostAtOnce,
  pipelineSettings,
  type Ledger,
  type Pipeline,
  type PipelineSettings,
} from '../../pipeline/index.ts';
import { type Latency, latencyOf } from './latency.ts';
import { planOf } from './plan.ts';
import type { WorkerStep } from './schedule.ts';
import { simulate, type SimulatedUpdate } from './simulate.ts';

/** Versions at the start that do not count, at most. */
const START = 100;

export interface PredictionInput {
  /** Its `concurrency` is the number of answers that can be under way at once; Infinity = as many as are admitted. */
  readonly pipeline: PipelineSettings;
  readonly latency: Latency;
  /** T and D, in seconds. */
  readonly learner: number;
  readonly publication: number;
  /** Updates to play. */
  readonly updates: number;
  readonly seed: number;
}

export interface Prediction {
  /** Share of the time in which the learner does not train: 1 − T/P. */
  readonly idle: number;
  /** Share of the time in which it waits for samples; the rest of `idle` is its own publication, where that blocks it. */
  readonly waitShare: number;
  /** Head lag of the trained prompts, in versions; NaN without any. */
  readonly lag: { readonly mean: number; readonly p50: number; readonly p99: number; readonly max: number };
  /** Share of the trained prompts that are older than η. */
  readonly shareOverEta: number;
  /** Share of the prompts that left the queue which were dropped for their age. */
  readonly droppedShare: number;
  /** Mean time of the trained answers by that of all that left the queue: under 1 where dropping favours short ones. */
  readonly trainedLengthRatio: number;
  /** Prompts trained on per second. */
  readonly throughput: number;
  /** Of the whole run, as it ended. */
  readonly ledger: Ledger;
}

/** A pure function of its input: about 50 ms for 1500 updates of 16 prompts. */
export function predict(input: PredictionInput): Prediction {
  const { latency, learner, publication, updates, seed } = input;
  // More workers than may ever be busy would only be looked through.
  const workers = mostAtOnce(input.pipeline);
  const pipeline = createPipeline(input.pipeline);
  const answer = (ticket: number): number => latencyOf(latency, seed, ticket);
  return summaryOf(pipeline, simulate(pipeline, { workers, answer, learner, publication }, updates));
}

/** What the answers of a run are like, in tokens. */
export interface AnswerShape {
  readonly prompt: number;
  /** Of an answer, on average. */
  readonly length: number;
  /** Of the longest among the answers that a worker writes side by side, on average: they are done together. */
  readonly longest: number;
}

/**
 * What a run of this experiment on the virtual clock will measure, with as many workers and prompts in flight, the same
 * durations and the same random speeds. For a live run, put measured durations into the experiment's. What only a model
 * knows, the lengths of answers, has to be given; all are taken to be alike.
 * @param parameters of the policy: what a publication has to carry
 */
export function predictRun(
  experiment: Experiment,
  { prompt, length, longest }: AnswerShape,
  parameters: number,
  updates: number,
): Prediction {
  const { batchGroups, groupSize } = experiment.schedule;
  const perWorker = experiment.rollout.groupsInFlight;
  const plan = planOf(() => experiment, parameters);
  const workers = plan.workers();
  const pipeline = createPipeline(pipelineSettings(experiment, workers * perWorker));
  const answer = (_: number, step: WorkerStep): number => {
    // On average over all steps; short answers are done before the longest.
    const answers = (step.tickets.length * groupSize * length) / longest;
    const first = plan.step({ ...step, answers, prefill: step.tickets.length * prompt });
    return first + (longest - 1) * plan.step({ ...step, answers, prefill: 0 });
  };
  const learner = plan.learner(batchGroups * groupSize * (prompt + length));
  const publication = plan.publication();
  const history = simulate(pipeline, { workers, perWorker, answer, learner, publication }, updates);
  return summaryOf(pipeline, history);
}

function summaryOf(pipeline: Pipeline, history: readonly SimulatedUpdate[]): Prediction {
  const start = Math.min(START, Math.floor(history.length / 10));
  return { ...summary(history.slice(start), pipeline.settings.maxStaleness), ledger: pipeline.ledger };
}

function summary(history: readonly SimulatedUpdate[], eta: number): Omit<Prediction, 'ledger'> {
  const total = sum(history, ({ period }) => period);
  const waited = sum(history, ({ idle }) => idle);
  const published = sum(history, ({ publishing }) => publishing);
  const lags = gathered(history, (update) => update.lags).sort();
  const trained = gathered(history, ({ seconds }) => seconds);
  const dropped = gathered(history, (update) => update.dropped);
  const left = trained.length + dropped.length;
  return {
    idle: (waited + published) / total,
    waitShare: waited / total,
    lag: {
      mean: sum(lags, Number) / lags.length,
      p50: quantileOfSorted(lags, 0.5),
      p99: quantileOfSorted(lags, 0.99),
      max: lags.at(-1) ?? NaN,
    },
    shareOverEta: sum(lags, (lag) => Number(lag > eta)) / lags.length,
    droppedShare: dropped.length / left,
    trainedLengthRatio:
      sum(trained, Number) / trained.length / ((sum(trained, Number) + sum(dropped, Number)) / left),
    throughput: trained.length / total,
  };
}

function sum<T>(values: Iterable<T>, of: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += of(value);
  return total;
}

/** The numbers of all updates in one row. */
function gathered(
  history: readonly SimulatedUpdate[],
  of: (update: SimulatedUpdate) => readonly number[],
): Float64Array {
  const all = new Float64Array(sum(history, (update) => of(update).length));
  let at = 0;
  for (const update of history) {
    all.set(of(update), at);
    at += of(update).length;
  }
  return all;
}
