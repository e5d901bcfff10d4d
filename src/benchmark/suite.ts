/**
 * Runs cases: all contestants of a case are prepared, their results compared with those of the lab's fused engine, and
 * then measured in alternation together with the case's matrix products. It knows neither threads nor output.
 */
import { median } from '../numerics/quantiles.ts';
import { type Agreement, agreementOf, agrees } from './agreement.ts';
import { alternate, type Effort, type Surroundings } from './alternate.ts';
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName, Description } from './contestant.ts';
import type { Host, Prepared } from './host.ts';
import { flopsOf, type Product, productsOf } from './products.ts';

/** The engine that all others are compared with. */
export const REFERENCE: ContestantName = 'wasm';

export interface CaseResult {
  readonly case: BenchmarkCase;
  /** Median milliseconds of a run. */
  readonly ms: Readonly<Partial<Record<ContestantName, number>>>;
  /** Shortest run, which a busy machine disturbs least. */
  readonly best: Readonly<Partial<Record<ContestantName, number>>>;
  /** Milliseconds of the case's products by each kernel, and by the best of them for each shape. */
  readonly products: Readonly<Partial<Record<ContestantName, number>>>;
  readonly limitMs: number;
  /** How much of it by which kernel. */
  readonly limitBy: Readonly<Partial<Record<ContestantName, number>>>;
  /** Billions of operations in these products. */
  readonly gflop: number;
  /** How many runs each median is of. */
  readonly rounds: Readonly<Partial<Record<ContestantName, number>>>;
  readonly descriptions: Readonly<Partial<Record<ContestantName, Description>>>;
  readonly agreement: Readonly<Partial<Record<ContestantName, Agreement>>>;
  /** Why a contestant has no time. */
  readonly absent: Readonly<Partial<Record<ContestantName, string>>>;
}

export interface Line {
  readonly contestants: readonly ContestantName[];
  readonly kernels: readonly ContestantName[];
}

/** A contestant on a case, and the host it lives on. */
interface Place {
  readonly contestant: ContestantName;
  readonly host: Host;
  readonly prepared: Prepared;
}

/**
 * @param hosts gives each contestant its host
 * @throws where the reference engine itself fails, or the signal is aborted
 */
export async function runCase(
  benchmarkCase: BenchmarkCase,
  line: Line,
  hosts: (contestant: ContestantName) => Host,
  effort: Effort,
  surroundings: Surroundings,
): Promise<CaseResult> {
  const places: Place[] = [];
  const absent: Partial<Record<ContestantName, string>> = {};
  const agreement: Partial<Record<ContestantName, Agreement>> = {};
  const release = async ({ host, prepared }: Place): Promise<void> => host.release(prepared.id);
  try {
    for (const contestant of [...line.contestants, ...line.kernels]) {
      surroundings.signal?.throwIfAborted();
      try {
        const host = hosts(contestant);
        const place = { contestant, host, prepared: await host.prepare(contestant, benchmarkCase) };
        places.push(place);
        const reference = places.find((other) => other.contestant === REFERENCE)?.prepared.evidence;
        if (reference === undefined || place.prepared.evidence === undefined) continue;
        const found = agreementOf(reference, place.prepared.evidence);
        agreement[contestant] = found;
        if (agrees(found)) continue;
        absent[contestant] = `computes something else: ${JSON.stringify(found)}`;
        await release(places.pop()!);
      } catch (error) {
        if (contestant === REFERENCE) throw error;
        absent[contestant] = error instanceof Error ? error.message : String(error);
      }
    }
    const times = await alternate(
      places.map(({ host, prepared }) => ({
        warmMs: prepared.evidenceMs,
        run: () => host.measure(prepared.id),
      })),
      effort,
      surroundings,
    );
    const isKernel = ({ contestant }: Place): boolean => line.kernels.includes(contestant);
    const products = productsOf(benchmarkCase);
    const kernels = places.map((_, i) => i).filter((i) => isKernel(places[i]!));
    const limit = limitOf(
      products,
      kernels.map((i) => times[i]!),
    );
    return {
      case: benchmarkCase,
      ms: byName(places, (place, i) => (isKernel(place) ? undefined : median(times[i]![0]!))),
      best: byName(places, (place, i) => (isKernel(place) ? undefined : Math.min(...times[i]![0]!))),
      products: byName(places, (place, i) =>
        isKernel(place) ? limitOf(products, [times[i]!]).ms : undefined,
      ),
      limitMs: limit.ms,
      limitBy: byName(places, (_, i) => limit.byKernel[kernels.indexOf(i)]),
      gflop: flopsOf(products) / 1e9,
      rounds: byName(places, (_, i) => times[i]![0]!.length),
      descriptions: byName(places, ({ prepared }) => prepared.description),
      agreement,
      absent,
    };
  } finally {
    for (const place of places) await release(place);
  }
}

