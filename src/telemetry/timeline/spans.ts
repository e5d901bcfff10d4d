/**
 * The timeline: spans on tracks, made of the line's events. A track is a rollout worker, the learner, or the way of the
 * weights to the workers. Tracks are columns, ascending by begin and without overlap, so that what is in view is found by
 * halving. Only the newest spans are kept.
 *
 *   begins    Float64Array │ b₀ │ b₁ │ … │ (spare capacity)      seconds of the run's clock
 *   ends      Float64Array │ e₀ │ e₁ │ … │                       Infinity = still open
 *   kinds     Uint8Array   │ k₀ │ k₁ │ … │                       index into SPAN_KINDS
 *   details   Float64Array │ d₀ │ d₁ │ … │                       version, or update for the learner's steps
 */
import type { LineEvent } from './line.ts';

export const SPAN_KINDS = [
  'prefill',
  'decode',
  'admission',
  'rollout',
  'train_step',
  'update_weights',
  'eval',
  'publication',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export type TrackName = 'learner' | 'weights' | `worker ${number}`;

export interface Span {
  readonly kind: SpanKind;
  readonly begin: number;
  /** Infinity while it goes on. */
  readonly end: number;
  /** Of decode, prefill, publication: the version. Of the learner's steps: the update. */
  readonly detail: number;
}

/** Spans of one track beyond these make the oldest half of it go. */
export const MOST_SPANS = 200_000;

/** A point in a span: newer weights in the middle of answers. */
export interface Swap {
  readonly at: number;
  readonly version: number;
}

export class Track {
  readonly name: TrackName;
  readonly swaps: Swap[] = [];
  #begins = new Float64Array(64);
  #ends = new Float64Array(64);
  #details = new Float64Array(64);
  #kinds = new Uint8Array(64);
  #length = 0;
  readonly #most: number;

  constructor(name: TrackName, most: number) {
    this.name = name;
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): Span {
    return {
      kind: SPAN_KINDS[this.#kinds[index]!]!,
      begin: this.#begins[index]!,
      end: this.#ends[index]!,
      detail: this.#details[index]!,
    };
  }

  begin(index: number): number {
    return this.#begins[index]!;
  }

  end(index: number): number {
    return this.#ends[index]!;
  }

  kind(index: number): SpanKind {
    return SPAN_KINDS[this.#kinds[index]!]!;
  }

  /** Index of the first span that ends after `time`; `length` where there is none. */
  firstAfter(time: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Appends a span, and closes the one before it where it is still open. Spans of no length are left out. */
  add(kind: SpanKind, begin: number, end: number, detail: number): void {
    this.close(begin);
    if (!(end > begin)) return;
    if (this.#length === this.#most) this.#forget();
    if (this.#length === this.#begins.length) this.#grow();
    const at = this.#length++;
    this.#begins[at] = begin;
    this.#ends[at] = end;
    this.#details[at] = detail;
    this.#kinds[at] = SPAN_KINDS.indexOf(kind);
  }

  /** Ends the last span here, if it is still open; one of no length goes. */
  close(end: number): void {
    const last = this.#length - 1;
    if (last < 0 || this.#ends[last] !== Infinity) return;
    if (end > this.#begins[last]!) this.#ends[last] = end;
    else this.#length--;
  }

  #grow(): void {
    const size = this.#begins.length * 2;
    const longer = (values: Float64Array): Float64Array<ArrayBuffer> => {
      const result = new Float64Array(size);
      result.set(values);
      return result;
    };
    this.#begins = longer(this.#begins);
    this.#ends = longer(this.#ends);
    this.#details = longer(this.#details);
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
  }

  #forget(): void {
    const from = this.#length >> 1;
    for (const values of [this.#begins, this.#ends, this.#details, this.#kinds]) values.copyWithin(0, from);
    this.#length -= from;
    const since = this.#begins[0]!;
    const kept = this.swaps.findIndex(({ at }) => at >= since);
    this.swaps.splice(0, kept < 0 ? this.swaps.length : kept);
  }
}

/** All tracks of a run. */
export class Timeline {
  readonly learner: Track;
  readonly weights: Track;
  readonly #workers: Track[] = [];
  readonly #most: number;
  /** Weights under way, oldest first. */
  readonly #sent: { readonly version: number; readonly at: number }[] = [];
  #now = 0;

  /** @param most spans kept of each track */
  constructor(most = MOST_SPANS) {
    this.#most = most;
    this.learner = new Track('learner', most);
    this.weights = new Track('weights', most);
  }

  /** Workers in the order of their numbers. */
  get workers(): readonly Track[] {
    return this.#workers;
  }

  /** Workers, learner, weights: from top to bottom. */
  get tracks(): readonly Track[] {
    return [...this.#workers, this.learner, this.weights];
  }

  /** The latest time that was told of. */
  get now(): number {
    return this.#now;
  }

  get spans(): number {
    return this.tracks.reduce((sum, track) => sum + track.length, 0);
  }

  add(event: LineEvent): void {
    this.#now = Math.max(this.#now, event.at);
    switch (event.kind) {
      case 'begin': {
        const track = this.#worker(event.worker);
        const { at, version, prefill = 0 } = event;
        if (prefill > 0) track.add('prefill', at, at + prefill, version);
        return track.add('decode', at + prefill, Infinity, version);
      }
      case 'swap': {
        const { at, version } = event;
        this.#worker(event.worker).swaps.push({ at, version });
        return;
      }
      case 'finish':
        if (event.rest) this.#worker(event.worker).add('admission', event.at, Infinity, NaN);
        return;
      case 'end':
        return this.#worker(event.worker).close(event.at);
      case 'learner':
        return this.learner.add(event.phase, event.from, event.at, event.update);
      case 'send':
        this.#sent.push(event);
        return;
      case 'arrive':
        return this.#arrived(event.version, event.at);
      case 'take':
      case 'train':
      case 'leave':
        return;
    }
  }

  /** Publications under way together share the track: each is drawn from where the one before it arrived. */
  #arrived(version: number, at: number): void {
    while (this.#sent.length > 0 && this.#sent[0]!.version <= version) {
      const sent = this.#sent.shift()!;
      const last = this.weights.length === 0 ? -Infinity : this.weights.end(this.weights.length - 1);
      this.weights.add('publication', Math.max(sent.at, last), at, sent.version);
    }
  }

  #worker(index: number): Track {
    while (this.#workers.length <= index) {
      this.#workers.push(new Track(`worker ${this.#workers.length + 1}`, this.#most));
    }
    return this.#workers[index]!;
  }
}
