/**
 * The schedule without models: every ticket takes a given time, every worker answers one at a time. For
 * studies of admission and capacity (`systems.md` §2.2), and to test the pipeline.
 */
import type { Pipeline } from '../../pipeline/contract.ts';
import { schedule, type Effect, type StepOutcome } from './schedule.ts';

export interface SimulationPlan {
  /** Tickets that can run at the same time. */
  readonly workers: number;
  /** L: seconds to answer a ticket; `order` counts the worker's tickets from 0. */
  readonly answer: (worker: number, order: number) => number;
  /** T: seconds of an update. */
  readonly learner: number;
  /** D: seconds from the end of an update to its weights being in force. */
  readonly publication: number;
}

export interface SimulatedUpdate {
  readonly update: number;
  readonly end: number;
  readonly idle: number;
  readonly period: number;
  readonly tickets: readonly number[];
  /** learner's version minus the ticket's version, per ticket. */
  readonly lags: readonly number[];
}

/** Plays the schedule for so many updates, or until nothing more can happen. */
export function simulate(
  pipeline: Pipeline,
  plan: SimulationPlan,
  updates: number,
): readonly SimulatedUpdate[] {
  const history: SimulatedUpdate[] = [];
  /** Ticket and version under way at each worker, and version of each finished ticket. */
  const underWay = new Map<number, { readonly ticket: number; readonly version: number }>();
  const versions = new Map<number, number>();
  const effects = schedule(pipeline, {
    workers: () => plan.workers,
    groupsInFlight: () => 1,
    step: plan.answer,
    learner: () => plan.learner,
    publication: () => plan.publication,
  });

  function perform(effect: Effect): StepOutcome | undefined {
    switch (effect.kind) {
      case 'begin':
        underWay.set(effect.worker, { ticket: effect.tickets[0]!, version: pipeline.version });
        return undefined;
      case 'advance': {
        const { ticket, version } = underWay.get(effect.worker)!;
        versions.set(ticket, version);
        return { finished: [{ ticket, lowestVersion: version, highestVersion: version }], active: false };
      }
      case 'update': {
        const lags = effect.tickets.map((ticket) => effect.version - versions.get(ticket)!);
        const { update, now: end, idle, period, tickets } = effect;
        history.push({ update: update + 1, end, idle, period, tickets, lags });
        for (const ticket of tickets) versions.delete(ticket);
        return undefined;
      }
      case 'finished':
      case 'dropped':
      case 'taken':
      case 'wait':
      case 'snapshot':
      case 'published':
      case 'stalled':
        return undefined;
    }
  }

  let outcome: StepOutcome | undefined;
  while (history.length < updates) {
    const effect = effects.next(outcome).value;
    if (effect.kind === 'stalled') break;
    outcome = perform(effect);
  }
  return history;
}

/** Share of the time of these updates that the learner waited. */
export function idleShare(history: readonly SimulatedUpdate[]): number {
  let idle = 0;
  let total = 0;
  for (const update of history) {
    idle += update.idle;
    total += update.period;
  }
  return idle / total;
}
