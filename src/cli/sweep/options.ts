/** What the command line of `sweep` asks for. */
import { availableParallelism } from 'node:os';
import { type MethodName, objectives } from '../../learning/objectives/index.ts';
import { settings } from '../../experiment/settings/index.ts';
import { quote } from '../../experiment/fields.ts';
import { type Command, UsageError } from '../command.ts';
import {
  headlessOptions,
  type HeadlessRun,
  oneRunOptions,
  readHeadlessOptions,
  refuseOneRunOptions,
  seedsFrom,
  wholeNumber,
} from '../options.ts';

export interface SweepOptions {
  readonly base: HeadlessRun;
  readonly methods: readonly MethodName[];
  readonly lags: readonly number[];
  readonly seeds: readonly number[];
  readonly jobs: number;
  /** Where runs are written as they end. */
  readonly runs: string;
  /** Where the table goes. */
  readonly table: string | undefined;
}

export interface VerifyOptions {
  /** The table whose cells are played again. */
  readonly verify: string;
  readonly cells: number;
  /** What chooses them; undefined = the commit of the code. */
  readonly by: string | undefined;
  readonly jobs: number;
  readonly json: boolean;
}

const OWN: Command['options'] = [
  ['--methods all|A,B,…', 'the objectives (default all)'],
  ['--lags K,L,…', 'exact lags in updates (default 0,4,16,64)'],
  ['--seeds N', 'from --seed on (default 5)'],
  ['--jobs N', 'processes at a time (default: one a core)'],
  [
    '--runs FILE',
    'where each run is written as it ends; go on from there (default .cache/sweep-PRESET.jsonl)',
  ],
  ['--table FILE', 'writes the table for the lab'],
  [
    '--verify TABLE',
    'plays some cells of a table again instead, and says whether the fingerprints are the same',
  ],
  ['--cells N', 'with --verify: how many (default 5), chosen by the hash of the commit'],
  ['--by TEXT', 'with --verify: chosen by this text instead'],
];

export const sweepOptions: Command['options'] = [
  ...OWN,
  ...headlessOptions.filter(([option]) => !oneRunOptions.includes(option.split(' ')[0]!)),
];

/** @throws UsageError naming the option */
export function readSweepOptions(args: readonly string[]): SweepOptions | VerifyOptions {
  refuseOneRunOptions(args);
  const { own, shared } = split(args);
  const jobs = wholeNumber('--jobs', own.get('--jobs') ?? String(availableParallelism()), 1, 1024);
  const verify = own.get('--verify');
  if (verify !== undefined) {
    const stray = [...shared, ...own.keys()].find(
      (option) =>
        option.startsWith('--') && !['--verify', '--cells', '--by', '--jobs', '--json'].includes(option),
    );
    if (stray !== undefined) throw new UsageError(`${stray} is the table’s; leave it out.`);
    const cells = wholeNumber('--cells', own.get('--cells') ?? '5', 1, 100_000);
    return { verify, cells, by: own.get('--by'), jobs, json: shared.includes('--json') };
  }
  for (const option of ['--cells', '--by']) {
    if (own.has(option)) throw new UsageError(`${option} goes with --verify.`);
  }
  const base = readHeadlessOptions(shared);
  const { experiment } = base.course;
  const count = wholeNumber('--seeds', own.get('--seeds') ?? '5', 1, 1000);
  const seeds = seedsFrom(experiment.run.seed, count);
  const methods = methodsOf(own.get('--methods') ?? 'all');
  const lags = lagsOf(own.get('--lags') ?? '0,4,16,64');
  // The last accuracy of a curve is what is told as the final one.
  if (base.updates % experiment.evaluation.every !== 0) {
    throw new UsageError(
      `--updates must be a multiple of ${experiment.evaluation.every}, after which held-out prompts are answered, so that the last update is judged; got ${base.updates}.`,
    );
  }
  return {
    base,
    methods,
    lags,
    seeds,
    jobs,
    runs: own.get('--runs') ?? `.cache/sweep-${experiment.preset}.jsonl`,
    table: own.get('--table'),
  };
}

function split(args: readonly string[]) {
  const names = OWN.map(([option]) => option.split(' ')[0]!);
  const own = new Map<string, string>();
  const shared: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const option = args[i]!;
    if (!names.includes(option)) {
      shared.push(option);
      continue;
    }
    const value = args[++i];
    if (value === undefined || value.startsWith('--')) throw new UsageError(`${option} needs a value.`);
    own.set(option, value);
  }
  return { own, shared };
}

function methodsOf(text: string): readonly MethodName[] {
  const all = Object.keys(objectives) as MethodName[];
  if (text === 'all') return all;
  const wanted = text.split(',');
  const unknown = wanted.find((name) => !Object.hasOwn(objectives, name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--methods: there is no objective ${quote(unknown)}; npm run objectives -- --list names all.`,
    );
  }
  return distinct('--methods', wanted as MethodName[]);
}

function lagsOf(text: string): readonly number[] {
  const { min, max } = settings.schedule.exactLag;
  return distinct(
    '--lags',
    text.split(',').map((lag) => wholeNumber('--lags', lag, min, max)),
  );
}

function distinct<T>(option: string, values: readonly T[]): readonly T[] {
  const twice = values.find((value, n) => values.indexOf(value) !== n);
  if (twice !== undefined) throw new UsageError(`${option} names ${String(twice)} twice.`);
  return values;
}
