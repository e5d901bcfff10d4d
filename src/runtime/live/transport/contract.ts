/**
 * How threads reach one another: by shared memory (`shared.ts`) or by messages (`messages.ts`). The three roles
 * see the same interfaces either way.
 */
import type { Weights } from '../../actors/contract.ts';
import type { Claim, Command, Sample } from '../../memory/index.ts';
import type { WorkerState } from '../../session.ts';
import type { Sender } from '../link.ts';
import type { CoordinatorToWorker, SharedMemory, WorkerToCoordinator } from '../protocol.ts';
import type { Pulse, ThreadName } from '../watchdog.ts';

/** Samples that may be under way from one worker to the learner. A power of two. */
export const RING_SLOTS = 1024;
/** Frames that may wait for the page: a hidden page looks only once a minute. */
export const FRAME_PLACES = 2048;
/** A sleeping thread looks around, and shows that it lives, at least this often. */
export const NAP_MS = 500;

/** The coordinator's side. */
export interface Hub {
  readonly kind: 'shared' | 'messages';
  /** What a learner or a new worker has to be told to take part. */
  readonly memory: SharedMemory | null;
  /** Makes worker `worker` part of it. Returns the ring for its samples, where there is one. */
  attach(worker: number, link: Sender<CoordinatorToWorker>): SharedArrayBuffer | null;
  /** Tells a worker that was told to begin how things stand. */
  brief(worker: number): void;
  /** Lets a worker, which is to be ended, take no more tickets. */
  bar(worker: number): void;
  detach(worker: number): void;
  command(command: Command): void;
  /** Hands out a state of the run's clock. */
  clock(state: number): void;
  /** Says that settings of this revision were posted. */
  revise(revision: number): void;
  /** Makes these weights the newest; the parameters are taken over. */
  publish(weights: Weights): void;
  /** Lets no more tickets go and returns how many went since the beginning. */
  shut(): number;
  /** Lets `permits` tickets go. The gate is shut. */
  open(permits: number): void;
  state(worker: number): WorkerState;
  /** The signs of life of a thread. */
  pulse(thread: ThreadName): Pulse;
  /** The tickets that a worker took last. */
  claim(worker: number): Claim | undefined;
  /** Takes care of a message that only transport is concerned with; false if it is none. */
  handle(worker: number, message: WorkerToCoordinator): boolean;
  /** The learner took over samples of a worker. */
  taken(worker: number, count: number): void;
  /** The learner gave a sign of life, where it does so by a message. */
  learnerBeat(patience: number): void;
  /** Another thread is the learner now, and was told to begin. Returns the rings that it has to be told of. */
  newLearner(): ReadonlyMap<number, SharedArrayBuffer>;
}

/** A rollout worker's side. */
export interface RolloutTransport {
  command(): Command;
  /** Seconds of the run's clock. */
  seconds(): number;
  /** Version of the newest weights, −1 before the first. */
  newestVersion(): number;
  /** The newest weights; valid until the next call. */
  weights(): Weights | undefined;
  /** Takes up to `wanted` tickets, `batch` being the tickets of one update. */
  take(wanted: number, batch: number): Promise<readonly number[]>;
  /** Gives a sample to the learner. False = there is no room now; wait for it with `room`. */
  offer(sample: Sample): boolean;
  room(): Promise<void>;
  /** To be called before the learner is told of samples that were offered. */
  flush(): void;
  report(state: WorkerState): void;
  /** A sign of life. @param patience milliseconds of silence that may follow; 0 = unknown */
  beat(patience: number): void;
  /** A mark in time for `news`. */
  mark(): number;
  /** Resolves when anything was said to the workers since `mark`, or after a nap. */
  news(mark: number): Promise<void>;
  /** Lets messages in, where they are due. Cheap enough to be called at every token. */
  breathe(): Promise<void>;
}

/** The learner's side. */
export interface LearnerTransport {
  /** Seconds of the run's clock. */
  seconds(): number;
  /** Takes all samples over that have come. */
  drain(): void;
  /** A sign of life. @param patience milliseconds of silence that may follow; 0 = unknown */
  beat(patience: number): void;
  /** Sends a frame to the page; the record is taken over. */
  frame(record: Float64Array<ArrayBuffer>): void;
}
