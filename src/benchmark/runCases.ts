/** Cases one after another, for the command and for the page of the lab. */
import type { Effort, Surroundings } from './alternate.ts';
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName } from './contestant.ts';
import type { Host } from './host.ts';
import { type CaseResult, type Line, runCase } from './suite.ts';

export interface Progress {
  /** Cases begun, this one included, and cases in all. */
  readonly at: number;
  readonly of: number;
  readonly name: string;
}

export interface Watcher {
  onProgress(progress: Progress): void;
  onResult(result: CaseResult): void;
}

/** Results in the order of the cases. @throws where the reference engine fails, or the signal is aborted */
export async function runCases(
  cases: readonly BenchmarkCase[],
  line: (benchmarkCase: BenchmarkCase) => Line,
  hosts: (contestant: ContestantName) => Host,
  effort: Effort,
  surroundings: Surroundings,
  watcher: Watcher,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const [i, benchmarkCase] of cases.entries()) {
    watcher.onProgress({ at: i + 1, of: cases.length, name: benchmarkCase.name });
    const result = await runCase(benchmarkCase, line(benchmarkCase), hosts, effort, surroundings);
    results.push(result);
    watcher.onResult(result);
  }
  return results;
}

/** @param seconds for all contestants of a case together, where none is slower */
export function effortOf(seconds: number): Effort {
  return { warmUpMs: 300, budgetMs: seconds * 1000, leastRounds: 3, mostRounds: 40, patienceMs: 6000 };
}
