/**
 * The whole worker protocol. The threads form a star: page, learner and rollout workers each talk to the
 * coordinator and to nobody else, so that what was sent first is seen first. `boundary.ts` checks every message
 * where it arrives; `link.ts` adds the run's id and drops what belongs to another run.
 *
 * Messages marked † exist only where threads may not share memory; else shared memory does their work.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { EngineDescriptor, EngineMemory } from '../../policy/engine.ts';
import type { LearnerSeconds, WorkerSeconds } from '../../telemetry/pace.ts';
import type { BatchDetails } from '../actors/batchDetails.ts';
import type { Gathered, Past } from '../actors/learnerMemory.ts';
import type { Capture } from '../lens/capture.ts';
import type { Command } from '../memory/index.ts';
import type { Fault, SessionEvent, WorkerState } from '../session.ts';
import type { LearnerStretch } from './lineLog.ts';

/** On every message, beside what is listed here. */
export interface Stamp {
  readonly run: string;
}

export interface SharedMemory {
  readonly control: SharedArrayBuffer;
  readonly board: SharedArrayBuffer;
  readonly telemetry: SharedArrayBuffer;
}

/** What a learner waits for: leave to make one more warm-start update, or a batch. */
export type Stage = 'warm-start' | 'update';

/** What a new learner needs to go on where the last one was lost. */
export interface Resume {
  /** Updates behind the parameters. */
  readonly update: number;
  readonly parameters: Float32Array;
  /** The last that was handed in, possibly some updates older; null = none was, moments begin at 0. */
  readonly gathered: Gathered | null;
  readonly past: Past;
  /** The frame of that update; null before the first. */
  readonly frame: Float64Array | null;
  /** Whether that update still has to be concluded: evaluated where it is due, and its frame told. */
  readonly unconcluded: boolean;
}

/** Why a worker's thread is to be ended. Only `replace` is followed by a new one. */
export type Ending = 'retired' | 'replace' | 'given up';

export type PageToCoordinator =
  | {
      readonly kind: 'start';
      readonly experiment: Experiment;
      readonly learner: MessagePort;
      /** `auto` shares memory where the page may. */
      readonly transport: 'auto' | 'messages';
      /** Seconds that a thread may be silent when it cannot say how long it needs. */
      readonly silence: number;
    }
  | { readonly kind: 'attach'; readonly worker: number; readonly port: MessagePort }
  /** The worker's thread has ended. */
  | { readonly kind: 'gone'; readonly worker: number }
  /** A worker, or the learner, threw where it could not say so itself. */
  | { readonly kind: 'crashed'; readonly worker: number | 'learner'; readonly message: string }
  | { readonly kind: 'retire'; readonly worker: number }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'step' }
  | { readonly kind: 'change'; readonly experiment: Experiment }
  /** Asks for `inspection`. */
  | { readonly kind: 'inspect' }
  /** Asks for `captured`. */
  | { readonly kind: 'capture' };

export type CoordinatorToPage =
  | { readonly kind: 'event'; readonly event: SessionEvent }
  | { readonly kind: 'telemetry'; readonly buffer: SharedArrayBuffer }
  /** † One encoded frame. */
  | { readonly kind: 'frame'; readonly record: Float64Array }
  | Inspection
  | Captured
  | { readonly kind: 'end'; readonly worker: number; readonly ending: Ending }
  /** The learner's thread is to be ended, and a new one made that gets this port. */
  | { readonly kind: 'learner'; readonly port: MessagePort };

/** The first message to a learner's or a worker's thread; all others come through `port`. */
export type PageToThread = { readonly kind: 'join'; readonly worker: number; readonly port: MessagePort };

/** Why answers will not be used. */
export type Forgotten = 'age' | 'filter' | 'loss';

export type CoordinatorToLearner =
  | {
      readonly kind: 'begin';
      readonly experiment: Experiment;
      readonly memory: SharedMemory | null;
      /** Null = from the beginning. */
      readonly resume: Resume | null;
      /** A GPU was lost in this run. */
      readonly withoutGpu: boolean;
    }
  /** Leave for one warm-start update. */
  | { readonly kind: 'proceed' }
  | {
      readonly kind: 'batch';
      readonly tickets: readonly number[];
      /** v_L */
      readonly version: number;
      /** Updates finished before this one. */
      readonly update: number;
      readonly experiment: Experiment;
      readonly revision: number;
      /** Finished tickets that wait, the oldest version among them, and tickets dropped since the run began. */
      readonly queued: number;
      readonly oldest: number | null;
      readonly dropped: number;
      /** Tickets that dynamic sampling rejected since the run began. */
      readonly rejected: number;
      /** No token that is still to come is older than this version. */
      readonly oldestToCome: number;
      /** How all rollout workers together have spent the run's time. */
      readonly workers: WorkerSeconds;
      /** Seconds of the wait for this batch in which the learner was held by its own publication. */
      readonly held: number;
    }
  /** The update counts. */
  | { readonly kind: 'credited' }
  /** The answers of these tickets will not be used: they were dropped for age, rejected, or lost. */
  | { readonly kind: 'forget'; readonly tickets: readonly number[]; readonly because: Forgotten }
  | { readonly kind: 'ring'; readonly worker: number; readonly ring: SharedArrayBuffer }
  | { readonly kind: 'fault'; readonly fault: Fault }
  /** Asks for `inspection`. */
  | { readonly kind: 'inspect' }
  /** Asks for `captured`: of the next update, or at once where the run rests. */
  | { readonly kind: 'capture'; readonly resting: boolean }
  /** † */
  | SamplesMessage
  /** † */
  | ClockMessage;

