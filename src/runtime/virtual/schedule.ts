/**
 * The virtual clock: who does what when, given how long everything takes. It drives a pipeline on simulated
 * time and knows no model.
 *
 * It is a generator. It yields *effects*, the things that really have to be done, in order of simulated time,
 * and is told their outcome. A run does them with real models (`run.ts`); a study of the schedule alone
 * answers without any (`simulate.ts`). Equal plans and answers give equal effects, to the last bit.
 *
 * - Each worker answers up to `groupsInFlight` tickets side by side, one token of all of them a step, and
 *   takes new ones when all are finished. Tickets that may be admitted are shared out among the idle workers.
 * - The learner takes a batch as soon as the pipeline gives one and is busy for `learner()` seconds.
 * - New weights come into force `publication()` seconds after their update, in order, beside all other work.
 * - Between two moments at which something happens it yields `wait`, so that a driver may let real time pass.
 */
import type { Pipeline } from '../../pipeline/contract.ts';
import { EventQueue } from './eventQueue.ts';

/** A worker's step: one more token of every answer that it has under way. */
export interface WorkerStep {
  readonly worker: number;
  /** Counts the worker's batches from 0. */
  readonly batch: number;
  /** The tickets of that batch. */
  readonly tickets: readonly number[];
  /** Answers still under way. */
  readonly answers: number;
  /** Tokens that have to be read before this one can be written: new prompts, or all of it under new weights. */
  readonly prefill: number;
}

/** Numbers that may change while the schedule runs; asked for each time. Durations in seconds. */
export interface Plan {
  workers(): number;
  groupsInFlight(): number;
  step(step: WorkerStep): number;
  /** An update on so many tokens. */
  learner(tokens: number): number;
  publication(): number;
}

export interface FinishedVersions {
  readonly ticket: number;
  readonly lowestVersion: number;
  readonly highestVersion: number;
  /** Of all answers, prompts included; 0 where nobody counts. */
  readonly tokens: number;
  /** Dynamic sampling is to reject it. */
  readonly filtered: boolean;
}

export type Effect =
  /** The worker takes the weights in force and begins to answer. To be answered with what is under way then. */
  | {
      readonly kind: 'begin';
      readonly now: number;
      readonly worker: number;
      readonly tickets: readonly number[];
    }
  /** The worker's step ends now. To be answered with a `StepOutcome`. */
  | { readonly kind: 'advance'; readonly now: number; readonly worker: number }
  /** The worker's step ended these tickets, which wait for the learner from now on. */
  | {
      readonly kind: 'finished';
      readonly now: number;
      readonly worker: number;
      readonly tickets: readonly number[];
    }
  /** The worker's step ended these tickets too, which dynamic sampling rejects; it comes before `finished`. */
  | {
      readonly kind: 'rejected';
      readonly now: number;
      readonly worker: number;
      readonly tickets: readonly number[];
    }
  | { readonly kind: 'dropped'; readonly now: number; readonly tickets: readonly number[] }
  /** The learner begins to train on these tickets, which ends at `until`. */
  | {
      readonly kind: 'taken';
      readonly now: number;
      readonly tickets: readonly number[];
      readonly until: number;
    }
  /** An update ends now. */
  | ({ readonly kind: 'update'; readonly now: number; readonly tickets: readonly number[] } & UpdateTimes)
  /** The learner's present weights are to become this version, not before `arrives`. */
  | {
      readonly kind: 'snapshot';
      readonly now: number;
      readonly version: number;
      readonly update: number;
      readonly arrives: number;
    }
  | { readonly kind: 'published'; readonly now: number; readonly version: number }
  /** Nothing is under way and nothing may begin: only other settings can help. */
  /** All that happens now has happened; the next thing happens at `until`. */
  | { readonly kind: 'wait'; readonly now: number; readonly until: number }
  | { readonly kind: 'stalled'; readonly now: number };

export interface UpdateTimes {
  /** Updates finished before this one. */
  readonly update: number;
  /** v_L while it was trained. */
  readonly version: number;
  /** Seconds since the previous update ended; how many of them the learner waited, and for its own publication. */
  readonly period: number;
  readonly idle: number;
  readonly publishing: number;
  /** Finished tickets left waiting when the update began. */
  readonly queueLength: number;
}

export interface StepOutcome {
  readonly finished: readonly FinishedVersions[];
  /** Answers of the batch that are still under way. */
  readonly answers: number;
  /** @see WorkerStep */
  readonly prefill: number;
}

type Event =
  | { readonly kind: 'step'; readonly worker: number }
  | { readonly kind: 'trained' }
  | { readonly kind: 'arrived' };

interface Training extends UpdateTimes {
  readonly tickets: readonly number[];
}

