/**
 * How long a moment of the run's clock is in coming when that clock runs at a chosen speed. It holds no timer: it is
 * told the wall clock, in milliseconds.
 *
 * A run that computes more slowly than the chosen speed falls behind. It does not make up for more than
 * `PATIENCE_MS`, so that no rush follows a hard piece of work.
 */
const PATIENCE_MS = 100;

export class SlowMotion {
  #speed = Infinity;
  /** The run's clock showed `at` when the wall clock showed `wall`. */
  #anchor = { at: 0, wall: 0 };

  /** Seconds of the run's clock per second; Infinity = as fast as the computer can. */
  get speed(): number {
    return this.#speed;
  }

  setSpeed(speed: number, wall: number): void {
    this.hold(wall);
    this.#speed = speed;
  }

  /** What the run's clock shows; while a moment is awaited, somewhere on the way to it. */
  position(wall: number): number {
    const { at, wall: since } = this.#anchor;
    return this.#speed === Infinity ? at : at + ((wall - since) / 1000) * this.#speed;
  }

  /** Milliseconds until the run's clock shows `until`; 0 where that is past. */
  remaining(until: number, wall: number): number {
    if (this.#speed === Infinity) return 0;
    return Math.max(0, ((until - this.position(wall)) / this.#speed) * 1000);
  }

  /** The run has come to `at` of its clock. */
  reached(at: number, wall: number): void {
    const late = ((this.position(wall) - at) / this.#speed) * 1000;
    if (this.#speed === Infinity || Math.abs(late) > PATIENCE_MS) this.#anchor = { at, wall };
  }

  /** Lets the run's clock stand at what it shows; to be called again when it goes on, and nothing was missed. */
  hold(wall: number): void {
    this.#anchor = { at: this.position(wall), wall };
  }

  /** Goes on after `hold`. */
  release(wall: number): void {
    this.#anchor = { at: this.#anchor.at, wall };
  }
}
