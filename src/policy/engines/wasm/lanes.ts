/**
 * Which rows of a generation are still one sequence. Samples of one prompt have the same tokens until they part, and the
 * same tokens under the same weights have the same state: it is computed once and copied where rows part. Nothing
 * of a result depends on it, as no row's bits depend on the others.
 *
 *   lane of each row      a b c        all rows one lane (the empty prefix)
 *   after "a b", "a c":   0 0 0  ──▶   0 0 1        the first row of a lane to go on keeps it, another token gets a new one
 */
export class Lanes {
  /** Lane of each row. */
  readonly of: Int32Array;
  private readonly vocabulary: number;
  /** Lane that goes on from a lane with a token, by lane · vocabulary + token; −1 = none yet. */
  private readonly heirs: Int32Array;
  private readonly kept: Uint8Array;
  private used = 0;

  constructor(rows: number, vocabulary: number) {
    this.of = new Int32Array(rows);
    this.vocabulary = vocabulary;
    this.heirs = new Int32Array(rows * vocabulary);
    this.kept = new Uint8Array(rows);
  }

  /** Number of lanes. */
  get count(): number {
    return this.used;
  }

  /** Back to the empty prefix. */
  restart(): void {
    this.of.fill(0);
    this.used = Math.min(1, this.of.length);
  }

  /**
   * Goes on by one token a row, `tokens[from + row · step]`.
   * @param feed called once for each lane with its token, before which `split` is called where it is a new one
   */
  go(
    tokens: Int32Array,
    from: number,
    step: number,
    split: (lane: number, heir: number) => void,
    feed: (lane: number, token: number) => void,
  ): void {
    const { of, vocabulary, heirs, kept } = this;
    heirs.fill(-1, 0, this.used * vocabulary);
    kept.fill(0, 0, this.used);
    for (let row = 0; row < of.length; row++) {
      const lane = of[row]!;
      const token = tokens[from + row * step]!;
      const key = lane * vocabulary + token;
      let heir = heirs[key]!;
      if (heir < 0) {
        heir = lane;
        if (kept[lane] === 1) {
          heir = this.used++;
          split(lane, heir);
        }
        kept[lane] = 1;
        heirs[key] = heir;
        feed(heir, token);
      }
      of[row] = heir;
    }
  }
}
