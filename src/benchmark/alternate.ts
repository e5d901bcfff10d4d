/**
 * Measures several things side by side: one run of each in turn, round after round, so that whatever else the machine
 * does falls on all of them alike. It knows no benchmark, only things that run and a clock.
 */

export interface Entrant {
  /** Runs once; milliseconds of each of its parts (most have one). */
  run(): Promise<readonly number[]>;
}

export interface Effort {
  /** Before the first round each entrant runs once, and again until it has run for so long. */
  readonly warmUpMs: number;
  /** Rounds begin until so much time has passed since the first, */
  readonly budgetMs: number;
  /** but there are at least and at most so many. */
  readonly leastRounds: number;
  readonly mostRounds: number;
}

export interface Surroundings {
  /** Milliseconds. */
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Told before each round of measurement, from 0. */
  readonly onRound?: (round: number) => void;
}

/**
 * Milliseconds by entrant, part and round. Each round begins with another entrant, so that none always follows the
 * same one. @throws the signal's reason where it is aborted
 */
export async function alternate(
  entrants: readonly Entrant[],
  effort: Effort,
  { now, signal, onRound }: Surroundings,
): Promise<readonly (readonly (readonly number[])[])[]> {
  for (const entrant of entrants) {
    const began = now();
    do {
      signal?.throwIfAborted();
      await entrant.run();
    } while (now() - began < effort.warmUpMs);
  }
  const times: number[][][] = entrants.map(() => []);
  const began = now();
  for (let round = 0; round < effort.mostRounds; round++) {
    if (round >= effort.leastRounds && now() - began >= effort.budgetMs) break;
    onRound?.(round);
    for (let turn = 0; turn < entrants.length; turn++) {
      signal?.throwIfAborted();
      const index = (turn + round) % entrants.length;
      const parts = await entrants[index]!.run();
      parts.forEach((ms, part) => (times[index]![part] ??= []).push(ms));
    }
  }
  return times;
}
