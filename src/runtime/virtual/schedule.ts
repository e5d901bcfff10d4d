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

/** Numbers that may change while the schedule runs; asked for each time. Durations in seconds. */
export interface Plan {
  workers(): number;
  groupsInFlight(): number;
  /** One step (token) of a worker's batch; `batch` counts the worker's batches from 0. */
  step(worker: number, batch: number): number;
  learner(): number;
  publication(): number;
}

export interface FinishedVersions {
  readonly ticket: number;
  readonly lowestVersion: number;
  readonly highestVersion: number;
}

export type Effect =
  /** The worker takes the weights in force and begins to answer. */
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
  /** Seconds since the previous update ended, and how many of them the learner waited. */
  readonly period: number;
  readonly idle: number;
  /** Finished tickets left waiting when the update began. */
  readonly queueLength: number;
}

export interface StepOutcome {
  readonly finished: readonly FinishedVersions[];
  /** Whether answers of the batch are still under way. */
  readonly active: boolean;
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
  /** Per worker: whether it is busy, and how many batches it has begun. */
  const workers: { busy: boolean; batches: number }[] = [];
  /** When each publication under way will have arrived, oldest first. */
  const arrivals: number[] = [];
  let training: Training | undefined;
  let learnerFreeSince = 0;
  let now = 0;

  function* publish(): Generator<Effect, void, StepOutcome | undefined> {
    while (arrivals.length > 0 && arrivals[0]! <= now && pipeline.mayPublish()) {
      arrivals.shift();
      pipeline.published();
      yield { kind: 'published', now, version: pipeline.version };
    }
  }

  function* train(): Generator<Effect, void, StepOutcome | undefined> {
    if (training) return;
    const decision = pipeline.takeBatch();
    if (decision.dropped.length > 0) yield { kind: 'dropped', now, tickets: decision.dropped };
    if (decision.kind === 'wait') return;
    const seconds = plan.learner();
    const idle = now - learnerFreeSince;
    training = {
      tickets: decision.tickets,
      update: pipeline.update,
      version: pipeline.learnerVersion,
      period: idle + seconds,
      idle,
      queueLength: pipeline.ledger.queued,
    };
    events.push(now + seconds, { kind: 'trained' });
    yield { kind: 'taken', now, tickets: decision.tickets, until: now + seconds };
  }

  function* admit(): Generator<Effect, void, StepOutcome | undefined> {
    const count = plan.workers();
    while (workers.length < count) workers.push({ busy: false, batches: 0 });
    let { capacity } = pipeline.admission();
    if (capacity === 0) return;
    let idle = 0;
    for (let index = 0; index < count; index++) if (!workers[index]!.busy) idle++;
    for (let index = 0; index < count && capacity > 0; index++) {
      const worker = workers[index]!;
      if (worker.busy) continue;
      const share = Math.ceil(capacity / idle--);
      const tickets = pipeline.admit(Math.min(share, plan.groupsInFlight()));
      ({ capacity } = pipeline.admission());
      if (tickets.length === 0) continue;
      worker.busy = true;
      events.push(now + plan.step(index, worker.batches), { kind: 'step', worker: index });
      yield { kind: 'begin', now, worker: index, tickets };
    }
  }

  function* stepped(index: number): Generator<Effect, void, StepOutcome | undefined> {
    const outcome = yield { kind: 'advance', now, worker: index };
    if (!outcome) throw new Error('a step of a worker needs its outcome');
    for (const { ticket, lowestVersion, highestVersion } of outcome.finished) {
      pipeline.segmentDone(ticket, lowestVersion, highestVersion);
      pipeline.done(ticket);
    }
    const worker = workers[index]!;
    if (outcome.active) {
      events.push(now + plan.step(index, worker.batches), { kind: 'step', worker: index });
    } else {
      worker.busy = false;
      worker.batches++;
    }
    if (outcome.finished.length === 0) return;
    yield { kind: 'finished', now, worker: index, tickets: outcome.finished.map(({ ticket }) => ticket) };
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
    yield* publish();
    yield* train();
    yield* admit();
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
