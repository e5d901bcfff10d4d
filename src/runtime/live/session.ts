/**
 * A live session on the page: it makes and ends threads, passes commands on and events back. It decides nothing
 * about the run; the coordinator does.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { decodeFrame, FRAME_LENGTH, type Frame } from '../../telemetry/frame.ts';
import type { BatchDetails } from '../actors/batchDetails.ts';
import type { Capture } from '../lens/capture.ts';
import { Questions } from '../questions.ts';
import { MAX_WORKERS, TelemetryRingReader } from '../memory/index.ts';
import type { Fault, Session, SessionEvent } from '../session.ts';
import { checkLive, failure, RELOAD, SessionEvents } from '../sessionEvents.ts';
import { coordinatorToPage } from './boundary.ts';
import { Link } from './link.ts';
import type { CoordinatorToPage, Ending, PageToCoordinator, PageToThread, Stamp } from './protocol.ts';
import { browserThreads, type Thread, type Threads } from './threads.ts';
import { FRAME_PLACES } from './transport/contract.ts';

export interface LiveOptions {
  /** `messages` does without shared memory even where it is allowed. */
  readonly transport?: 'auto' | 'messages';
  /** Seconds that a thread may be silent when it cannot say how long it needs (`vitals.ts`). */
  readonly silence?: number;
  readonly threads?: Threads;
  /** Cores of the machine, which decide the automatic number of workers. */
  readonly cores?: number;
}

const SILENCE = 30;
let sessions = 0;

/**
 * Starts a live run of `experiment` at once. Events that happen before the first `subscribe` are kept for it.
 * Failures are events, not exceptions.
 */
export function startLiveSession(experiment: Experiment, options: LiveOptions = {}): Session {
  return new LiveSession(experiment, options);
}

/** The number of rollout workers: as set, or one less than there are cores, between 1 and 4. */
export function workerCount({ rollout }: Pick<Experiment, 'rollout'>, cores: number): number {
  if (rollout.workers > 0) return Math.min(rollout.workers, MAX_WORKERS);
  return Math.max(1, Math.min(4, cores - 1));
}

class LiveSession implements Session {
  readonly #run: string;
  readonly #threads: Threads;
  readonly #cores: number;
  readonly #coordinator: Thread;
  #learner: Thread;
  readonly #link: Link<PageToCoordinator, CoordinatorToPage>;
  readonly #workers = new Map<number, Thread>();
  readonly #retiring = new Set<number>();
  readonly #givenUp = new Set<number>();
  readonly #events = new SessionEvents();
  readonly #inspections = new Questions<readonly BatchDetails[]>([]);
  readonly #captures = new Questions<Capture | undefined>(undefined);
  #frames: Frame[] = [];
  #telemetry: TelemetryRingReader | undefined;
  #experiment: Experiment;
  #ended = false;
  /** Update of the newest frame. */
  #lastUpdate = 0;
  #onGpu = false;

