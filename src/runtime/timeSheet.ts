/**
 * How long somebody was at what, on the run's clock, which stands still while the run is paused. One occupation at a
 * time: turning to one ends the other. Seconds only grow; how a stretch of time was spent is the difference of two
 * looks.
 */
import type { WorkerSeconds } from '../telemetry/pace.ts';
import type { WorkerState } from './session.ts';

/** An occupation from when until when, on the run's clock. */
export interface Stretch<Occupation extends string> {
  readonly occupation: Occupation;
  readonly from: number;
  readonly until: number;
}

export class TimeSheet<Occupation extends string> {
  readonly #clock: () => number;
  readonly #told: (stretch: Stretch<Occupation>) => void;
  readonly #seconds: Record<Occupation, number>;
  #now: Occupation | undefined;
  /** Until when the seconds are counted, and since when it is at what it is at now. */
  #since = 0;
  #turned = 0;

  /**
   * @param clock seconds of the run's clock
   * @param occupations all there are; what is done outside them is not counted
   * @param told called with every stretch of time that ends
   */
  constructor(
    clock: () => number,
    occupations: readonly Occupation[],
    told: (stretch: Stretch<Occupation>) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#told = told;
    this.#seconds = byName(occupations, () => 0);
  }

  /** From now on it is at this; undefined = at nothing that is counted. */
  turnTo(occupation: Occupation | undefined): void {
    this.#book();
    if (occupation === this.#now) return;
    if (this.#now !== undefined)
      this.#told({ occupation: this.#now, from: this.#turned, until: this.#since });
    this.#now = occupation;
    this.#turned = this.#since;
  }

  /** Is at this as long as the work takes, then at what it was at before. */
  async spend<T>(occupation: Occupation, work: () => Promise<T>): Promise<T> {
    const before = this.#now;
    this.turnTo(occupation);
    try {
      return await work();
    } finally {
      this.turnTo(before);
    }
  }

  /** So many of the seconds at `from` were at `to`, as is known only now. */
  shift(from: Occupation, to: Occupation, seconds: number): void {
    this.#seconds[from] -= seconds;
    this.#seconds[to] += seconds;
  }

  /** Seconds so far, by occupation. */
  get seconds(): Readonly<Record<Occupation, number>> {
    this.#book();
    return { ...this.#seconds };
  }

  #book(): void {
    const now = this.#clock();
    if (this.#now !== undefined) this.#seconds[this.#now] += Math.max(0, now - this.#since);
    this.#since = now;
  }
}

type Seconds<Occupation extends string> = Readonly<Record<Occupation, number>>;

/** Seconds between two looks at the same sheets. */
export function spent<O extends string>(now: Seconds<O>, before: Seconds<O>): Record<O, number> {
  return byName(Object.keys(now) as O[], (name) => now[name] - before[name]);
}

/** Seconds of all of them together. */
export function together(all: readonly WorkerSeconds[]): WorkerSeconds {
  return {
    generating: all.reduce((sum, { generating }) => sum + generating, 0),
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** What a worker's time counts as while it is at this. A pause stops the clock, so that what remains is a wait. */
export function occupationOf(activity: WorkerState['activity']): keyof WorkerSeconds | undefined {
  switch (activity) {
    case 'generating':
      return 'generating';
    case 'waiting':
    case 'blocked':
    case 'paused':
      return 'waiting';
    case 'starting':
    case 'stopped':
    case 'lost':
      return undefined;
  }
}

/** A worker's state as it is `now`, on the run's clock, if it is still at what it was at when it told it. */
export function stillAt(state: WorkerState, now: number): WorkerState {
  const occupation = occupationOf(state.activity);
  if (occupation === undefined || now <= state.at) return state;
  const seconds = { ...state.seconds, [occupation]: state.seconds[occupation] + now - state.at };
  return { ...state, seconds, at: now };
}

function byName<O extends string>(names: readonly O[], of: (name: O) => number): Record<O, number> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<O, number>;
}
