/**
 * Run, pause, step, the limit of updates, and the run's clock.
 *
 * A pause is reached when the learner rests: workers hold at their next token at once, but an update under way
 * is finished first, and only then the clock stops and the phase is `paused`. A step lets everything run until
 * the learner rests again.
 */
import type { Phase } from '../session.ts';
import { secondsOf, started, stopped, STOPPED_AT_ZERO, wallMicros } from './clock.ts';
import type { Stage } from './protocol.ts';
import type { Command } from '../memory/index.ts';
import type { Hub } from './transport/contract.ts';

export class Pace {
  readonly #hub: Pick<Hub, 'command' | 'clock'>;
  readonly #enter: (phase: Phase) => void;
  #phase: Phase = 'starting';
  #command: Command = 'run';
  #clock = STOPPED_AT_ZERO;
  #wanted: 'run' | 'pause' = 'run';
  /** Whether one more update was asked for while paused. */
  #step = false;

  /** @param enter told of every new phase */
  constructor(hub: Pick<Hub, 'command' | 'clock'>, enter: (phase: Phase) => void) {
    this.#hub = hub;
    this.#enter = enter;
  }

  /** Seconds of the run's clock. */
  get seconds(): number {
    return secondsOf(this.#clock);
  }

  /** Whether the clock runs. */
  get running(): boolean {
    return this.#clock > 0;
  }

  /** Whether nothing is done until something is said. */
  get resting(): boolean {
    return (this.#phase === 'paused' || this.#phase === 'finished') && !this.running && !this.#step;
  }

  pause(): void {
    this.#wanted = 'pause';
    if (this.#phase === 'running') this.#order('pause');
  }

  resume(): void {
    this.#wanted = 'run';
    this.#step = false;
    if (this.#phase === 'running') this.#order('run');
  }

  step(): void {
    if (this.#phase === 'paused') this.#step = true;
  }

  fail(): void {
    this.#wanted = 'pause';
    this.#halt();
  }

  /**
   * Whether the learner, which rests, may go on. Enters the phase that follows from it.
   * @param update updates finished
   */
  mayGo(stage: Stage, update: number, limit: number): boolean {
    if (stage === 'update' && update >= limit) {
      this.#wanted = 'pause';
      this.#step = false;
      this.#rest('finished');
      return false;
    }
    if (this.#wanted === 'pause' && !this.#step) {
      if (this.#phase !== 'finished') this.#rest('paused');
      return false;
    }
    if (stage === 'update') this.#setClock(started(this.#clock));
    this.#order('run');
    if (!this.#step) this.#become(stage === 'update' ? 'running' : 'warm-start');
    return true;
  }

  /** The learner got what it waited for. */
  granted(): void {
    this.#step = false;
  }

  /** The learner could not use what it got, so that a step is still to be made. */
  returned(): void {
    this.step();
  }

  /** Sets the clock back by so many microseconds, in which nothing ran. Returns whether it was running. */
  leaveOut(micros: number): boolean {
    if (!this.running) return false;
    this.#setClock(Math.min(this.#clock + Math.round(micros), wallMicros()));
    return true;
  }

  #rest(phase: Phase): void {
    this.#halt();
    this.#become(phase);
  }

  #halt(): void {
    this.#order('pause');
    this.#setClock(stopped(this.#clock));
  }

  #become(phase: Phase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#enter(phase);
  }

  #order(command: Command): void {
    if (command === this.#command) return;
    this.#command = command;
    this.#hub.command(command);
  }

  #setClock(state: number): void {
    if (state === this.#clock) return;
    this.#clock = state;
    this.#hub.clock(state);
  }
}
