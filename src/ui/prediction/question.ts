/** What is asked of the prediction now: the settings on the rail, and how long things have taken lately. */
import { useEffect, useState } from 'react';
import { workerCount as liveWorkers } from '../../runtime/live/session.ts';
import { workerCount as virtualWorkers } from '../../runtime/virtual/plan.ts';
import { createTask } from '../../tasks/index.ts';
import { capabilities } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { compute, type Point, type Question } from './curve.ts';
import { alike, durationsOf } from './durations.ts';

/** How often durations are looked at, in milliseconds. */
const LOOK_MS = 2000;
/** Between two tasks of the computation: the run needs the machine more. */
const BREATH_MS = 16;

/** The question for these settings; the one before, as the same object, where it asks about the same. */
export function nextQuestion(
  run: Pick<RunView, 'timeline'>,
  before: Question | undefined,
  cores: number,
): Question | undefined {
  const experiment = experimentStore.getState().draft;
  // A task may go through all of its words to be made, which is too much for every move of a slider.
  const longest = () => createTask(experiment).maxResponseLength;
  const durations = durationsOf(run.timeline, experiment, longest);
  if (durations === undefined) return undefined;
  const question: Question = {
    experiment,
    durations,
    workers: experiment.run.clock === 'virtual' ? virtualWorkers(experiment) : liveWorkers(experiment, cores),
    perWorker: experiment.rollout.groupsInFlight,
  };
  return before !== undefined && same(question, before) ? before : question;
}

/** Noise in the durations is no new question: the answer to it would cost more than it says. */
function same(a: Question, b: Question): boolean {
  const settings = ({ experiment: { schedule, rollout, run, virtual } }: Question): string =>
    JSON.stringify([schedule, rollout, run.clock, run.seed, virtual]);
  return a.workers === b.workers && settings(a) === settings(b) && alike(a.durations, b.durations);
}

/** Undefined while nothing is known of durations: a live run that has not shown any. */
export function useQuestion(run: RunView): Question | undefined {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    const look = () => setQuestion((before) => nextQuestion(run, before, capabilities.cores));
    const soon = setTimeout(look, 0);
    const timer = setInterval(look, LOOK_MS);
    const unsubscribe = experimentStore.subscribe(look);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      unsubscribe();
    };
  }, [run]);
  return question;
}

/** The curve; while a new one is computed, the one before it. */
export function useAnswer(question: Question | undefined): readonly Point[] | undefined {
  const [answer, setAnswer] = useState<readonly Point[]>();
  useEffect(() => {
    if (question === undefined) return;
    return compute(
      question,
      (task) => setTimeout(task, BREATH_MS),
      (points, done) => done && setAnswer(points),
    );
  }, [question]);
  return answer;
}