/**
 * What all products of a case take, each done by the kernel that is the fastest for it, or by one kernel throughout
 * where that is less. A sum is taken in each round and the median of these, so that a busy machine burdens the limit as
 * it burdens a contestant.
 *
 * @param times milliseconds of one execution by kernel, product and round
 * @returns milliseconds, and how much of them by which kernel; NaN without kernels
 */
export function limitOf(
  products: readonly Product[],
  times: readonly (readonly (readonly number[])[])[],
): { readonly ms: number; readonly byKernel: readonly number[] } {
  const fastest = products.map((_, i) => leastIndex(times.map((kernel) => median(kernel[i]!))));
  const choices = [fastest, ...times.map((_, kernel) => products.map(() => kernel))];
  const sums = choices.map((choice) => medianSum(products, choice, times));
  const best = leastIndex(sums);
  const byKernel = times.map((_, kernel) => {
    const others = choices[best]!.map((chosen) => (chosen === kernel ? kernel : -1));
    return medianSum(products, others, times);
  });
  return { ms: times.length === 0 ? NaN : sums[best]!, byKernel };
}

/** Median over rounds of the sum of all products, each by its chosen kernel; −1 = left out. */
function medianSum(
  products: readonly Product[],
  choice: readonly number[],
  times: readonly (readonly (readonly number[])[])[],
): number {
  const chosen = products.flatMap(({ count }, i) =>
    choice[i]! < 0 ? [] : [{ count, rounds: times[choice[i]!]![i]! }],
  );
  if (chosen.length === 0) return 0;
  const rounds = Math.min(...chosen.map((each) => each.rounds.length));
  return median(
    Array.from({ length: rounds }, (_, r) =>
      chosen.reduce((sum, each) => sum + each.count * each.rounds[r]!, 0),
    ),
  );
}

function leastIndex(values: readonly number[]): number {
  return values.indexOf(Math.min(...values));
}

/** Median milliseconds of the reference engine on several cases, measured in alternation. */
export async function runTogether(
  cases: readonly BenchmarkCase[],
  host: Host,
  effort: Effort,
  surroundings: Surroundings,
): Promise<readonly number[]> {
  const prepared: Prepared[] = [];
  try {
    for (const each of cases) prepared.push(await host.prepare(REFERENCE, each));
    const entrants = prepared.map(({ id, evidenceMs }) => ({
      warmMs: evidenceMs,
      run: () => host.measure(id),
    }));
    const times = await alternate(entrants, effort, surroundings);
    return times.map(([rounds]) => median(rounds!));
  } finally {
    for (const { id } of prepared) await host.release(id);
  }
}

function byName<T>(
  places: readonly Place[],
  of: (place: Place, index: number) => T | undefined,
): Partial<Record<ContestantName, T>> {
  const entries = places.map((place, i) => [place.contestant, of(place, i)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<
    Record<ContestantName, T>
  >;
}
