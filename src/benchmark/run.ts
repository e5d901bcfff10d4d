/** The whole benchmark of one place: its cases, how two sizes scale, and the shares of an update. */
import type { Effort, Surroundings } from './alternate.ts';
import { allCases, type BenchmarkCase, SHEET_NAMES, sheetCases } from './cases.ts';
import type { ContestantName } from './contestant.ts';
import type { Host } from './host.ts';
import type { Measured, Scaling, Where } from './report.ts';
import { measureObjectives } from './objectiveShares.ts';
import { measureShares } from './shares.ts';
import { effortOf, runCases, type Watcher } from './runCases.ts';
import { type Line, runTogether } from './suite.ts';

export interface Plan {
  readonly where: Where;
  /** The sheet's cases alone. */
  readonly quick: boolean;
  /** Seconds of measurement for each case, where no contestant is slower. */
  readonly seconds: number;
}

/** There are many: few rounds of each, and one to warm up. */
const EVERY_OBJECTIVE = { warmUpMs: 1, leastRounds: 5, mostRounds: 9 };

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
  const shares = await measureShares(effort, surroundings);
  watcher.onProgress({ at: of, of, name: 'objectives' });
  const objectives = await measureObjectives({ ...effort, ...EVERY_OBJECTIVE }, surroundings);
  return { where, results, scaling, shares, objectives };
}

/** Who takes part in a case. */
export function lineOf(benchmarkCase: BenchmarkCase, where: Where): Line {
  return {
    contestants: ['wasm', 'tfjs-wasm', ...peersOf(benchmarkCase, where)],
    kernels: ['products-wasm', 'products-tfjs', 'products-jaxjs'],
  };
}

/** Plain models generate in the sheet's cases alone: without a cache they take too long to say more. */
function peersOf({ kind, name }: BenchmarkCase, where: Where): readonly ContestantName[] {
  if (kind === 'generation')
    return name === SHEET_NAMES.grouped || name === SHEET_NAMES.distinct ? ['tfjs'] : [];
  // In Node jax-js has one thread anyhow.
  if (where !== 'node') return ['tfjs', 'jaxjs', 'jaxjs-1'];
  return name === SHEET_NAMES.step ? ['tfjs', 'jaxjs', 'tfjs-cpu'] : ['tfjs', 'jaxjs'];
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
