/**
 * `npm run bench`: the lab's engines and the limit of the machine, side by side with TensorFlow.js and jax-js.
 * Progress and a table go to stderr, the result to stdout.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import {
  LocalHost,
  type Measured,
  reportedCase,
  reportOf,
  runBenchmark,
  type Where,
} from '../benchmark/index.ts';
import { type Command, print, say, UsageError } from './command.ts';

const PLACES = ['node', 'chromium', 'both'] as const;
const DEFAULT_SECONDS = 2;

export const bench: Command = {
  name: 'bench',
  summary: 'Measures the engines side by side with TensorFlow.js, jax-js and the matrix products alone.',
  options: [
    ['--where node|chromium|both', 'where to measure (default both)'],
    ['--quick', 'the case of the measurements sheet alone'],
    ['--seconds S', `seconds of measurement a case (default ${DEFAULT_SECONDS})`],
    ['--json', 'one line of JSON, last on stdout'],
  ],
  async run(args) {
    const { where, quick, seconds, json } = readBenchOptions(args);
    const measured: Measured[] = [];
    if (where !== 'chromium') measured.push(await measureHere(quick, seconds));
    const [processor] = cpus();
    const report = reportOf(measured, {
      cores: cpus().length,
      cpu: processor?.model ?? 'unknown',
      node: process.versions.node,
      chromium: null,
    });
    if (json) print(JSON.stringify(report));
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

async function measureHere(quick: boolean, seconds: number): Promise<Measured> {
  const host = new LocalHost();
  const where: Where = 'node';
  return runBenchmark(
    { where, quick, seconds },
    () => host,
    { now: () => performance.now() },
    {
      onProgress: ({ at, of, name }) => say(`${where} ${at} of ${of}: ${name} …`),
      onResult: (result) => say(`  ${JSON.stringify(reportedCase(where, result))}`),
    },
  );
}
