/**
 * Exponential mean of a growing series, without the pull towards 0 that a plain one has at its start: the weighted
 * mean of all values so far, where a value n rows back has (1 − 1/reach)ⁿ times the weight of the newest. Where the
 * series has no value the mean has none either, and goes on after it.
 */
import type { Series } from '../../run/runView.ts';

export class Smoothed {
  readonly #source: Series;
  readonly #keep: number;
  #values = new Float64Array(256);
  #length = 0;
  #sum = 0;
  #weight = 0;

  /** @param reach rows that the mean reaches over, ≥ 1; 1 = the series itself */
  constructor(source: Series, reach: number) {
    this.#source = source;
    this.#keep = 1 - 1 / reach;
  }

  /** Value of row `index`; NaN where the series has none. */
  at(index: number): number {
    while (this.#length <= index && this.#length < this.#source.length) this.#push();
    return index < this.#length ? this.#values[index]! : NaN;
  }

  #push(): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    const value = this.#source.at(this.#length);
    const known = Number.isFinite(value);
    if (known) {
      this.#sum = this.#keep * this.#sum + value;
      this.#weight = this.#keep * this.#weight + 1;
    }
    this.#values[this.#length++] = known ? this.#sum / this.#weight : NaN;
  }
}
