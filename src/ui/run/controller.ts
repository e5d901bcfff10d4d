/**
 * The only place that owns a session. It lives at module level, outside React, so that no effect can start or
 * lose a thread; components call its methods (through actions) and read the stores that it writes.
 *
 * One tick, at most five times a second, drains the session's frames into the run and announces what came.
 * Not its business: how anything looks, the address bar, which experiment is a good idea.
 */
import { createStore } from 'zustand/vanilla';
import type { Experiment } from '../../experiment/experiment.ts';
import { differences, needsReset, settingOf, withValue } from '../../experiment/fields.ts';
import { checkRules } from '../../experiment/schema.ts';
import type { Field, SettingValue } from '../../experiment/settings/index.ts';
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';
import type { Capture } from '../../runtime/lens/capture.ts';
import type { Fault, Session, SessionEvent } from '../../runtime/session.ts';
import type { Replay } from '../../runtime/virtual/script.ts';
import { type RunRecord, upTo } from '../../telemetry/record/index.ts';
import { put } from '../state/fields.ts';
import { baseOf, experimentStore } from '../state/experimentStore.ts';
import {
  idleSession,
  isActive,
  isAlive,
  reportProblem,
  sessionStore,
  type SessionState,
} from '../state/sessionStore.ts';
import { Recording } from './recording.ts';
import { RunStore, type RunView } from './runView.ts';

export const TICK_MS = 200;
/** How long slider movements are gathered before they are sent to the session. */
const GATHER_MS = 40;
/** What "Continue" adds when the experiment itself has no limit to go by. */
const MORE_UPDATES = 100;

export interface ControllerParts {
  readonly start: (experiment: Experiment, replay?: Replay) => Session | Promise<Session>;
  /** Calls `tick` again and again until the returned function is called. */
  readonly repeat: (tick: () => void, milliseconds: number) => () => void;
  readonly later: (task: () => void, milliseconds: number) => void;
}

export interface Runs {
  readonly current: RunView;
  /** The run before, drawn faint behind the current one. */
  readonly previous: RunView | undefined;
}

