/**
 * Which stretch of the run's time the timeline shows. It follows the newest moment until somebody looks elsewhere, and
 * never leaves the run: from 0 to its end. Pure; all times are seconds of the run's clock.
 */

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Nothing shorter is shown. */
export const SHORTEST = 1e-4;
/** Room beside a prompt's way when it is shown, as a share of it. */
const MARGIN = 0.15;

export class Sight {
  readonly #listeners = new Set<() => void>();
  #end = SHORTEST;
  #shown: Stretch = { from: 0, to: SHORTEST };
  #follows = true;
  /** That somebody has chosen to see while it follows; undefined = as is usual. */
  #length: number | undefined;
  #usual = Infinity;
  #changes = 0;

  get shown(): Stretch {
    return this.#shown;
  }

  /** Whether it shows the newest moment and goes on with it. */
  get follows(): boolean {
    return this.#follows;
  }

  /** Whether everything is shown. */
  get isWhole(): boolean {
    return this.#shown.from <= 0 && this.#shown.to >= this.#end;
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows with every change. */
  readonly getVersion = (): number => this.#changes;

  /** The run has gone on. @param usual seconds to show where nobody has chosen how many */
  advance(end: number, usual: number): void {
    this.#usual = usual;
    this.#end = Math.max(SHORTEST, end);
    if (this.#follows) this.#set(true, this.#end - this.#followed, this.#end);
    else this.#set(false, this.#shown.from, this.#shown.to);
  }

  /** @param seconds to later, or where negative to earlier */
  pan(seconds: number): void {
    this.show(this.#shown.from + seconds, this.#shown.to + seconds);
  }

  /** A share of what is shown, to later or to earlier. */
  step(share: number): void {
    this.pan(share * (this.#shown.to - this.#shown.from));
  }

  /** @param factor of the length shown, < 1 = nearer @param at what stays in its place; while it follows, the newest moment */
  zoom(factor: number, at = (this.#shown.from + this.#shown.to) / 2): void {
    const { from, to } = this.#shown;
    const length = Math.min(this.#end, Math.max(SHORTEST, (to - from) * factor));
    if (this.#follows) {
      this.#length = length < this.#end ? length : Infinity;
      this.#set(true, this.#end - length, this.#end);
      return;
    }
    const about = Math.min(to, Math.max(from, at));
    const begin = about - ((about - from) / (to - from)) * length;
    this.show(begin, begin + length);
  }

  /** Everything, as it grows. */
  whole(): void {
    this.#length = Infinity;
    this.#set(true, 0, this.#end);
  }

  /** From the beginning of the run. */
  toBegin(): void {
    this.pan(-this.#shown.from);
  }

  /** Follows the newest moment again. */
  toEnd(): void {
    if (!this.#follows) this.#length = Math.min(this.#shown.to - this.#shown.from, this.#end);
    this.#set(true, this.#end - this.#followed, this.#end);
  }

  /** Exactly this, as far as the run goes; it follows no more. */
  show(from: number, to: number): void {
    this.#set(false, from, to);
  }

  /** Brings a stretch into view, whole, with room beside it, unless it is there already. */
  reveal(from: number, to: number): void {
    if (from >= this.#shown.from && to <= this.#shown.to) return;
    const length = Math.max(this.#shown.to - this.#shown.from, (1 + 2 * MARGIN) * (to - from));
    const begin = (from + to - length) / 2;
    this.show(begin, begin + length);
  }

  get #followed(): number {
    return Math.min(this.#length ?? this.#usual, this.#end);
  }

  #set(follows: boolean, from: number, to: number): void {
    const length = Math.min(this.#end, Math.max(SHORTEST, to - from));
    const begin = Math.max(0, Math.min(from, this.#end - length));
    const end = begin + length;
    if (follows === this.#follows && begin === this.#shown.from && end === this.#shown.to) return;
    this.#follows = follows;
    this.#shown = { from: begin, to: end };
    this.#changes++;
    for (const listener of this.#listeners) listener();
  }
}
