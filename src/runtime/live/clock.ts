/**
 * The run's clock: seconds since learning began, pauses left out. Every thread reads the same one, because its
 * whole state is one number that the coordinator hands out:
 *
 *   state > 0   running; the state is the moment, in microseconds since 1970, at which the clock showed 0
 *   state < 0   standing still; −state − 1 is the time it shows, in microseconds
 */

/** Microseconds since 1970, on a scale that all threads of a page share and that never goes back. */
export function wallMicros(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

/** A clock that stands at 0. */
export const STOPPED_AT_ZERO = -1;

/** Seconds that the clock shows. */
export function secondsOf(state: number, wall = wallMicros()): number {
  return (state < 0 ? -state - 1 : wall - state) / 1e6;
}

export function started(state: number, wall = wallMicros()): number {
  return state < 0 ? wall + state + 1 : state;
}

export function stopped(state: number, wall = wallMicros()): number {
  return state < 0 ? state : -(wall - state) - 1;
}
