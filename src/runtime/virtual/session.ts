/** A virtual session on the page: one worker that plays the run. Commands go in, events and frames come out. */
import type { Experiment } from '../../experiment/experiment.ts';
import { decodeFrame, type Frame } from '../../telemetry/frame.ts';
import type { BatchDetails } from '../actors/index.ts';
import { onEndOf } from '../live/lifeline.ts';
import { Link } from '../live/link.ts';
import type { Thread } from '../live/threads.ts';
import type { Capture } from '../lens/capture.ts';
import { Questions } from '../questions.ts';
import type { Session, SessionEvent } from '../session.ts';
import { checkLive, failure, RELOAD, SessionEvents } from '../sessionEvents.ts';
import { type PageToRun, runToPage, type RunToPage } from './protocol.ts';
import type { Replay } from './script.ts';

const browserThread = (): Thread =>
  new Worker(new URL('./virtual.worker.ts', import.meta.url), { type: 'module', name: 'virtual run' });

/** Milliseconds within which a run that is told to stop must have ended; then its thread is terminated. */
const PATIENCE_MS = 500;

let sessions = 0;

/**
 * Starts a run of `experiment` on the virtual clock at once. Events that happen before the first `subscribe` are
 * kept for it. Failures are events, not exceptions.
 * @param replay a recorded run of this experiment to be played again; it pauses where that is to end, and is broken off
 *   by any change of a setting
 * @param thread for tests: makes the run's thread
 */
export function startVirtualSession(
  experiment: Experiment,
  replay?: Replay,
  thread: () => Thread = browserThread,
): Session {
  return new VirtualSession(experiment, replay ?? null, thread());
}

class VirtualSession implements Session {
  readonly #thread: Thread;
  readonly #link: Link<PageToRun, RunToPage>;
  readonly #events = new SessionEvents();
  readonly #inspections = new Questions<readonly BatchDetails[]>([]);
  readonly #captures = new Questions<Capture | undefined>(undefined);
  #frames: Frame[] = [];
  #experiment: Experiment;
  /** Whether the thread is gone. */
  #ended = false;
  #onEnd: (() => void) | undefined;

  constructor(experiment: Experiment, replay: Replay | null, thread: Thread) {
    this.#experiment = experiment;
    this.#thread = thread;
    thread.onerror = (event) => this.#crash(event.message || 'its script could not be loaded');
    const run = `virtual-${Date.now().toString(36)}-${++sessions}`;
    this.#link = new Link(thread, run, runToPage, (message) => this.#hear(message));
    this.#events.emit({ kind: 'phase', phase: 'starting' });
    this.#link.send({ kind: 'start', experiment, replay });
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

  setSpeed(speed: number): void {
    this.#link.send({ kind: 'speed', speed });
  }

  stepEvent(): void {
    this.#link.send({ kind: 'step-event' });
  }

  inspect(): Promise<readonly BatchDetails[]> {
    return this.#inspections.ask(() => this.#link.send({ kind: 'inspect' }));
  }

  capture(): Promise<Capture | undefined> {
    return this.#captures.ask(() => this.#link.send({ kind: 'capture' }));
  }

  change(experiment: Experiment): void {
    checkLive(this.#experiment, experiment);
    this.#experiment = experiment;
    this.#link.send({ kind: 'change', experiment });
  }

  drain(): readonly Frame[] {
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  async stop(): Promise<void> {
    if (this.#ended) return;
    this.#link.send({ kind: 'stop' });
    await new Promise<void>((resolve) => {
      this.#onEnd = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
    this.#end();
    this.#events.emit({ kind: 'phase', phase: 'stopped' });
  }

  #hear(message: RunToPage): void {
    switch (message.kind) {
      case 'alive':
        onEndOf(message.lock, () => this.#crash('its thread ended'));
        return;
      case 'event':
        this.#events.emit(message.event);
        return;
      case 'frame':
        this.#frames.push(decodeFrame(message.record));
        return;
      case 'inspection':
        this.#inspections.answer(message.batches);
        return;
      case 'captured':
        this.#captures.answer(message.capture ?? undefined);
        return;
      case 'ended':
        this.#end();
        return;
    }
  }

  #crash(message: string): void {
    if (this.#ended) return;
    this.#end();
    this.#events.emit(...failure(`The run stopped: ${message}`, RELOAD));
  }

  #end(): void {
    this.#ended = true;
    this.#inspections.end();
    this.#captures.end();
    this.#thread.onerror = null;
    this.#thread.terminate();
    this.#onEnd?.();
  }
}
