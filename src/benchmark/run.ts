/** The whole benchmark of one place: its cases, how two sizes scale, and the shares of an update. */
import type { Effort, Surroundings } from './alternate.ts';
import { allCases, type BenchmarkCase, SHEET_NAMES, sheetCases } from './cases.ts';
import type { ContestantName } from './contestant.ts';
import type { Host } from './host.ts';
import type { Measured, Scaling, Where } from './report.ts';
import { measureShares } from './shares.ts';
import { type CaseResult, type Line, runCase, runTogether } from './suite.ts';

export interface Plan {
  readonly where: Where;
  /** The sheet's cases alone. */
  readonly quick: boolean;
  /** Seconds of measurement for each case, where no contestant is slower. */
  readonly seconds: number;
}

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

/** Everything that `npm run bench` tells of one place. */
export async function runBenchmark(
  plan: Plan,
  hosts: (contestant: ContestantName) => Host,
  surroundings: Surroundings,
  watcher: Watcher,
): Promise<Measured> {
  const { where } = plan;
  const cases = plan.quick ? sheetCases() : allCases();
  const effort = effortOf(plan.seconds);
  const results = await runCases(cases, (each) => lineOf(each, where), hosts, effort, surroundings, watcher);
  const of = cases.length;
  watcher.onProgress({ at: of, of, name: 'scaling' });
  const scaling = await measureScaling(hosts('wasm'), effort, surroundings);
  watcher.onProgress({ at: of, of, name: 'shares of an update' });
  return { where, results, scaling, shares: await measureShares(effort, surroundings) };
}

/** Cases one after another. */
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

export function effortOf(seconds: number): Effort {
  return { warmUpMs: 300, budgetMs: seconds * 1000, leastRounds: 3, mostRounds: 40 };
}

/** Who takes part in a case. */
export function lineOf(benchmarkCase: BenchmarkCase, where: Where): Line {
  const sheet = (Object.values(SHEET_NAMES) as string[]).includes(benchmarkCase.name);
  const cpu = where === 'node' && benchmarkCase.name === SHEET_NAMES.step;
  const peers: ContestantName[] =
    benchmarkCase.kind === 'step'
      ? ['tfjs', 'jaxjs', ...(cpu ? (['tfjs-cpu'] as const) : [])]
      : sheet
        ? ['tfjs']
        : [];
  return {
    contestants: ['wasm', 'tfjs-wasm', ...peers],
    kernels: ['products-wasm', 'products-tfjs', 'products-jaxjs'],
  };
}

async function measureScaling(host: Host, effort: Effort, surroundings: Surroundings): Promise<Scaling> {
  const named = (name: string): BenchmarkCase => allCases().find((one) => one.name === name)!;
  const [single, batch, layers] = await runTogether(
    [SHEET_NAMES.step, 'step-batch-64', 'step-layers-4'].map(named),
    host,
    { ...effort, mostRounds: 3 * effort.mostRounds },
    surroundings,
  );
  return { batch_doubled: batch! / single!, layers_doubled: layers! / single! };
}
