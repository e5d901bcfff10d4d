/** From measurements to the numbers that are told: ratios, and the one line of JSON. Computes, prints nothing. */
import { type Agreement, agrees } from './agreement.ts';
import type { ContestantName, Description } from './contestant.ts';
import type { ObjectiveShares } from './objectiveShares.ts';
import type { Shares } from './shares.ts';
import type { CaseResult } from './suite.ts';

/** `browser` is a visitor's, whichever it is. */
export type Where = 'node' | 'chromium' | 'browser';

/** The lab's fused engine against others: its time divided by theirs, so that 0.4 means 0.4 of their time. */
export interface Ratios {
  readonly vs_jaxjs: number | null;
  /** jax-js without its pool of threads, where it has one. */
  readonly vs_jaxjs_1_thread?: number | null;
  readonly vs_tfjs: number | null;
  /** The lab's engine on TensorFlow.js. */
  readonly vs_tfjs_engine: number | null;
  /** Against the case's matrix products alone. */
  readonly vs_limit: number | null;
  /** The other way round, of a generation: how many times as fast as the engine on TensorFlow.js. */
  readonly speedup_vs_tfjs_engine?: number | null;
}

export interface ReportedCase {
  /** Unique: where, then the case's own name. */
  readonly name: string;
  readonly backend: 'wasm';
  readonly where: Where;
  readonly kind: 'step' | 'generation';
  /** The shape, readable. */
  readonly shape: string;
  readonly ms: Readonly<Partial<Record<ContestantName, number>>>;
  /** The shortest run of each. */
  readonly best_ms: Readonly<Partial<Record<ContestantName, number>>>;
  readonly ratios: Ratios;
  readonly limit_ms: number;
  /** Milliseconds of all products by one library's kernel; the limit takes the best for each shape. */
  readonly products_ms: Readonly<Partial<Record<ContestantName, number>>>;
  /** Milliseconds of the limit by the kernel that they were measured with. */
  readonly limit_by: Readonly<Partial<Record<ContestantName, number>>>;
  readonly limit_gflops: number;
  readonly rounds: Readonly<Partial<Record<ContestantName, number>>>;
  readonly agreement: Readonly<Partial<Record<ContestantName, Agreement>>>;
  readonly absent: Readonly<Partial<Record<ContestantName, string>>>;
  /** Those of the absent that computed something else than the others. */
  readonly disagreements: readonly ContestantName[];
}

/** How many times the sheet's step takes when one size is doubled, measured side by side. */
export interface Scaling {
  readonly batch_doubled: number;
  readonly layers_doubled: number;
}

/** What one place measured. */
export interface Measured {
  readonly where: Where;
  readonly results: readonly CaseResult[];
  readonly scaling: Scaling;
  readonly shares: Shares;
  readonly objectives: ObjectiveShares;
}

export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly node: string;
  readonly chromium: string | null;
  /** Processes that wanted to run in the last minute, before and after: above the cores, all times are too long. */
  readonly load_average: readonly [number, number];
}

export interface Report {
  readonly cases: readonly ReportedCase[];
  readonly ratios: Readonly<Record<string, Ratios>>;
  readonly shares: Readonly<Partial<Record<Where, Shares>>>;
  /** What objectives cost beside the engine. */
  readonly objectives: Readonly<Partial<Record<Where, ObjectiveShares>>>;
  readonly scaling: Readonly<Partial<Record<Where, Scaling>>> & Scaling;
  readonly threads: Readonly<Partial<Record<Where, Readonly<Record<string, number>>>>>;
  readonly notes: Readonly<Partial<Record<Where, Readonly<Record<string, string>>>>>;
  readonly machine: Machine;
}

/** @param measured at least one place; scaling's own two numbers are those of the last */
export function reportOf(measured: readonly Measured[], machine: Machine): Report {
  const cases = measured.flatMap(({ where, results }) =>
    results.map((result) => reportedCase(where, result)),
  );
  const byWhere = <T>(of: (one: Measured) => T): Partial<Record<Where, T>> =>
    Object.fromEntries(measured.map((one) => [one.where, of(one)]));
  const described = <T>(one: Measured, of: (description: Description) => T): Record<string, T> =>
    Object.fromEntries(
      one.results.flatMap(({ descriptions }) =>
        Object.entries(descriptions).map(([name, description]) => [name, of(description)] as const),
      ),
    );
  return {
    cases,
    ratios: Object.fromEntries(cases.map(({ name, ratios }) => [name, ratios])),
    shares: byWhere((one) => one.shares),
    objectives: byWhere((one) => one.objectives),
    scaling: { ...measured.at(-1)!.scaling, ...byWhere((one) => one.scaling) },
    threads: byWhere((one) => described(one, ({ threads }) => threads)),
    notes: byWhere((one) => described(one, ({ notes }) => notes)),
    machine,
  };
}

export function reportedCase(where: Where, result: CaseResult): ReportedCase {
  const { case: measured, ms, best, products, limitMs, limitBy, gflop, rounds, agreement, absent } = result;
  return {
    name: `${where}/${measured.name}`,
    backend: 'wasm',
    where,
    kind: measured.kind,
    shape: shapeOf(result),
    ms: mapped(ms),
    best_ms: mapped(best),
    ratios: ratiosOf(result),
    limit_ms: rounded(limitMs),
    limit_by: mapped(limitBy),
    products_ms: mapped(products),
    limit_gflops: rounded((gflop / limitMs) * 1000),
    rounds,
    agreement,
    absent,
    disagreements: (Object.keys(agreement) as ContestantName[]).filter((name) => !agrees(agreement[name]!)),
  };
}

export function ratiosOf({ case: measured, ms, limitMs }: CaseResult): Ratios {
  const over = (theirs: number | undefined): number | null =>
    ms.wasm === undefined || theirs === undefined ? null : rounded(ms.wasm / theirs);
  return {
    vs_jaxjs: over(ms.jaxjs),
    ...(ms['jaxjs-1'] !== undefined && { vs_jaxjs_1_thread: over(ms['jaxjs-1']) }),
    vs_tfjs: over(ms.tfjs),
    vs_tfjs_engine: over(ms['tfjs-wasm']),
    vs_limit: over(limitMs),
    ...(measured.kind === 'generation' && {
      speedup_vs_tfjs_engine:
        ms.wasm === undefined || ms['tfjs-wasm'] === undefined ? null : rounded(ms['tfjs-wasm'] / ms.wasm),
    }),
  };
}

function shapeOf({ case: measured }: CaseResult): string {
  const { width, layers, heads, vocabulary } = measured.spec;
  const policy = `width ${width}, ${layers} layers, ${heads} heads, vocabulary ${vocabulary}`;
  return measured.kind === 'step'
    ? `${policy}; ${measured.rows} × ${measured.positions} tokens`
    : `${policy}; ${measured.rows} × ${measured.responseLength} tokens after ${measured.prompts} prompts of ${measured.promptLength}`;
}

function mapped(values: Readonly<Partial<Record<ContestantName, number>>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));
}

/** Four significant digits: more is noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
