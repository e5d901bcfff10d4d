/** The speed of virtual runs: chosen here, kept for the visit, told to the session by the controller. */
import { createStore } from 'zustand/vanilla';

/** Seconds of the run's clock per second, fastest first. */
export const SPEEDS = [Infinity, 10, 3, 1, 0.3, 0.1] as const;

export const speedStore = createStore<{ readonly speed: number }>(() => ({ speed: SPEEDS[0] }));

export function speedName(speed: number): string {
  return speed === Infinity ? 'full' : `${speed}×`;
}

/** The next speed that is slower (1) or faster (−1); the same at the ends. */
export function neighbour(speed: number, direction: 1 | -1): number {
  const at = SPEEDS.indexOf(speed as (typeof SPEEDS)[number]);
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + direction))]!;
}
