/**
 * The table of a sweep, as the JSON file that the command writes and the lab shows: every run's curve, and where it all
 * comes from.
 *
 *   { "format": "laglab-sweep", "version": 1, "preset": "stale-v1", "experiment": link of the base, "commit": "…",
 *     "engine": "wasm simd", "command": "npm run sweep -- …", "updates": 200, "every": 10, "prompts": 256,
 *     "methods": [...], "lags": [...], "seeds": [...],
 *     "runs": [{ "method": "ppo", "lag": 16, "seed": 1, "right": [48, 51, …], "clip": 0.08, … "fingerprint": "…" }] }
 *
 * `right` counts held-out prompts answered rightly by greedy decoding, of `prompts`: after the warm start, then after every
 * `every` updates, so that the share is exact. Reading never throws.
 */
import { z } from 'zod';
import { type MethodName, objectives } from '../../learning/objectives/index.ts';
import type { Cell, Place } from './cell.ts';

const FORMAT = 'laglab-sweep';
const VERSION = 1;

export interface SweepRun extends Place {
  /** Held-out prompts answered rightly, at the warm start and at every evaluation. */
  readonly right: readonly number[];
  /** Means over all updates: share of tokens that the clip cut; null for a method that does not clip. */
  readonly clip: number | null;
  /** Share of tokens that any gate of the method acted on. */
  readonly gated: number;
  /** Share of tokens with an advantage whose gradient was exactly 0. */
  readonly masked: number;
  /** Updates that were skipped because something was not finite. */
  readonly skipped: number;
  readonly fingerprint: string;
}

export interface SweepTable {
  readonly preset: string;
  /** The base experiment as a link. */
  readonly experiment: string;
  /** Where the code came from; "unknown" outside a checkout. */
  readonly commit: string;
  readonly engine: string;
  readonly command: string;
  readonly updates: number;
  /** Updates between two evaluations, and prompts of each. */
  readonly every: number;
  readonly prompts: number;
  readonly methods: readonly MethodName[];
  readonly lags: readonly number[];
  readonly seeds: readonly number[];
  /** By method, lag and seed, in the order of the lists. */
  readonly runs: readonly SweepRun[];
}

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const method = z.custom<MethodName>(
  (value) => typeof value === 'string' && Object.hasOwn(objectives, value),
  { message: 'is no objective of this lab' },
);

export const sweepRun = z.object({
  method,
  lag: count,
  seed: count,
  right: z.array(count).min(1),
  clip: share.nullable(),
  gated: share,
  masked: share,
  skipped: count,
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
});

const table = z
  .object({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    preset: z.string(),
    experiment: z.string(),
    commit: z.string(),
    engine: z.string(),
    command: z.string(),
    updates: count.min(1),
    every: count.min(1),
    prompts: count.min(1),
    methods: z.array(method).min(1),
    lags: z.array(count).min(1),
    seeds: z.array(count).min(1),
    runs: z.array(sweepRun),
  })
  .transform(({ format: _, version: __, ...kept }): SweepTable => kept);

export type ParsedTable =
  { readonly ok: true; readonly table: SweepTable } | { readonly ok: false; readonly message: string };

/** The file's text: one run a line, so that a change of one is one line of a difference. */
export function encodeTable({ runs, ...head }: SweepTable): string {
  const start = JSON.stringify({ format: FORMAT, version: VERSION, ...head });
  const lines = runs.map((run) => JSON.stringify(run)).join(',\n');
  return `${start.slice(0, -1)},"runs":[\n${lines}\n]}\n`;
}

export function decodeTable(text: string): ParsedTable {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, message: 'The table is no JSON.' };
  }
  const parsed = table.safeParse(data);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return {
      ok: false,
      message: `The table is not one of this lab: ${path.join('.') || 'the whole'}: ${message}.`,
    };
  }
  const missing = placesOf(parsed.data).filter((place) => !runAt(parsed.data, place));
  if (missing.length > 0) {
    const { method: name, lag, seed } = missing[0]!;
    return {
      ok: false,
      message: `The table lacks ${missing.length} of its runs, the first ${name} at lag ${lag}, seed ${seed}.`,
    };
  }
  return { ok: true, table: parsed.data };
}

type Lists = Pick<SweepTable, 'methods' | 'lags' | 'seeds'>;

export function cellsOf({ methods, lags }: Omit<Lists, 'seeds'>): readonly Cell[] {
  return methods.flatMap((name) => lags.map((lag) => ({ method: name, lag })));
}

/** All places, in the order of the table. */
export function placesOf(lists: Lists): readonly Place[] {
  return cellsOf(lists).flatMap((cell) => lists.seeds.map((seed) => ({ ...cell, seed })));
}

export function isAt(place: Place): (run: Place) => boolean {
  return (run) => run.method === place.method && run.lag === place.lag && run.seed === place.seed;
}

function runAt({ runs }: SweepTable, place: Place): SweepRun | undefined {
  return runs.find(isAt(place));
}
