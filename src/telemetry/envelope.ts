/**
 * A series of any length reduced to at most `capacity` buckets of equal width in x, each with the least, the
 * greatest and the mean value, so that a spike of one update survives on a plot of 300 pixels.
 *
 * The width is a power of two and doubles when the buckets run out: earlier buckets are merged in pairs, so the
 * picture does not shimmer while a run grows, and a value costs constant time whatever the length of the run.
 * It keeps no raw data; the run's series do.
 *
 * Memory layout: bucket b covers x in [b·width, (b+1)·width).
 *
 *   lows   Float64Array │ low₀  │ low₁  │ … │ low_{length−1}  │ (capacity)   NaN where the bucket is empty
 *   highs  Float64Array │ high₀ │ high₁ │ … │ high_{length−1} │ (capacity)
 *   sums   Float64Array │ Σ₀    │ Σ₁    │ …                   │ (capacity)
 *   counts Uint32Array  │ n₀    │ n₁    │ …                   │ (capacity)
 */
export class Envelope {
  readonly capacity: number;
  /** Width of a bucket in x: a power of two. */
  width = 1;
  /** Buckets up to the last value, empty ones included. */
  length = 0;
  /** Values taken in. NaN is not one. */
  count = 0;
  /** Least and greatest of all values; NaN before the first. */
  least = NaN;
  greatest = NaN;
  readonly #lows: Float64Array;
  readonly #highs: Float64Array;
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  #last = 0;

  /** @param capacity most buckets; an even number ≥ 2, else RangeError */
  constructor(capacity = 300) {
    if (!(capacity >= 2) || capacity % 2 !== 0)
      throw new RangeError('An envelope has an even number of buckets.');
    this.capacity = capacity;
    this.#lows = new Float64Array(capacity).fill(NaN);
    this.#highs = new Float64Array(capacity).fill(NaN);
    this.#sums = new Float64Array(capacity);
    this.#counts = new Uint32Array(capacity);
  }

  /**
   * Takes in one value.
   * @param x an integer ≥ 0, in any order
   * @param y NaN = no data, which leaves a gap; infinities are taken for no data too
   */
  add(x: number, y: number): void {
    if (!Number.isFinite(y)) return;
    while (x >= this.capacity * this.width) this.#halve();
    const bucket = Math.floor(x / this.width);
    if (this.#counts[bucket] === 0) {
      this.#lows[bucket] = y;
      this.#highs[bucket] = y;
    } else {
      this.#lows[bucket] = Math.min(this.#lows[bucket]!, y);
      this.#highs[bucket] = Math.max(this.#highs[bucket]!, y);
    }
    this.#sums[bucket]! += y;
    this.#counts[bucket]!++;
    this.length = Math.max(this.length, bucket + 1);
    this.#last = Math.max(this.#last, x);
    this.least = this.count === 0 ? y : Math.min(this.least, y);
    this.greatest = this.count === 0 ? y : Math.max(this.greatest, y);
    this.count++;
  }

  /** Middle of the integers that the bucket covers, as far as there are values. */
  centre(bucket: number): number {
    const end = bucket === this.length - 1 ? this.#last : (bucket + 1) * this.width - 1;
    return (bucket * this.width + end) / 2;
  }

  /** NaN where the bucket is empty; so do `high` and `mean`. */
  low(bucket: number): number {
    return this.#lows[bucket] ?? NaN;
  }

  high(bucket: number): number {
    return this.#highs[bucket] ?? NaN;
  }

  mean(bucket: number): number {
    const count = this.#counts[bucket] ?? 0;
    return count === 0 ? NaN : this.#sums[bucket]! / count;
  }

  #halve(): void {
    const half = this.capacity / 2;
    for (let bucket = 0; bucket < half; bucket++) {
      const a = 2 * bucket;
      const b = a + 1;
      const [first, second] = [this.#counts[a]!, this.#counts[b]!];
      this.#lows[bucket] =
        first === 0
          ? this.#lows[b]!
          : second === 0
            ? this.#lows[a]!
            : Math.min(this.#lows[a]!, this.#lows[b]!);
      this.#highs[bucket] =
        first === 0
          ? this.#highs[b]!
          : second === 0
            ? this.#highs[a]!
            : Math.max(this.#highs[a]!, this.#highs[b]!);
      this.#sums[bucket] = this.#sums[a]! + this.#sums[b]!;
      this.#counts[bucket] = first + second;
    }
    this.#lows.fill(NaN, half);
    this.#highs.fill(NaN, half);
    this.#sums.fill(0, half);
    this.#counts.fill(0, half);
    this.width *= 2;
    this.length = Math.ceil(this.length / 2);
  }
}
