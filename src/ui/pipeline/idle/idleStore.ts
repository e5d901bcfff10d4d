/**
 * Why the learner is idle, kept for all who say it: the tile, the pipeline, the table and the chart. The moments of
 * waiting are those that the session's flow happens to show, a few a second.
 */
import { createStore } from 'zustand/vanilla';
import type { RunView, Series } from '../../run/runView.ts';
import { sessionStore } from '../../state/sessionStore.ts';
import { causeOf, UPDATES, verdictOf, withMoment, type Moment, type Verdict } from './cause.ts';

export interface Idle {
  readonly run: RunView | undefined;
  readonly verdict: Verdict | undefined;
}

export const idleStore = createStore<Idle>(() => ({ run: undefined, verdict: undefined }));

/** What is known of this run; undefined for one that is not the present one. */
export function idleVerdict(run: RunView): Verdict | undefined {
  const { run: known, verdict } = idleStore.getState();
  return known === run ? verdict : undefined;
}

/** Watches a run until the returned function is called. */
export function followIdle(run: RunView): () => void {
  let lately: readonly Moment[] = [];
  let flow = sessionStore.getState().flow;
  let { schedule } = run.experiment;
  const settle = () => {
    const updates = {
      idle: meanOfLast(run.series('learner_idle')),
      left: leastOfLast(run.series('queue_length')),
      schedule,
      update: run.latest?.update ?? 0,
      seconds: run.latest?.seconds ?? 0,
    };
    const verdict = verdictOf(updates, lately);
    const before = idleStore.getState();
    if (before.run !== run || !same(before.verdict, verdict)) idleStore.setState({ run, verdict });
  };
  const look = () => {
    const { phase, flow: now, workers, pipeline } = sessionStore.getState();
    if (now === flow) return;
    flow = now;
    if (flow === undefined) return;
    const cause = causeOf({
      phase,
      flow,
      workers,
      admission: pipeline?.admission,
      schedule,
      workersIdle: meanOfLast(run.series('rollout_idle')),
      updateSeconds: 1 / meanOfLast(run.series('updates_per_second')),
    });
    const { update, seconds } = flow;
    if (cause !== undefined) lately = withMoment(lately, { cause, update, seconds });
    settle();
  };
  const news = () => {
    if (run.experiment.schedule !== schedule) {
      schedule = run.experiment.schedule;
      lately = [];
    }
    settle();
  };
  settle();
  const stops = [sessionStore.subscribe(look), run.subscribe(news)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A series' last values, those without data left out. */
function lastOf(series: Series): readonly number[] {
  return Array.from(series.view().subarray(-UPDATES)).filter((value) => !Number.isNaN(value));
}

/** NaN where none has data. */
function leastOfLast(series: Series): number {
  const values = lastOf(series);
  return values.length === 0 ? NaN : Math.min(...values);
}

/** Mean of a series' last values, because a single one leaps; NaN where none has data. */
function meanOfLast(series: Series): number {
  const values = lastOf(series);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function same(a: Verdict | undefined, b: Verdict | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
