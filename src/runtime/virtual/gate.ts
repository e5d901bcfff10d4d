/**
 * Pause, step, limit and stop of a run that asks between its steps. It waits by promises and holds no timer; the
 * shell around it lets messages in by `breathe`.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Phase } from '../session.ts';
import type { GateState } from './run.ts';

export class RunGate {
  #experiment: Experiment;
  readonly #breathe: () => Promise<void>;
  readonly #onPhase: (phase: Phase) => void;
  readonly #onRest: (state: GateState) => Promise<void>;
  #phase: Phase = 'starting';
  #paused = false;
  #stopped = false;
  #update = 0;
  /** While stepping: pause again at this update. */
  #until = Infinity;
  #wake: (() => void) | undefined;

  /**
   * @param breathe awaited on every passage; lets messages in from time to time
   * @param onRest awaited before a phase is entered in which nothing is done
   */
  constructor(
    experiment: Experiment,
    breathe: () => Promise<void>,
    onPhase: (phase: Phase) => void,
    onRest: (state: GateState) => Promise<void>,
  ) {
    this.#experiment = experiment;
    this.#breathe = breathe;
    this.#onPhase = onPhase;
    this.#onRest = onRest;
  }

  get experiment(): Experiment {
    return this.#experiment;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#until = Infinity;
    this.#signal();
  }

  /** One more update, if the run is paused. */
  step(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#until = this.#update + 1;
    this.#signal();
  }

  change(experiment: Experiment): void {
    this.#experiment = experiment;
    this.#signal();
  }

  stop(): void {
    this.#stopped = true;
    this.#signal();
  }

  /** Resolves when the run may go on, or must end. */
  async pass(state: GateState): Promise<'go' | 'stop'> {
    await this.#breathe();
    this.#update = state.update;
    let { stalled } = state;
    for (;;) {
      if (this.#stopped) return 'stop';
      const limit = this.#experiment.run.updates;
      const finished = state.phase === 'running' && limit > 0 && state.update >= limit;
      if (finished || stalled || state.update >= this.#until) this.#paused = true;
      if (!this.#paused) {
        this.#enter(state.phase);
        return 'go';
      }
      this.#until = Infinity;
      await this.#onRest(state);
      if (this.#stopped || !this.#paused) continue;
      this.#enter(finished ? 'finished' : 'paused');
      const before = this.#experiment;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      if (stalled && this.#experiment !== before) {
        stalled = false;
        this.#paused = false;
      }
    }
  }

  #enter(phase: Phase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#onPhase(phase);
  }

  #signal(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
