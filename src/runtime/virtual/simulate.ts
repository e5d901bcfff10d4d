/**
 * The schedule without models: what a worker takes on takes a given time, and is all finished then. For predictions
 * (`prediction.ts`), for studies of admission and capacity (`systems.md` §2.2), and to test the pipeline.
 */
import type { Pipeline } from '../../pipeline/contract.ts';
import { schedule, type Effect, type StepOutcome, type UpdateTimes, type WorkerStep } from './schedule.ts';

export interface SimulationPlan {
  readonly workers: number;
  /** Tickets that a worker takes on at once; 1 when absent. */
  readonly perWorker?: number;
  /** L: seconds to answer this ticket, the first of those that the worker takes on. */
  readonly answer: (ticket: number, step: WorkerStep) => number;
  /** T: seconds of an update. */
  readonly learner: number;
  /** D: seconds from the end of an update to its weights being in force. */
  readonly publication: number;
}

export interface SimulatedUpdate extends Pick<UpdateTimes, 'period' | 'idle' | 'publishing'> {
  /** Counts from 1. */
  readonly update: number;
  readonly end: number;
  readonly tickets: readonly number[];
  /** Per ticket: the learner's version minus the ticket's, and how long it was answered. */
  readonly lags: readonly number[];
  readonly seconds: readonly number[];
  /** How long those were answered that were dropped for age since the update before. */
  readonly dropped: readonly number[];
}

const BEGUN: StepOutcome = { finished: [], answers: 1, prefill: 0 };

interface Answer {
  readonly version: number;
  readonly seconds: number;
}

/** Plays the schedule for so many updates, or until nothing more can happen. */
export function simulate(
  pipeline: Pipeline,
  plan: SimulationPlan,
  updates: number,
): readonly SimulatedUpdate[] {
  const history: SimulatedUpdate[] = [];
  /** Under way, by worker, and finished, by ticket. */
  const underWay: (Answer & Pick<WorkerStep, 'tickets'>)[] = [];
  const finished = new Map<number, Answer>();
  let dropped: number[] = [];
  const effects = schedule(pipeline, {
    workers: () => plan.workers,
    groupsInFlight: () => plan.perWorker ?? 1,
    step: (step) => {
      const { worker, tickets } = step;
      const seconds = plan.answer(tickets[0]!, step);
      underWay[worker] = { tickets, version: pipeline.version, seconds };
      return seconds;
    },
    learner: () => plan.learner,
    publication: () => plan.publication,
  });

  function perform(effect: Effect): StepOutcome | undefined {
    switch (effect.kind) {
      case 'begin':
        return BEGUN;
      case 'advance': {
        const answer = underWay[effect.worker]!;
        const { tickets, version } = answer;
        const outcome = tickets.map((ticket) => {
          finished.set(ticket, answer);
          return { ticket, lowestVersion: version, highestVersion: version, tokens: 0, filtered: false };
        });
        return { finished: outcome, answers: 0, prefill: 0 };
      }
      case 'dropped':
        for (const ticket of effect.tickets) dropped.push(take(ticket).seconds);
        return undefined;
      case 'update': {
        const { update, now: end, version, idle, publishing, period, tickets } = effect;
        const answers = tickets.map(take);
        history.push({
          update: update + 1,
          end,
          idle,
          publishing,
          period,
          tickets,
          lags: answers.map((answer) => version - answer.version),
          seconds: answers.map((answer) => answer.seconds),
          dropped,
        });
        dropped = [];
        return undefined;
      }
      case 'finished':
      case 'rejected':
      case 'taken':
      case 'wait':
      case 'snapshot':
      case 'published':
      case 'stalled':
        return undefined;
    }
  }

  function take(ticket: number): Answer {
    const answer = finished.get(ticket)!;
    finished.delete(ticket);
    return answer;
  }

  let outcome: StepOutcome | undefined;
  while (history.length < updates) {
    const effect = effects.next(outcome).value;
    if (effect.kind === 'stalled') break;
    outcome = perform(effect);
  }
  return history;
}
