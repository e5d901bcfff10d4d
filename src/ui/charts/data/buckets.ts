/** A series reduced to what a plot can show: as an envelope of the whole run, or of a stretch of it. */
import { Envelope } from '../../../telemetry/envelope.ts';
import type { Series } from '../../run/runView.ts';
import type { Stretch } from '../view/zoom.ts';
import { rowAt } from './rows.ts';

/** What drawing needs of a reduced series; NaN = nothing there. */
export interface Buckets {
  readonly length: number;
  /** Updates that a bucket covers. */
  readonly width: number;
  readonly count: number;
  readonly least: number;
  readonly greatest: number;
  /** Update in the middle of a bucket. */
  centre(bucket: number): number;
  low(bucket: number): number;
  mean(bucket: number): number;
  high(bucket: number): number;
}

/** Follows a series as it grows, or the rows of a stretch of updates. */
export class Follower implements Buckets {
  readonly #envelope = new Envelope();
  readonly #updates: Series;
  readonly #values: Pick<Series, 'at'>;
  readonly #from: number;
  readonly #to: number;
  /** Rows that were looked at. */
  #rows: number;

  /** @param values one a row of `updates`, known by the time that `follow` reaches it */
  constructor(updates: Series, values: Pick<Series, 'at'>, stretch?: Stretch) {
    this.#updates = updates;
    this.#values = values;
    this.#from = stretch?.from ?? 0;
    this.#to = stretch?.to ?? Infinity;
    this.#rows = rowAt(updates, this.#from - 1) + 1;
  }

  follow(): this {
    for (; this.#rows < this.#updates.length; this.#rows++) {
      const update = this.#updates.at(this.#rows);
      if (update > this.#to) break;
      this.#envelope.add(update - this.#from, this.#values.at(this.#rows));
    }
    return this;
  }

  get length(): number {
    return this.#envelope.length;
  }

  get width(): number {
    return this.#envelope.width;
  }

  get count(): number {
    return this.#envelope.count;
  }

  get least(): number {
    return this.#envelope.least;
  }

  get greatest(): number {
    return this.#envelope.greatest;
  }

  centre(bucket: number): number {
    return this.#from + this.#envelope.centre(bucket);
  }

  low(bucket: number): number {
    return this.#envelope.low(bucket);
  }

  mean(bucket: number): number {
    return this.#envelope.mean(bucket);
  }

  high(bucket: number): number {
    return this.#envelope.high(bucket);
  }
}
