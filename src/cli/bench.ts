/**
 * `npm run bench`: the lab's engines and the limit of the machine, side by side with TensorFlow.js and jax-js, in Node
 * and in headless Chromium. Progress goes to stderr, the result to stdout. Exit code 1 where a contestant computes
 * something else than the others.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import {
  LocalHost,
  type Measured,
  type Plan,
  type Report,
  reportOf,
  runBenchmark,
  watchInLines,
} from '../benchmark/index.ts';
import { measureInChromium } from './benchChromium.ts';
import { type Command, print, say, UsageError } from './command.ts';

const PLACES = ['node', 'chromium', 'both'] as const;
const DEFAULT_SECONDS = 2;

export const bench: Command = {
  name: 'bench',
  summary: 'Measures the engines side by side with TensorFlow.js, jax-js and the matrix products alone.',
  options: [
    ['--where node|chromium|both', 'where to measure (default both)'],
    ['--quick', 'the case of the measurements sheet alone'],
    [
      '--seconds S',
      `seconds of measurement a case (default ${DEFAULT_SECONDS}); slow contestants take longer`,
    ],
    ['--json', 'one line of JSON, last on stdout, instead of a table'],
  ],
  async run(args) {
    const { where, quick, seconds, json } = readBenchOptions(args);
    const loadBefore = loadavg()[0]!;
    const measured: Measured[] = [];
    let chromium: string | null = null;
    if (where !== 'chromium') measured.push(await measureHere({ where: 'node', quick, seconds }));
    if (where !== 'node') {
      const there = await measureInChromium({ quick, seconds });
      measured.push(there.measured);
      chromium = there.browser;
    }
    const report = reportOf(measured, {
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? 'unknown',
      node: process.versions.node,
      chromium,
      load_average: [loadBefore, loadavg()[0]!],
    });
    print(json ? JSON.stringify(report) : table(report));
    const disagreeing = report.cases.flatMap((one) => one.disagreements.map((who) => `${one.name}: ${who}`));
    if (disagreeing.length > 0) throw new Error(`These computed something else: ${disagreeing.join(', ')}.`);
  },
};

export interface BenchOptions {
  readonly where: (typeof PLACES)[number];
  readonly quick: boolean;
  readonly seconds: number;
  readonly json: boolean;
}

/** @throws UsageError naming the option */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const {
    where: text = 'both',
    quick = false,
    seconds = String(DEFAULT_SECONDS),
    json = false,
  } = readFlags(args);
  const where = PLACES.find((place) => place === text);
  if (where === undefined)
    throw new UsageError(`--where must be one of ${PLACES.join(', ')}; got "${text}".`);
  if (!(Number(seconds) > 0)) throw new UsageError(`--seconds must be a positive number; got "${seconds}".`);
  return { where, quick, seconds: Number(seconds), json };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        where: { type: 'string' },
        quick: { type: 'boolean' },
        seconds: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function measureHere(plan: Plan): Promise<Measured> {
  const host = new LocalHost();
  return runBenchmark(plan, () => host, { now: () => performance.now() }, watchInLines(plan.where, say));
}

function table({ cases, scaling, shares, objectives, threads }: Report): string {
  const columns = ['wasm', 'tfjs-wasm', 'tfjs', 'jaxjs', 'jaxjs-1'] as const;
  const rows = [
    ['', ...columns, 'limit', 'of jaxjs', 'of tfjs', 'of limit'],
    ...cases.map(({ name, ms, limit_ms, ratios }) => [
      name,
      ...columns.map((column) => cell(ms[column])),
      cell(limit_ms),
      cell(ratios.vs_jaxjs),
      cell(ratios.vs_tfjs),
      cell(ratios.vs_limit),
    ]),
  ];
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) =>
    row.map((text, i) => (i === 0 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!))).join('  '),
  );
  return [
    ...lines,
    '',
    `batch doubled ${cell(scaling.batch_doubled)}, layers doubled ${cell(scaling.layers_doubled)}`,
    `shares ${JSON.stringify(shares)}`,
    ...Object.entries(objectives).map(
      ([where, { dearest }]) =>
        `${where}: beside the engine ${dearest.name} costs most, ${cell(100 * dearest.of_update)} % of an update`,
    ),
    `threads ${JSON.stringify(threads)}`,
  ].join('\n');
}

function cell(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : String(Number(value.toPrecision(3)));
}