const browserParts: Omit<ControllerParts, 'start'> = {
  repeat: (tick, milliseconds) => {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
  later: (task, milliseconds) => {
    setTimeout(task, milliseconds);
  },
};

export class Controller {
  #run = new RunStore(experimentStore.getState().draft);
  readonly runs = createStore<Runs>(() => ({ current: this.#run, previous: undefined }));
  readonly #parts: ControllerParts;
  #session: Session | undefined;
  #release: (() => void) | undefined;
  /** Resolves when the threads of the session before are gone. */
  #ending: Promise<void> = Promise.resolve();
  /** Raised whenever a session begins or ends, so that late answers of an older one are recognised. */
  #turn = 0;
  #pending: Partial<SessionState> = {};
  #changeDue = false;
  #pauseAtStart = false;
  #speed = Infinity;
  readonly #recording = new Recording();

  constructor(parts: Pick<ControllerParts, 'start'> & Partial<ControllerParts>) {
    this.#parts = { ...browserParts, ...parts };
  }

  /** Starts, resumes, or goes on beyond a limit that was reached. */
  run(): void {
    const { phase } = sessionStore.getState();
    if (!isAlive(phase)) void this.#begin(false);
    else if (phase === 'finished') this.#goOn();
    else this.#resume();
  }

  pause(): void {
    this.#session?.pause();
  }

  /** One update: pauses a run first, and starts one that pauses before its first update where there is none. */
  step(): void {
    const { phase } = sessionStore.getState();
    if (phase === 'paused') {
      this.#sendChange();
      this.#session?.step();
    } else if (isAlive(phase)) this.#session?.pause();
    else void this.#begin(true);
  }

  /** Causes a real fault in the run. @throws Error where there is no run that can have it */
  fault(fault: Fault): void {
    if (this.#session?.fault === undefined) throw new Error('There is no live run to break.');
    this.#session.fault(fault);
  }

  /** Virtual runs: one event; like `step` where there is nothing to go on with. */
  stepEvent(): void {
    const { phase } = sessionStore.getState();
    if (phase === 'paused') this.#session?.stepEvent?.();
    else this.step();
  }

  /** Virtual runs, this one and those to come: seconds of the run's clock per second. */
  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#session?.setSpeed?.(speed);
  }

  /** The last batches as they were trained on, newest first. */
  inspect(): Promise<readonly BatchDetails[]> {
    return this.#session?.inspect() ?? Promise.resolve([]);
  }

  /** A batch with what any method reads of it (`Session.capture`). */
  capture(): Promise<Capture | undefined> {
    return this.#session?.capture() ?? Promise.resolve(undefined);
  }

  /** The run so far, to be saved or played again; undefined where nothing was trained. */
  record(): RunRecord | undefined {
    this.#tick();
    return this.#recording.record();
  }

  /** Shows a recorded run, at rest. */
  open(record: RunRecord): void {
    this.reset();
    experimentStore.setState({ draft: record.experiment });
    const { previous } = this.runs.getState();
    this.#run = RunStore.of(record);
    this.runs.setState({ current: this.#run, previous });
    this.#recording.opened(record);
  }

  /**
   * Plays a recorded run again, on the virtual clock, and pauses after so many updates: from there it is another run,
   * drawn over the recorded one.
   */
  replay(record: RunRecord, until: number): void {
    experimentStore.setState({ draft: withValue(record.experiment, 'run.clock', 'virtual') });
    void this.#begin(false, { changes: upTo(record, until).changes, until });
    this.#recording.follows(record, until);
  }

  /** Ends the session; what it showed becomes the previous run. */
  reset(): void {
    this.#end();
    this.#recording.begin();
    this.#newRun();
    sessionStore.setState(({ problems }) => ({ ...idleSession, problems }));
  }

  /** Ends the session and starts one with what the controls show. */
  restart(): void {
    this.reset();
    void this.#begin(false);
  }

  /** Changes one control. A live setting reaches the session at its next update, others wait for a reset. */
  set(field: Field, value: SettingValue): void {
    const { draft, running } = experimentStore.getState();
    experimentStore.setState({ draft: put(draft, field, value) });
    if (running === undefined || settingOf(field).effect !== 'live') return;
    this.#change(put(running, field, value));
  }

  /** Takes another seed. A run begins again with it; a page at rest stays at rest. */
  reseed(seed: number): void {
    const wasActive = isActive(sessionStore.getState().phase);
    experimentStore.setState(({ draft }) => ({ draft: put(draft, 'run.seed', seed) }));
    if (experimentStore.getState().running === undefined) return;
    this.reset();
    if (wasActive) void this.#begin(false);
  }

  /** Shows a whole experiment in the controls; a session follows only if nothing in it needs a reset. */
  show(experiment: Experiment): void {
    const { running } = experimentStore.getState();
    experimentStore.setState({ draft: experiment });
    if (running === undefined) return;
    if (!needsReset(differences(running, experiment))) this.#change(experiment);
  }

  /** Puts the controls back to what the session runs. */
  revert(): void {
    const { running } = experimentStore.getState();
    if (running !== undefined) experimentStore.setState({ draft: running });
  }

  #goOn(): void {
    const { draft } = experimentStore.getState();
    const done = sessionStore.getState().pipeline?.update ?? 0;
    if (draft.run.updates !== 0 && draft.run.updates <= done) {
      this.set('run.updates', done + (baseOf(draft).run.updates || MORE_UPDATES));
    }
    this.#resume();
  }

  /** With the settings that were chosen before: a limit that is raised too late would end the run again. */
  #resume(): void {
    this.#sendChange();
    this.#session?.resume();
  }

  #newRun(): void {
    const previous = this.#run.length > 0 ? this.#run : this.runs.getState().previous;
    this.#run = new RunStore(experimentStore.getState().draft);
    this.runs.setState({ current: this.#run, previous });
  }

  async #begin(pauseAtStart: boolean, replay?: Replay): Promise<void> {
    this.#end();
    const turn = ++this.#turn;
    const experiment = experimentStore.getState().draft;
    const broken = checkRules(experiment)[0];
    if (broken !== undefined) {
      reportProblem({
        severity: 'error',
        message: broken.message,
        remedy: 'Correct it among the controls, then press Run.',
      });
      return;
    }
    this.#newRun();
    this.#recording.begin(experiment);
    this.#pauseAtStart = pauseAtStart;
    experimentStore.setState({ running: experiment });
    sessionStore.setState({ ...idleSession, phase: 'starting' });
    try {
      await this.#ending;
      if (turn !== this.#turn) return;
      const session = await this.#parts.start(experiment, replay);
      if (turn !== this.#turn) {
        void session.stop();
        return;
      }
      this.#attach(session);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#fail(error);
    }
  }

  #attach(session: Session): void {
    this.#session = session;
    const unsubscribe = session.subscribe((event) => this.#hear(event));
    const stopTick = this.#parts.repeat(() => this.#tick(), TICK_MS);
    this.#release = () => {
      unsubscribe();
      stopTick();
    };
    if (this.#speed !== Infinity) session.setSpeed?.(this.#speed);
    const { running } = experimentStore.getState();
    if (running !== undefined && running !== session.experiment) session.change(running);
  }

  #end(): void {
    this.#turn++;
    const session = this.#session;
    if (session !== undefined) {
      this.#tick();
      this.#release?.();
      this.#ending = session.stop().catch((error: unknown) => this.#fail(error));
    }
    this.#session = undefined;
    this.#release = undefined;
    this.#pending = {};
    experimentStore.setState({ running: undefined });
  }

  #fail(error: unknown): void {
    sessionStore.setState({ phase: 'failed' });
    experimentStore.setState({ running: undefined });
    reportProblem({
      severity: 'error',
      message: `The run could not go on: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Press Run to start again. If it happens again, choose another engine under “Run”.',
    });
  }

  #change(experiment: Experiment): void {
    if (checkRules(experiment).length > 0) return;
    this.#recording.departs();
    experimentStore.setState({ running: experiment });
    if (this.#changeDue) return;
    this.#changeDue = true;
    this.#parts.later(() => this.#sendChange(), GATHER_MS);
  }

  #sendChange(): void {
    if (!this.#changeDue) return;
    this.#changeDue = false;
    const { running } = experimentStore.getState();
    if (running !== undefined) this.#session?.change(running);
  }

  #tick(): void {
    if (this.#session !== undefined) {
      const frames = this.#session.drain();
      this.#run.append(frames);
      this.#recording.frames(frames);
    }
    if (Object.keys(this.#pending).length > 0) sessionStore.setState(this.#pending);
    this.#pending = {};
    this.#run.notify();
  }

  #hear(event: SessionEvent): void {
    switch (event.kind) {
      case 'phase':
        this.#tick();
        sessionStore.setState({ phase: event.phase });
        if (event.phase === 'paused' || event.phase === 'finished') this.#recording.rests();
        if (event.phase === 'stopped' || event.phase === 'failed')
          experimentStore.setState({ running: undefined });
        if (event.phase === 'running' && this.#pauseAtStart) {
          this.#pauseAtStart = false;
          this.#session?.pause();
        }
        return;
      case 'engine':
        sessionStore.setState({ engine: event });
        return;
      case 'warm-start':
        this.#pending = { ...this.#pending, warmStart: event };
        return;
      case 'accuracy':
        this.#run.addAccuracy({ update: event.update, value: event.value, stage: event.stage });
        this.#recording.accuracy(event);
        return;
      case 'pipeline':
        this.#pending = { ...this.#pending, pipeline: event };
        return;
      case 'flow':
        sessionStore.setState({ flow: event.flow });
        return;
      case 'line':
        this.#run.addLine(event.events);
        return;
      case 'workers':
        this.#pending = { ...this.#pending, workers: event.workers, learnerMemory: event.learner };
        this.#run.addOccupations({
          at: Math.max(0, ...event.workers.map(({ at }) => at)),
          learner: event.learner.seconds,
          workers: event.workers,
        });
        return;
      case 'fingerprint':
        this.#pending = { ...this.#pending, fingerprint: event };
        this.#recording.fingerprint(event);
        return;
      case 'changes': {
        const after = event.changes.reduce((now, { field, to }) => put(now, field, to), this.#run.experiment);
        this.#run.addChanges(event.update, event.changes, after);
        this.#recording.changed(event);
        if (this.#recording.replaying) {
          // What waits for a reset goes on waiting.
          experimentStore.setState(({ draft }) => ({
            draft: event.changes.reduce((now, { field, to }) => put(now, field, to), draft),
            running: after,
          }));
        }
        return;
      }
      case 'problem':
        reportProblem({ severity: event.severity, message: event.message, remedy: event.remedy });
        return;
    }
  }
}
