/**
 * The curves of what the lens shows: asks the lens's thread again whenever sliders, methods or the run's settings change, and
 * keeps the newest answer. What is answered late is told; what was asked for meanwhile follows.
 */
import { createStore } from 'zustand/vanilla';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { experimentStore, type ExperimentState } from '../../state/experimentStore.ts';
import { lensStore, shownMethods } from '../state/lensStore.ts';
import type { LensState } from '../state/schema.ts';
import { Latest } from '../thread/latest.ts';
import type { LensThread } from '../thread/lensThread.ts';
import type { CurvesAnswer, CurvesQuestion, MethodCurves } from '../thread/protocol.ts';
import { logRatiosOf } from './scale.ts';

export interface Curves {
  readonly question: Asking;
  readonly curves: readonly MethodCurves[];
}

export interface CurvesState {
  readonly latest: Curves | undefined;
  /** Why there are none. */
  readonly failure: string | undefined;
}

interface Asking extends CurvesQuestion {
  readonly reach: LensState['reach'];
  readonly stance: string;
  readonly running: MethodName;
  /** `performance.now()` */
  readonly asked: number;
}

/** What of the lens's state the curves depend on. */
const asks = ['probe', 'methods', 'reach', 'stance'] as const satisfies readonly (keyof LensState)[];

/** What runs, or what would run. */
export function settingsNow({ running, draft }: ExperimentState = experimentStore.getState()) {
  return running ?? draft;
}

export const curvesStore = createStore<CurvesState>(() => ({ latest: undefined, failure: undefined }));

/** Asks as long as curves are shown. @returns what ends it */
export function followCurves(thread: LensThread): () => void {
  const latest = new Latest<Asking, CurvesAnswer>(
    ({ kind, settings, methods, probe, logRatios }) =>
      thread.ask<'curves'>({ kind, settings, methods, probe, logRatios }),
    ({ curves }, question) => curvesStore.setState({ latest: { question, curves }, failure: undefined }),
    (error) => curvesStore.setState({ failure: error instanceof Error ? error.message : String(error) }),
  );
  const ask = () => latest.ask(questionOf(lensStore.getState(), experimentStore.getState()));
  const stops = [
    lensStore.subscribe((now, before) => {
      if (asks.some((key) => now[key] !== before[key])) ask();
    }),
    experimentStore.subscribe((now, before) => {
      if (settingsNow(now) !== settingsNow(before)) ask();
    }),
  ];
  ask();
  return () => {
    for (const stop of stops) stop();
    latest.end();
  };
}

function questionOf({ methods, probe, reach, stance }: LensState, experiments: ExperimentState): Asking {
  const settings = settingsNow(experiments);
  const running = settings.objective.name;
  return {
    kind: 'curves',
    settings,
    methods: shownMethods(methods, running),
    probe,
    logRatios: logRatiosOf(reach),
    reach,
    stance,
    running,
    asked: performance.now(),
  };
}
