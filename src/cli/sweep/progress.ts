/** How far a sweep is, and how long it will take. */
import type { SweepRun } from '../../telemetry/sweep/index.ts';

export class Progress {
  readonly #of: number;
  readonly #began = performance.now();
  #done = 0;

  constructor(of: number) {
    this.#of = of;
  }

  /** A run ended: its line, with the time left as the pace so far has it. */
  line({ method, lag, seed, right }: SweepRun, prompts: number): string {
    this.#done += 1;
    const seconds = (performance.now() - this.#began) / 1000;
    const left = (seconds / this.#done) * (this.#of - this.#done);
    const curve = `${(right[0]! / prompts).toFixed(3)} → ${(right.at(-1)! / prompts).toFixed(3)}`;
    return `${this.#done} of ${this.#of}: ${method}, lag ${lag}, seed ${seed}: ${curve}; ${words(left)} left`;
  }
}

function words(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
