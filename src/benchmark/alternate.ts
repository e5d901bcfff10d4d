/**
 * Measures several things side by side: one run of each in turn, round after round, so that whatever else the machine
 * does falls on all of them alike. It knows no benchmark, only things that run and a clock.
 */

export interface Entrant {
  /** Milliseconds for which it has been warmed up already. */
  readonly warmMs?: number;
  /** Runs once; milliseconds of each of its parts (most have one). */
  run(): Promise<readonly number[]>;
}

export interface Effort {
  /** Before the first round each entrant runs until it has been warmed up for so long. */
  readonly warmUpMs: number;
  /**
   * Time for all entrants together. Each has an equal share of it and sits out once its share is used up; what slow ones
   * leave over is the others'.
   */
  readonly budgetMs: number;
  /** Each entrant runs at least and at most so many times, whatever its share, */
  readonly leastRounds: number;
  readonly mostRounds: number;
  /** but not again once it has taken so long. */
  readonly patienceMs: number;
}

export interface Surroundings {
  /** Milliseconds. */
  readonly now: () => number;
  readonly signal?: AbortSignal;
}

/**
 * Milliseconds by entrant, part and run. Each round begins with another entrant, so that none always follows the same
 * one. @throws the signal's reason where it is aborted
 */
export async function alternate(
  entrants: readonly Entrant[],
  effort: Effort,
  { now, signal }: Surroundings,
): Promise<readonly (readonly (readonly number[])[])[]> {
  const timed = async (entrant: Entrant): Promise<{ parts: readonly number[]; taken: number }> => {
    signal?.throwIfAborted();
    const began = now();
    const parts = await entrant.run();
    return { parts, taken: now() - began };
  };
  for (const entrant of entrants) {
    let spent = entrant.warmMs ?? 0;
    while (spent < effort.warmUpMs) spent += (await timed(entrant)).taken;
  }
  const times: number[][][] = entrants.map(() => []);
  const spent = entrants.map(() => 0);
  for (let round = 0; round < effort.mostRounds; round++) {
    const playing = entrants.map((_, i) => i).filter((i) => isPlaying(i, round, spent, effort));
    if (playing.length === 0) break;
    for (let turn = 0; turn < playing.length; turn++) {
      const index = playing[(turn + round) % playing.length]!;
      const { parts, taken } = await timed(entrants[index]!);
      spent[index]! += taken;
      parts.forEach((ms, part) => (times[index]![part] ??= []).push(ms));
    }
  }
  return times;
}

function isPlaying(index: number, round: number, spent: readonly number[], effort: Effort): boolean {
  if (spent[index]! >= effort.patienceMs) return false;
  if (round < effort.leastRounds) return true;
  const share = effort.budgetMs / spent.length;
  const total = spent.reduce((a, b) => a + b);
  return spent[index]! < share || (total < effort.budgetMs && spent[index]! <= 2 * share);
}