/** What learner and workers say alike. */
export type ThreadMessage =
  /** The thread holds this lock for as long as it lives (`lifeline.ts`). */
  | { readonly kind: 'alive'; readonly lock: string }
  /** It cannot go on; `device` = because its GPU device was lost. */
  | { readonly kind: 'failed'; readonly message: string; readonly device: boolean }
  /** † A sign of life. @see vitals.ts */
  | { readonly kind: 'beat'; readonly patience: number };

export type LearnerToCoordinator =
  | ThreadMessage
  | {
      readonly kind: 'engine';
      readonly descriptor: EngineDescriptor;
      readonly parameters: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'progress';
      readonly update: number;
      readonly of: number;
      readonly loss: number;
      readonly cached: boolean;
    }
  | {
      readonly kind: 'accuracy';
      readonly stage: 'init' | 'warm' | 'update';
      readonly update: number;
      readonly value: number;
    }
  | {
      readonly kind: 'ready';
      readonly stage: Stage;
      readonly memory: EngineMemory;
      /** Bytes of weights that are kept beside the engine. */
      readonly kept: number;
      readonly seconds: LearnerSeconds;
      /** What it was at since it told last. */
      readonly stretches: readonly LearnerStretch[];
    }
  /** Of a restarted learner: it does not have the samples of these tickets of its batch, and takes another batch. */
  | { readonly kind: 'missing'; readonly tickets: readonly number[] }
  /** An update is done: all that another learner would need to go on from it. */
  | {
      readonly kind: 'trained';
      readonly applied: boolean;
      readonly parameters: Float32Array;
      /** Null = not read this time. */
      readonly gathered: Gathered | null;
      /** The oldest version whose weights the learner keeps. */
      readonly oldestKept: number;
      /** Tokens whose own weights were asked for but are not kept any more. */
      readonly unkept: number;
      readonly frame: Float64Array;
      /** What it was at since it told last: the wait for this batch, and training on it. */
      readonly stretches: readonly LearnerStretch[];
    }
  | Inspection
  | Captured
  /** The weights that the run begins with. */
  | { readonly kind: 'weights'; readonly parameters: Float32Array }
  /** † Samples of this worker that were taken over. */
  | { readonly kind: 'taken'; readonly worker: number; readonly count: number }
  /** † */
  | { readonly kind: 'frame'; readonly record: Float64Array };

export type CoordinatorToWorker =
  | {
      readonly kind: 'begin';
      readonly experiment: Experiment;
      readonly revision: number;
      readonly memory: SharedMemory | null;
      readonly ring: SharedArrayBuffer | null;
      /** A GPU was lost in this run. */
      readonly withoutGpu: boolean;
    }
  | { readonly kind: 'settings'; readonly experiment: Experiment; readonly revision: number }
  /** Finish what is under way and say `retired`. */
  | { readonly kind: 'retire' }
  | { readonly kind: 'fault'; readonly fault: Fault }
  /** † */
  | { readonly kind: 'command'; readonly command: Command }
  /** † There may be tickets. */
  | { readonly kind: 'wake' }
  /** † */
  | {
      readonly kind: 'weights';
      readonly version: number;
      readonly update: number;
      readonly parameters: Float32Array;
    }
  /** † Answer to `want`, possibly none. */
  | { readonly kind: 'tickets'; readonly from: number; readonly count: number }
  /** † The learner took this many samples over. */
  | { readonly kind: 'room'; readonly count: number }
  /** † */
  | ClockMessage;

/** `at` is when, on the run's clock as the worker reads it. */
export type WorkerToCoordinator =
  | ThreadMessage
  | {
      readonly kind: 'begun';
      readonly tickets: readonly number[];
      readonly version: number;
      readonly at: number;
    }
  /** It has read the prompts that it began with, and writes from here on. */
  | { readonly kind: 'writing'; readonly at: number }
  /** It took newer weights in the middle of its answers. */
  | { readonly kind: 'swapped'; readonly version: number; readonly at: number }
  /**
   * All answers of these tickets are with the learner; `at` is when the last of them was written, and `rest` says whether
   * the worker has nothing under way any more. Versions are of their tokens, ticket by ticket; those that are `filtered`
   * dynamic sampling is to reject.
   */
  | {
      readonly kind: 'done';
      readonly tickets: readonly number[];
      readonly at: number;
      readonly rest: boolean;
      readonly filtered: readonly boolean[];
      readonly lowest: readonly number[];
      readonly highest: readonly number[];
    }
  | { readonly kind: 'retired' }
  /** † */
  | { readonly kind: 'want'; readonly count: number }
  /** † */
  | { readonly kind: 'report'; readonly state: WorkerState }
  /** † */
  | SamplesMessage;

/** Answer to `inspect`: the last batches, newest first. */
export interface Inspection {
  readonly kind: 'inspection';
  readonly batches: readonly BatchDetails[];
}

/** Answer to `capture`; null = there is none. */
export interface Captured {
  readonly kind: 'captured';
  readonly capture: Capture | null;
}

/** † `count` records of `memory/sampleLayout.ts`, one after another. */
export interface SamplesMessage {
  readonly kind: 'samples';
  readonly worker: number;
  readonly count: number;
  readonly records: ArrayBuffer;
}

/** † A state of `clock.ts`. */
export interface ClockMessage {
  readonly kind: 'clock';
  readonly state: number;
}
