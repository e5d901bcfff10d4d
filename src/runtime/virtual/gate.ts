/**
 * Pause, step, single event, speed, limit and stop of a run that asks between its steps. It waits by promises and
 * holds no timer; the shell around it lets messages in by `breathe` and time pass by `sleep`.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Phase } from '../session.ts';
import type { Moment } from './flowLog.ts';
import type { GateState } from './run.ts';
import type { Script } from './script.ts';
import { SlowMotion } from './slowMotion.ts';

export interface GateParts {
  /** Awaited on every passage; lets messages in from time to time. */
  readonly breathe: () => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The wall clock, in milliseconds. */
  readonly wall: () => number;
  readonly onPhase: (phase: Phase) => void;
  /** Awaited before a phase is entered in which nothing is done. @param moment what the run's clock shows then */
  readonly onRest: (state: GateState, moment: Moment) => Promise<void>;
  /** Told before real time passes between two moments of the run's clock. */
  readonly onWait: (state: GateState, moment: Moment) => void;
}

/** Shorter waits than this are put off: a timer would not keep to them. */
const SHORTEST_MS = 2;

export class RunGate {
  #experiment: Experiment;
  readonly #parts: GateParts;
  readonly #motion = new SlowMotion();
  #resting = false;
  #phase: Phase = 'starting';
  #paused = false;
  #stopped = false;
  #update = 0;
  #events = 0;
  /** While stepping: pause again at this update, or at this event. */
  #untilUpdate = Infinity;
  #untilEvent = Infinity;
  #wake: (() => void) | undefined;
  /** While a recorded run is played again: whose changes are made. */
  #script: Script | undefined;

  /** @param script a recorded run to be played again; it is at an end where anyone else changes a setting */
  constructor(experiment: Experiment, parts: GateParts, script?: Script) {
    this.#experiment = experiment;
    this.#parts = parts;
    this.#script = script;
  }

  get experiment(): Experiment {
    return this.#experiment;
  }

  /** Whether nothing is done until something is said. */
  get resting(): boolean {
    return this.#resting;
  }

  pause(): void {
    this.#paused = true;
    this.#signal();
  }

  resume(): void {
    this.#go(Infinity, Infinity);
  }

  /** One more update, if the run is paused. */
  step(): void {
    if (this.#paused) this.#go(this.#update + 1, Infinity);
  }

  /**
   * One more event, if the run is paused or on its way to the end of such a step; it is not waited for. The phase stays as
   * it is.
   */
  stepEvent(): void {
    if (this.#paused) this.#go(Infinity, this.#events + 1);
    else if (this.#untilEvent !== Infinity) this.#untilEvent += 1;
  }

  /** @param speed seconds of the run's clock per second; Infinity = as fast as the computer can */
  setSpeed(speed: number): void {
    this.#motion.setSpeed(speed, this.#parts.wall());
    this.#signal();
  }

  change(experiment: Experiment): void {
    this.#script = undefined;
    this.#experiment = experiment;
    this.#signal();
  }

  /** Settings that were wanted took effect. */
  applied(): void {
    this.#script?.applied();
  }

  stop(): void {
    this.#stopped = true;
    this.#signal();
  }

  /** Resolves when the run may go on, or must end. */
  async pass(state: GateState): Promise<'go' | 'stop'> {
    const before = this.#experiment;
    await this.#parts.breathe();
    this.#update = state.update;
    this.#events = state.events;
    if (state.phase === 'running') this.#follow(state.update);
    let { stalled } = state;
    for (;;) {
      if (this.#stopped) return 'stop';
      const limit = this.#experiment.run.updates;
      const finished = state.phase === 'running' && limit > 0 && state.update >= limit;
      const stepped = state.update >= this.#untilUpdate || state.events >= this.#untilEvent;
      if (finished || stalled || stepped) this.#paused = true;
      if (!this.#paused) {
        if (this.#untilEvent === Infinity || state.phase === 'warm-start') this.#enter(state.phase);
        return 'go';
      }
      if (stalled && this.#experiment !== before) {
        stalled = false;
        this.#paused = false;
      } else await this.#rest(state, finished ? 'finished' : 'paused', state.seconds);
    }
  }

  /** What the script says to be done after so many updates. */
  #follow(update: number): void {
    if (this.#script === undefined) return;
    this.#experiment = this.#script.wanted(update);
    if (update < this.#script.until) return;
    this.#script = undefined;
    this.#paused = true;
  }

  /** Lets real time pass from one moment of the run's clock to the next, at the chosen speed. */
  async wait(state: GateState, from: number, until: number): Promise<void> {
    const { wall, sleep, onWait } = this.#parts;
    this.#motion.reached(from, wall());
    while (!this.#stopped && this.#untilEvent === Infinity) {
      if (this.#paused) {
        await this.#rest(state, 'paused', Math.min(until, this.#motion.position(wall())));
        continue;
      }
      this.#enter(state.phase);
      const remaining = this.#motion.remaining(until, wall());
      if (remaining < SHORTEST_MS) return;
      onWait(state, { seconds: this.#motion.position(wall()), rate: this.#motion.speed, until });
      await Promise.race([sleep(remaining), this.#news()]);
    }
  }

  /** Does nothing until anything is said. Something may have been said before it began. */
  async #rest(state: GateState, phase: Phase, seconds: number): Promise<void> {
    const { wall, onRest } = this.#parts;
    const before = this.#experiment;
    this.#untilUpdate = Infinity;
    this.#untilEvent = Infinity;
    this.#motion.hold(wall());
    await onRest(state, { seconds, rate: 0, until: seconds });
    if (!this.#stopped && this.#paused && this.#experiment === before) {
      this.#enter(phase);
      this.#resting = true;
      await this.#news();
      this.#resting = false;
    }
    this.#motion.release(wall());
  }

  #go(untilUpdate: number, untilEvent: number): void {
    this.#paused = false;
    this.#untilUpdate = untilUpdate;
    this.#untilEvent = untilEvent;
    this.#signal();
  }

  #enter(phase: Phase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#parts.onPhase(phase);
  }

  #news(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #signal(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
