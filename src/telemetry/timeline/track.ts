/**
 * A track of the timeline: the spans of a rollout worker, of the learner, or of the weights on their way to the workers.
 * They are columns, ascending by begin and without overlap, so that what is in view is found by halving, and sums from the
 * beginning, so that shares of a window are differences. Only the newest spans are kept.
 *
 *   begins    Float64Array │ b₀ │ b₁ │ … │ (spare capacity)      seconds of the run's clock
 *   ends      Float64Array │ e₀ │ e₁ │ … │                       Infinity = still open
 *   kinds     Uint8Array   │ k₀ │ k₁ │ … │                       index into SPAN_KINDS
 *   details   Float64Array │ d₀ │ d₁ │ … │                       version, or update for the learner's steps
 *   behinds   Float32Array │ l₀ │ l₁ │ … │                       of decode: versions behind, NaN = not known yet
 *   sums[k]   Float64Array │ 0  │ s₁ │ s₂ │ … │                  seconds of kind k in the spans before the i-th, for the
 *                                                                kinds that the track has; one entry more than spans
 */
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
  /**
   * Of decode: how many versions the weights that it began with were behind the learner's when its prompts were trained
   * on, or left the line; the most, where its prompts differ. NaN while none of them was or did.
   */
  readonly behind: number;
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
  #behinds = new Float32Array(64);
  /** By index into SPAN_KINDS. */
  readonly #sums: (Float64Array<ArrayBuffer> | undefined)[] = [];
  #length = 0;
  /** Spans that are not kept any more. */
  #forgotten = 0;
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
      behind: this.#behinds[index]!,
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

  detail(index: number): number {
    return this.#details[index]!;
  }

  behind(index: number): number {
    return this.#behinds[index]!;
  }

  /** A name of the span that stays when older ones are forgotten: how many spans there were before it. */
  serial(index: number): number {
    return index + this.#forgotten;
  }

  /** Where the span of a serial is; undefined where it is not kept any more. */
  indexOf(serial: number): number | undefined {
    const index = serial - this.#forgotten;
    return index >= 0 && index < this.#length ? index : undefined;
  }

  /**
   * Index of the first span that ends after `time`; `length` where there is none. Quick where that is near.
   * @param from an index that is known not to lie behind it
   */
  firstAfter(time: number, from = 0): number {
    let low = from;
    let step = 1;
    while (low + step < this.#length && !(this.#ends[low + step]! > time)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#length);
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
    this.#behinds[at] = NaN;
    const index = SPAN_KINDS.indexOf(kind);
    this.#kinds[at] = index;
    this.#sums[index] ??= new Float64Array(this.#begins.length + 1);
    this.#sum(at);
  }

  /** Of the decoding with this serial it turns out how many versions behind it was. */
  note(serial: number, behind: number): void {
    const index = this.indexOf(serial);
    if (index === undefined || this.kind(index) !== 'decode') return;
    if (!(behind <= this.#behinds[index]!)) this.#behinds[index] = behind;
  }

  /**
   * Seconds of each kind before a time, since a moment that is the same for every call: of use are differences.
   * @param into receives them, by index into SPAN_KINDS
   * @param from as of `firstAfter`
   * @returns index of the first span that ends after the time
   */
  secondsBefore(time: number, into: Float64Array, from = 0): number {
    const index = this.firstAfter(time, from);
    for (let k = 0; k < SPAN_KINDS.length; k++) into[k] = this.#sums[k]?.[index] ?? 0;
    if (index < this.#length && this.#begins[index]! < time) {
      into[this.#kinds[index]!]! += time - this.#begins[index]!;
    }
    return index;
  }

  /** Ends the last span here, if it is still open; one of no length goes. */
  close(end: number): void {
    const last = this.#length - 1;
    if (last < 0 || this.#ends[last] !== Infinity) return;
    if (!(end > this.#begins[last]!)) {
      this.#length--;
      return;
    }
    this.#ends[last] = end;
    this.#sum(last);
  }

  /** Adds a span up, if it has ended. */
  #sum(at: number): void {
    const seconds = this.#ends[at]! - this.#begins[at]!;
    if (seconds === Infinity) return;
    this.#sums.forEach((sums, kind) => {
      sums![at + 1] = sums![at]! + (kind === this.#kinds[at] ? seconds : 0);
    });
  }

  #grow(): void {
    const size = this.#begins.length * 2;
    const longer = (values: Float64Array, length = size): Float64Array<ArrayBuffer> => {
      const result = new Float64Array(length);
      result.set(values);
      return result;
    };
    this.#begins = longer(this.#begins);
    this.#ends = longer(this.#ends);
    this.#details = longer(this.#details);
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const behinds = new Float32Array(size);
    behinds.set(this.#behinds);
    this.#behinds = behinds;
    this.#sums.forEach((sums, kind) => (this.#sums[kind] = longer(sums!, size + 1)));
  }

  #forget(): void {
    const from = this.#length >> 1;
    const columns = [this.#begins, this.#ends, this.#details, this.#kinds, this.#behinds];
    for (const values of [...columns, ...this.#sums]) values?.copyWithin(0, from);
    this.#length -= from;
    this.#forgotten += from;
    const since = this.#begins[0]!;
    const kept = this.swaps.findIndex(({ at }) => at >= since);
    this.swaps.splice(0, kept < 0 ? this.swaps.length : kept);
  }
}
