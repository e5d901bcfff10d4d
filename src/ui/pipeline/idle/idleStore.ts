/**
 * Why the learner is idle, kept for all who say it: the tile, the pipeline, the table and the chart. The moments of
 * waiting are those that the session's flow happens to show, a few a second.
 */
import { createStore } from 'zustand/vanilla';
import type { RunView, Series } from '../../run/runView.ts';
import { sessionStore } from '../../state/sessionStore.ts';
import { causeOf, verdictOf, withCause, type Cause, type Verdict } from './cause.ts';

/** Updates over which shares of time are averaged: those of a single one leap. */
const UPDATES = 20;

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
  let lately: readonly Cause[] = [];
  let flow = sessionStore.getState().flow;
  let { schedule } = run.experiment;
  const settle = () => {
    const verdict = verdictOf(meanOfLast(run.series('learner_idle')), lately);
    const before = idleStore.getState();
    if (before.run !== run || !same(before.verdict, verdict)) idleStore.setState({ run, verdict });
  };
  const look = () => {
    const { phase, flow: now, workers, pipeline } = sessionStore.getState();
    if (now === flow) return;
    flow = now;
    const cause = causeOf({
      phase,
      flow,
      workers,
      admission: pipeline?.admission,
      schedule,
      workersIdle: meanOfLast(run.series('rollout_idle')),
      updateSeconds: 1 / meanOfLast(run.series('updates_per_second')),
    });
    lately = withCause(lately, cause);
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

/** Mean of a series' last values, those without data left out; NaN where none has any. */
export function meanOfLast(series: Series): number {
  const values = Array.from(series.view().subarray(-UPDATES)).filter((value) => !Number.isNaN(value));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function same(a: Verdict | undefined, b: Verdict | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