  constructor(experiment: Experiment, { transport, silence, threads, cores }: LiveOptions) {
    this.#run = `live-${Date.now().toString(36)}-${++sessions}`;
    this.#threads = threads ?? browserThreads;
    this.#cores = cores ?? globalThis.navigator?.hardwareConcurrency ?? 2;
    this.#experiment = experiment;
    this.#events.emit({ kind: 'phase', phase: 'starting' });
    this.#coordinator = this.#threads.coordinator();
    this.#coordinator.onerror = (event) => this.#fail(`The coordinator stopped: ${messageOf(event)}`);
    this.#link = new Link(this.#coordinator, this.#run, coordinatorToPage, (message) => this.#hear(message));
    this.#learner = this.#makeLearner();
    const learner = this.#join(this.#learner, 0);
    this.#link.send(
      { kind: 'start', experiment, learner, transport: transport ?? 'auto', silence: silence ?? SILENCE },
      [learner],
    );
    this.#crew();
  }

  get experiment(): Experiment {
    return this.#experiment;
  }

  pause(): void {
    this.#link.send({ kind: 'pause' });
  }

  resume(): void {
    this.#link.send({ kind: 'resume' });
  }

  step(): void {
    this.#link.send({ kind: 'step' });
  }

  change(experiment: Experiment): void {
    checkLive(this.#experiment, experiment);
    this.#experiment = experiment;
    if (this.#ended) return;
    this.#link.send({ kind: 'change', experiment });
    this.#crew();
  }

  fault(fault: Fault): void {
    if (fault.kind === 'device' && !this.#onGpu) throw new Error('This engine has no GPU device to lose.');
    if (fault.kind !== 'terminate') this.#link.send({ kind: 'fault', fault });
    // Nobody is told: what is to be seen is how it is found out.
    else if (fault.thread === 'learner') this.#learner.terminate();
    else this.#workers.get(fault.thread)?.terminate();
  }

  inspect(): Promise<readonly BatchDetails[]> {
    return this.#inspections.ask(() => this.#link.send({ kind: 'inspect' }));
  }

  capture(): Promise<Capture | undefined> {
    return this.#captures.ask(() => this.#link.send({ kind: 'capture' }));
  }

  drain(): readonly Frame[] {
    this.#takeFrames();
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  stop(): Promise<void> {
    if (!this.#ended) {
      this.#end();
      this.#events.emit({ kind: 'phase', phase: 'stopped' });
    }
    return Promise.resolve();
  }

  #hear(message: CoordinatorToPage): void {
    if (this.#ended) return;
    switch (message.kind) {
      case 'event':
        if (message.event.kind === 'engine') this.#onGpu = message.event.descriptor.backend === 'webgpu';
        // Messages come while a hidden page's timers sleep, so the ring is emptied before it can run over.
        this.#takeFrames();
        this.#events.emit(message.event);
        if (message.event.kind === 'phase' && message.event.phase === 'failed') this.#end();
        return;
      case 'telemetry':
        this.#telemetry = new TelemetryRingReader(message.buffer, FRAME_LENGTH, FRAME_PLACES);
        return;
      case 'frame':
        this.#keepFrame(message.record);
        return;
      case 'inspection':
        this.#inspections.answer(message.batches);
        return;
      case 'captured':
        this.#captures.answer(message.capture ?? undefined);
        return;
      case 'end':
        this.#endWorker(message.worker, message.ending);
        return;
      case 'learner':
        // What was asked of the learner before is not answered any more.
        this.#inspections.forsake();
        this.#captures.forsake();
        this.#learner.onerror = null;
        this.#learner.terminate();
        this.#learner = this.#makeLearner();
        this.#pass(this.#learner, 0, message.port);
        return;
    }
  }

  #takeFrames(): void {
    this.#telemetry?.drain((record) => this.#keepFrame(record));
  }

  /** A learner that took another's place may tell the last frame once more. */
  #keepFrame(record: Float64Array): void {
    const frame = decodeFrame(record);
    if (frame.update <= this.#lastUpdate) return;
    this.#lastUpdate = frame.update;
    this.#frames.push(frame);
  }

  #makeLearner(): Thread {
    const thread = this.#threads.learner();
    thread.onerror = (event) =>
      this.#link.send({ kind: 'crashed', worker: 'learner', message: messageOf(event) });
    return thread;
  }

  /** Makes the workers as many as the experiment asks for. */
  #crew(): void {
    const wanted = workerCount(this.#experiment, this.#cores);
    for (let worker = 0; worker < MAX_WORKERS; worker++) {
      const there = this.#workers.has(worker);
      if (worker < wanted && !there && !this.#givenUp.has(worker)) this.#spawn(worker);
      if (worker >= wanted && there && !this.#retiring.has(worker)) {
        this.#retiring.add(worker);
        this.#link.send({ kind: 'retire', worker });
      }
    }
  }

  #spawn(worker: number): void {
    const thread = this.#threads.rollout(worker);
    thread.onerror = (event) => this.#link.send({ kind: 'crashed', worker, message: messageOf(event) });
    this.#workers.set(worker, thread);
    const port = this.#join(thread, worker);
    this.#link.send({ kind: 'attach', worker, port }, [port]);
  }

  #endWorker(worker: number, ending: Ending): void {
    this.#workers.get(worker)?.terminate();
    this.#workers.delete(worker);
    this.#retiring.delete(worker);
    if (ending === 'given up') this.#givenUp.add(worker);
    this.#link.send({ kind: 'gone', worker });
    this.#crew();
  }

  /** Connects a new thread to the coordinator. Returns the coordinator's end, which is to be sent there. */
  #join(thread: Thread, worker: number): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#pass(thread, worker, port2);
    return port1;
  }

  #pass(thread: Thread, worker: number, port: MessagePort): void {
    const message: PageToThread & Stamp = { kind: 'join', worker, port, run: this.#run };
    thread.postMessage(message, [port]);
  }

  #fail(message: string): void {
    if (this.#ended) return;
    this.#end();
    this.#events.emit(...failure(message, RELOAD));
  }

  #end(): void {
    this.#ended = true;
    this.#inspections.end();
    this.#captures.end();
    for (const thread of [this.#coordinator, this.#learner, ...this.#workers.values()]) {
      thread.onerror = null;
      thread.terminate();
    }
    this.#workers.clear();
  }
}

function messageOf(event: ErrorEvent): string {
  return event.message === undefined || event.message === ''
    ? 'its script could not be loaded'
    : event.message;
}