/** Runs for ever; the caller stops asking. */
export function* schedule(pipeline: Pipeline, plan: Plan): Generator<Effect, never, StepOutcome | undefined> {
  const events = new EventQueue<Event>();
  /** Per worker: the tickets of its batch, none while it is idle, and how many batches it has ended. */
  const workers: { tickets: readonly number[]; batches: number }[] = [];
  /** Of finished tickets, where anybody counts them. */
  const tokens = new Map<number, number>();
  /** When each publication under way will have arrived, oldest first. */
  const arrivals: number[] = [];
  let training: Training | undefined;
  let learnerFreeSince = 0;
  /** Until when the learner was held by a publication of its own. */
  let heldUntil = 0;
  let now = 0;

  function* publish(): Generator<Effect, void, StepOutcome | undefined> {
    while (arrivals.length > 0 && arrivals[0]! <= now && pipeline.mayPublish()) {
      arrivals.shift();
      pipeline.published();
      if (pipeline.settings.publishMode === 'blocking') heldUntil = now;
      yield { kind: 'published', now, version: pipeline.version };
    }
  }

  function* train(): Generator<Effect, void, StepOutcome | undefined> {
    const decision = pipeline.takeBatch();
    if (decision.dropped.length > 0) {
      for (const ticket of decision.dropped) tokens.delete(ticket);
      yield { kind: 'dropped', now, tickets: decision.dropped };
    }
    if (decision.kind === 'wait') return;
    let size = 0;
    for (const ticket of decision.tickets) {
      size += tokens.get(ticket) ?? 0;
      tokens.delete(ticket);
    }
    const seconds = plan.learner(size);
    const gap = now - learnerFreeSince;
    const publishing = Math.max(0, heldUntil - learnerFreeSince);
    training = {
      tickets: decision.tickets,
      update: pipeline.update,
      version: pipeline.learnerVersion,
      period: gap + seconds,
      idle: gap - publishing,
      publishing,
      queueLength: pipeline.ledger.queued,
    };
    events.push(now + seconds, { kind: 'trained' });
    yield { kind: 'taken', now, tickets: decision.tickets, until: now + seconds };
  }

  function* admit(): Generator<Effect, void, StepOutcome | undefined> {
    const count = plan.workers();
    while (workers.length < count) workers.push({ tickets: [], batches: 0 });
    let { capacity } = pipeline.admission();
    let idle = 0;
    for (let index = 0; index < count; index++) if (workers[index]!.tickets.length === 0) idle++;
    for (let index = 0; index < count && capacity > 0; index++) {
      const worker = workers[index]!;
      if (worker.tickets.length > 0) continue;
      const share = Math.ceil(capacity / idle--);
      const tickets = pipeline.admit(Math.min(share, plan.groupsInFlight()));
      ({ capacity } = pipeline.admission());
      if (tickets.length === 0) continue;
      worker.tickets = tickets;
      goOn(index, yield { kind: 'begin', now, worker: index, tickets });
    }
  }

  /** The worker writes one more token, from now on. */
  function goOn(index: number, outcome: StepOutcome | undefined): void {
    if (!outcome) throw new Error('what a worker began or did needs its outcome');
    const { tickets, batches: batch } = workers[index]!;
    const { answers, prefill } = outcome;
    const seconds = plan.step({ worker: index, batch, tickets, answers, prefill });
    events.push(now + seconds, { kind: 'step', worker: index });
  }

  function* stepped(index: number): Generator<Effect, void, StepOutcome | undefined> {
    const outcome = yield { kind: 'advance', now, worker: index };
    if (!outcome) throw new Error('a step of a worker needs its outcome');
    const ended: number[] = [];
    const rejected: number[] = [];
    for (const { ticket, lowestVersion, highestVersion, filtered, tokens: size } of outcome.finished) {
      pipeline.segmentDone(ticket, lowestVersion, highestVersion);
      if (filtered && pipeline.rejected(ticket)) rejected.push(ticket);
      else {
        ended.push(ticket);
        if (pipeline.done(ticket) && size > 0) tokens.set(ticket, size);
      }
    }
    if (outcome.answers > 0) goOn(index, outcome);
    else {
      const worker = workers[index]!;
      worker.tickets = [];
      worker.batches++;
    }
    if (rejected.length > 0) yield { kind: 'rejected', now, worker: index, tickets: rejected };
    if (ended.length > 0) yield { kind: 'finished', now, worker: index, tickets: ended };
  }

  function* trained(): Generator<Effect, void, StepOutcome | undefined> {
    if (!training) throw new Error('no update is under way');
    const update = training;
    training = undefined;
    learnerFreeSince = now;
    const due = pipeline.trained();
    yield { kind: 'update', now, ...update };
    if (!due) return;
    const arrives = Math.max(now + plan.publication(), arrivals.at(-1) ?? 0);
    arrivals.push(arrives);
    events.push(arrives, { kind: 'arrived' });
    yield { kind: 'snapshot', now, version: pipeline.learnerVersion, update: pipeline.update, arrives };
  }

  for (;;) {
    if (arrivals.length > 0) yield* publish();
    if (!training) yield* train();
    if (pipeline.admission().capacity > 0) yield* admit();
    const next = events.pop();
    if (!next) {
      yield { kind: 'stalled', now };
      continue;
    }
    if (next.time > now) yield { kind: 'wait', now, until: next.time };
    now = next.time;
    switch (next.event.kind) {
      case 'step':
        yield* stepped(next.event.worker);
        break;
      case 'trained':
        yield* trained();
        break;
      case 'arrived':
        break;
    }
  }
}
