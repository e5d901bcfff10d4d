/**
 * A session is a run as the page sees it, whatever drives it. The UI knows this file and no worker.
 * `startSession` in `live/` or `virtual/` makes one; a session is used once and never restarted.
 */
import type { Experiment } from '../experiment/experiment.ts';
import type { Field, SettingValue } from '../experiment/settings/index.ts';
import type { Admission, Ledger } from '../pipeline/contract.ts';
import type { EngineDescriptor, EngineMemory } from '../policy/engine.ts';
import type { Frame } from '../telemetry/frame.ts';
import type { LearnerSeconds, WorkerSeconds } from '../telemetry/pace.ts';
import type { LineEvent } from '../telemetry/timeline/index.ts';
import type { BatchDetails } from './actors/batchDetails.ts';
import type { Flow } from './flow.ts';
import type { Capture } from './lens/capture.ts';

export type Phase =
  | 'starting'
  | 'warm-start'
  | 'running'
  | 'paused'
  /** The update limit was reached; raising it and resuming goes on. */
  | 'finished'
  | 'stopped'
  | 'failed';

export interface Change {
  readonly field: Field;
  readonly from: SettingValue;
  readonly to: SettingValue;
}

export interface WorkerState {
  readonly worker: number;
  readonly activity: 'starting' | 'generating' | 'waiting' | 'blocked' | 'paused' | 'stopped' | 'lost';
  readonly version: number;
  /** Answers finished so far. */
  readonly samples: number;
  /** How long it generated, and how long it waited, since it began; as of `at`, on the run's clock. */
  readonly seconds: WorkerSeconds;
  readonly at: number;
  /** Live tensors of the worker's own engine, 0 for engines without. */
  readonly tensors: number;
  /** Of the worker's own engine: all of the WASM memory, or what its tensors hold. */
  readonly bytes: number;
}

export interface LearnerState extends EngineMemory {
  /** Bytes of weights that it keeps beside the engine: of past versions, and those that the run began with. */
  readonly kept: number;
  /** How long it was at what since its thread began. Shares of time are differences of two of these. */
  readonly seconds: LearnerSeconds;
}

export type SessionEvent =
  | { readonly kind: 'phase'; readonly phase: Phase }
  | {
      readonly kind: 'engine';
      readonly descriptor: EngineDescriptor;
      readonly parameters: number;
      readonly transport: 'shared' | 'messages' | 'one thread';
      /** Why this engine, in one sentence. */
      readonly reason: string;
    }
  | {
      readonly kind: 'warm-start';
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
      readonly kind: 'pipeline';
      readonly ledger: Ledger;
      readonly admission: Admission;
      readonly version: number;
      readonly update: number;
    }
  /** Where everything is now, a few times a second. */
  | { readonly kind: 'flow'; readonly flow: Flow }
  /** What happened on the line since the last such event, for the timeline; a few times a second. */
  | { readonly kind: 'line'; readonly events: readonly LineEvent[] }
  | { readonly kind: 'workers'; readonly workers: readonly WorkerState[]; readonly learner: LearnerState }
  /** Virtual runs only: hash of the whole history up to `update` (`virtual/fingerprint.ts`). */
  | { readonly kind: 'fingerprint'; readonly update: number; readonly value: string }
  /** Settings that took effect at the update that `update` names (the next frame's number). */
  | { readonly kind: 'changes'; readonly update: number; readonly changes: readonly Change[] }
  | {
      readonly kind: 'problem';
      readonly severity: 'note' | 'warning' | 'error';
      readonly message: string;
      readonly remedy: string;
    };

/**
 * A real fault, to be caused on purpose: by tests, and by a class that wants to see what happens then. `terminate`
 * ends the thread without a word, `throw` is an exception that nobody catches, `hang` a loop without end, `device`
 * destroys its GPU device, `nan` puts a NaN into the gradients of the learner's next so many updates.
 */
export type Fault =
  | {
      readonly kind: 'terminate' | 'throw' | 'hang' | 'device';
      /** A rollout worker by its number. */
      readonly thread: number | 'learner';
    }
  | { readonly kind: 'nan'; readonly updates: number };

export interface Session {
  readonly experiment: Experiment;
  pause(): void;
  resume(): void;
  /** While paused: exactly one more update. */
  step(): void;
  /** Applies live settings at the next update. Changes of reset settings are an error of the caller. */
  change(experiment: Experiment): void;
  /** Frames that came since the last call, oldest first. */
  drain(): readonly Frame[];
  subscribe(listener: (event: SessionEvent) => void): () => void;
  /** Causes a fault; only where there are threads that can have one. @throws Error where it cannot happen */
  fault?(fault: Fault): void;
  /**
   * The last batches as they were trained on, newest first; empty before the first and after the end. Nothing is
   * computed for it unless it is called.
   */
  inspect(): Promise<readonly BatchDetails[]>;
  /**
   * A batch with what any method reads of it. While the run goes on it is the next update's, computed beside it, and the
   * answer comes with that update; at rest it is the last update's, complete where that was captured, and the next update is
   * captured too. Undefined where there was no update yet, after the end, and where the learner is lost. The answer belongs to
   * those who asked before it came, who share it.
   */
  capture(): Promise<Capture | undefined>;
  /** Virtual runs: seconds of the run's clock per second; Infinity, the default, is as fast as the computer can. */
  setSpeed?(speed: number): void;
  /** Virtual runs, while paused: exactly one more event. */
  stepEvent?(): void;
  /** Ends all threads. Resolves when they are gone. */
  stop(): Promise<void>;
}
