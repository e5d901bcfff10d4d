/**
 * The pipeline as a state machine without a clock (design §3.5). Drivers tell it what happened and it answers
 * with decisions; it never waits, draws no random numbers and reads no time but the one it is told.
 *
 * The unit of admission is a *ticket*: one prompt with its group of answers. Tickets are numbered 0, 1, 2, …
 * in order of admission. Every ticket is in exactly one state, and the ledger counts them:
 * admitted = running + queued + training + trained + dropped + rejected + lost.
 */

import type { Experiment } from '../experiment/experiment.ts';

export interface PipelineSettings {
  /** Which of the numbers below count: see `rules.ts`. */
  readonly mode: Experiment['schedule']['mode'];
  /** η, in versions: of the bounded schedule, and the age beyond which the unbounded one counts a ticket as over-age. */
  readonly maxStaleness: number;
  /** k, in updates: of the exact schedule. */
  readonly exactLag: number;
  /** Of the periodic schedule: prompts ahead as a share of those of κ updates. */
  readonly carriedShare: number;
  /** M, in updates: of the schedule by stages. */
  readonly stageUpdates: number;
  /** In updates, per update: of the schedule that replays a record. */
  readonly lagTrace: readonly number[];
  /** Tickets consumed by one update. */
  readonly batchGroups: number;
  /** κ: updates per publication, of the bounded, unbounded and periodic schedules. */
  readonly publishEvery: number;
  /** Whether the learner trains on while its new weights are on their way, or waits until they are in force. */
  readonly publishMode: 'overlap' | 'blocking';
  readonly overAge: 'train' | 'drop' | 'wait';
  /** Which token of a ticket decides whether it is dropped: its oldest, or its newest. */
  readonly dropLevel: 'group' | 'sample';
  readonly refund: boolean;
  readonly order: 'oldest-done' | 'fifo' | 'newest';
  /** Finished tickets that may wait; Infinity = no bound, which the unbounded schedule does not allow. */
  readonly queueCapacity: number;
  /** Tickets that may be rejected for each batch that is taken; Infinity = no bound. */
  readonly rejectionLimit: number;
  /** Tickets that may run at once over all workers; Infinity = no bound. */
  readonly concurrency: number;
}

export type TicketState = 'running' | 'queued' | 'training' | 'trained' | 'dropped' | 'rejected' | 'lost';

export interface Ledger {
  readonly admitted: number;
  readonly running: number;
  readonly queued: number;
  readonly training: number;
  readonly trained: number;
  readonly dropped: number;
  readonly rejected: number;
  readonly lost: number;
}

/** Both sides of AReaL's inequality, for display: running + accepted ≤ (version + η + 1)·B·κ. */
export interface Admission {
  readonly used: number;
  /** Infinity under the unbounded schedule. */
  readonly bound: number;
  /** Tickets that may be admitted now; never negative. */
  readonly capacity: number;
  readonly limitedBy: 'staleness' | 'concurrency' | 'queue' | 'none';
}

/** A ticket under way, for display. */
export interface TicketView {
  readonly number: number;
  /** Lowest version among its tokens so far; the version in force when it was admitted, before any is known. */
  readonly lowestVersion: number;
}

/** The tickets under way, one by one. */
export interface PipelineView {
  readonly running: readonly TicketView[];
  /** Waiting tickets in the order in which the learner will take them, should no other come. */
  readonly queued: readonly TicketView[];
  readonly training: readonly TicketView[];
}

/** Why there is no batch yet: too few finished tickets, one that must be waited for, or weights under way. */
export type WaitReason = 'samples' | 'straggler' | 'publication';

/** What the learner may do when it asks for work. */
export type BatchDecision =
  | { readonly kind: 'batch'; readonly tickets: readonly number[]; readonly dropped: readonly number[] }
  | { readonly kind: 'wait'; readonly reason: WaitReason; readonly dropped: readonly number[] };

export interface Pipeline {
  readonly settings: PipelineSettings;
  /** Version in force at the workers: publications completed. The first weights are version 0. */
  readonly version: number;
  /** v_L, the version of the weights being trained: publications due, in force or still under way. */
  readonly learnerVersion: number;
  /** Updates finished so far. */
  readonly update: number;
  readonly ledger: Ledger;

  /** The tickets under way; the views are of this moment. Its cost grows with their number. */
  view(): PipelineView;
  configure(settings: PipelineSettings): void;
  admission(): Admission;
  /** Admits up to `count` tickets and returns their numbers, possibly none. */
  admit(count: number): readonly number[];
  /** Lowest and highest version among the ticket's tokens so far; called at least once before `done`. */
  segmentDone(ticket: number, lowestVersion: number, highestVersion: number): void;
  /** All answers of a ticket are complete. Returns false for a duplicate, which changes nothing. */
  done(ticket: number): boolean;
  /**
   * The ticket's answers are to be filtered out before the queue, which frees its admission slot. Returns false, and changes
   * nothing, where as many were rejected since the last batch as may be, or where the ticket is not running: then it is
   * `done` like any other.
   */
  rejected(ticket: number): boolean;
  /** The worker that ran the ticket is gone; frees its admission slot. Unknown or finished tickets: no effect. */
  lost(ticket: number): void;
  /**
   * The learner no longer has the samples of these finished tickets; `all` = it is gone, and with it all that
   * waited or was in training. They are lost and give their admission back, and what is left of a batch that was
   * in training waits again. Tickets that are not finished, or used already: no effect. Returns the lost ones.
   */
  samplesLost(tickets: readonly number[] | 'all'): readonly number[];
  /** Learner: give me a batch. Over-age tickets met on the way are dropped where the settings say so. */
  takeBatch(): BatchDecision;
  /** Learner: the batch taken last has been trained on. True = these weights are now to be published. */
  trained(): boolean;
  /**
   * Whether the newly trained weights may replace the published ones now. Schedules that prescribe ages hold them back
   * until every ticket that must be sampled from the present version has been.
   */
  mayPublish(): boolean;
  /** The new version is in force at the workers. */
  published(): void;
}
