/** What is asked of the prediction now: the settings on the rail, and how long things have taken lately. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { workerCount as liveWorkers } from '../../runtime/live/session.ts';
import { workerCount as virtualWorkers } from '../../runtime/virtual/plan.ts';
import { createTask } from '../../tasks/index.ts';
import { capabilities } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { compute, type Point, type Question } from './curve.ts';
import { type Durations, durationsOf } from './durations.ts';

/** How often durations are looked at, in milliseconds. */
const LOOK_MS = 2000;
/** Between two tasks of the computation: others come first. */
const BREATH_MS = 30;

/** Durations with two digits, so that noise asks no new question. */
function rounded({ latency, learner, publication, measured }: Durations): Durations {
  const two = (value: number) => Number(value.toPrecision(2));
  return {
    latency: { mean: two(latency.mean), sigma: Number(latency.sigma.toFixed(1)) },
    learner: two(learner),
    publication: two(publication),
    measured,
  };
}

/** Undefined while nothing is known of durations: a live run that has not shown any. */
export function useQuestion(run: RunView): Question | undefined {
  const draft = useStore(experimentStore, (state) => state.draft);
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((count) => count + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const durations = durationsOf(run.timeline, draft, createTask(draft).maxResponseLength);
  const question: Question | undefined = durations && {
    experiment: draft,
    durations: rounded(durations),
    workers: draft.run.clock === 'virtual' ? virtualWorkers(draft) : liveWorkers(draft, capabilities.cores),
    perWorker: draft.rollout.groupsInFlight,
  };
  // The same question stays the same object, so that it is answered once.
  const key = JSON.stringify(question);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => question, [key]);
}

export interface Answer {
  readonly question: Question;
  readonly points: readonly Point[];
  readonly done: boolean;
}

/** The curve; while a new one is computed, the one before it. */
export function useAnswer(question: Question | undefined): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (question === undefined) return;
    return compute(
      question,
      (task) => setTimeout(task, BREATH_MS),
      (points, done) => done && setAnswer({ question, points, done }),
    );
  }, [question]);
  return answer;
}
