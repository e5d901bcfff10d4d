/** The options of `npm run simulate`, read with words for what is wrong. */
import { parseArgs } from 'node:util';
import { defaultExperiment } from '../experiment/defaults.ts';
import { parseValue, quote, settingOf } from '../experiment/fields.ts';
import { settings, type Field } from '../experiment/settings/index.ts';
import { pipelineSettings } from '../pipeline/index.ts';
import type { Latency } from '../runtime/virtual/latency.ts';
import type { PredictionInput } from '../runtime/virtual/prediction.ts';
import { UsageError } from './command.ts';

export interface SimulateOptions {
  readonly input: PredictionInput;
  readonly json: boolean;
}

/** The model of `systems.md` §1.17. */
const defaults = {
  eta: '4',
  batch: '16',
  learner: '10',
  publish: '4',
  'publish-mode': 'overlap',
  latency: 'lognormal:25:0.6',
  concurrency: 'inf',
  order: 'oldest-done',
  'over-age': 'train',
  schedule: 'bounded',
  'publish-every': '1',
  lag: '0',
  lags: '',
  ahead: '0.5',
  stage: '8',
  versions: '1500',
  seed: '1',
} as const;

type Name = keyof typeof defaults;

const modes = settings.schedule.mode.options.map(({ value }) => value);

const LATENCIES = 'constant:L, lognormal:MEAN:SIGMA or pareto:MEAN:ALPHA';

export const simulateOptions: readonly (readonly [string, string])[] = [
  ['--eta N', `η, versions that admission runs ahead (default ${defaults.eta})`],
  ['--batch B', `prompts that an update consumes (default ${defaults.batch})`],
  ['--learner T', `seconds of an update (default ${defaults.learner})`],
  ['--publish D', `seconds from an update to its weights being in force (default ${defaults.publish})`],
  [
    '--publish-mode overlap|blocking',
    `whether the learner waits meanwhile (default ${defaults['publish-mode']})`,
  ],
  ['--latency …', `seconds of an answer: ${LATENCIES} (default ${defaults.latency})`],
  ['--concurrency N|inf', `answers that may be under way at once (default ${defaults.concurrency})`],
  [
    `--order ${choices('schedule.order').join('|')}`,
    `what the learner takes first (default ${defaults.order})`,
  ],
  [
    `--over-age ${choices('schedule.overAge').join('|')}`,
    `what becomes of prompts older than η (default ${defaults['over-age']})`,
  ],
  [`--schedule ${choices('schedule.mode').join('|')}`, `who waits for whom (default ${defaults.schedule})`],
  ['--publish-every N', `κ, updates between two publications (default ${defaults['publish-every']})`],
  ['--lag N', 'k, of the exact schedule'],
  ['--lags LIST', 'of the schedule that replays a record, such as 0,1,1,2 or 0x1-1x2-2x1'],
  ['--ahead X', `prompts ahead of the periodic schedule, as a share (default ${defaults.ahead})`],
  ['--stage N', `updates of a stage (default ${defaults.stage})`],
  ['--no-refund', 'what is dropped does not give its admission back'],
  ['--versions N', `updates to play (default ${defaults.versions})`],
  ['--seed S', `seed of all random numbers (default ${defaults.seed})`],
  ['--json', 'one line of JSON, last on stdout, instead of text'],
];

/** @throws UsageError naming the option */
export function readSimulateOptions(args: readonly string[]): SimulateOptions {
  const flags = readFlags(args);
  const text = (name: Name): string => flags[name] ?? defaults[name];
  const whole = (name: Name, least: number, most: number): number =>
    wholeNumber(`--${name}`, text(name), least, most);
  const seconds = (name: Name): number => positive(`--${name}`, text(name), 'seconds', name === 'publish');
  const one = <const T extends string>(name: Name, options: readonly T[]): T => {
    const found = options.find((option) => option === text(name));
    if (found === undefined) throw wrong(`--${name}`, `one of ${options.join(', ')}`, text(name));
    return found;
  };
  const mode = one('schedule', modes);
  const lagTrace = readLags(text('lags'), mode === 'replay');
  const { schedule } = defaultExperiment();
  const given = {
    mode,
    maxStaleness: whole('eta', 0, 1000),
    exactLag: whole('lag', 0, 1000),
    carriedShare: positive('--ahead', text('ahead'), 'share', true),
    stageUpdates: whole('stage', 1, 1000),
    lagTrace,
    batchGroups: whole('batch', 1, 10_000),
    publishEvery: whole('publish-every', 1, 1000),
    publishMode: one('publish-mode', ['overlap', 'blocking']),
    order: one('order', ['oldest-done', 'fifo', 'newest']),
    overAge: one('over-age', ['train', 'drop', 'wait']),
    refund: flags['no-refund'] !== true,
  };
  return {
    input: {
      pipeline: pipelineSettings({ schedule: { ...schedule, ...given } }, concurrency(text('concurrency'))),
      latency: readLatency(text('latency')),
      learner: seconds('learner'),
      publication: seconds('publish'),
      updates: whole('versions', 1, 1_000_000),
      seed: whole('seed', 0, 4294967295),
    },
    json: flags.json === true,
  };
}

type Flags = { readonly [N in Name]?: string } & { readonly json?: boolean; readonly 'no-refund'?: boolean };

function readFlags(args: readonly string[]): Flags {
  const texts = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: { ...texts, json: { type: 'boolean' }, 'no-refund': { type: 'boolean' } },
    }).values as Flags;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readLatency(text: string): Latency {
  const [kind, ...numbers] = text.split(':');
  const number = (index: number, what: string): number =>
    positive(`--latency ${kind}: ${what}`, numbers[index] ?? '', 'number', false);
  const complete = (count: number): boolean => numbers.length === count;
  if (kind === 'constant' && complete(1)) return { kind, mean: number(0, 'L') };
  if (kind === 'lognormal' && complete(2)) {
    const sigma = positive('--latency lognormal: SIGMA', numbers[1]!, 'spread', true);
    return { kind, mean: number(0, 'MEAN'), sigma };
  }
  if (kind === 'pareto' && complete(2)) {
    const alpha = number(1, 'ALPHA');
    if (alpha <= 1) throw wrong('--latency pareto: ALPHA', 'over 1, or there is no mean', numbers[1]!);
    return { kind, mean: number(0, 'MEAN'), alpha };
  }
  throw wrong('--latency', LATENCIES, text);
}

function readLags(text: string, needed: boolean): string {
  const setting = settingOf('schedule.lagTrace');
  const lags = parseValue(setting, text);
  if (!lags.ok) throw new UsageError(`--lags ${lags.message}`);
  if (needed && lags.value === '')
    throw new UsageError('--lags is needed with --schedule replay, such as 0,1,1,2.');
  return String(lags.value);
}

function concurrency(text: string): number {
  return text === 'inf' ? Infinity : wholeNumber('--concurrency', text, 1, 1_000_000, ' or inf');
}

function wholeNumber(option: string, text: string, least: number, most: number, or = ''): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw wrong(option, `a whole number between ${least} and ${most}${or}`, text);
  }
  return value;
}

/** Beyond it sums over a run, or exponentials of a spread, would not be finite. */
const MOST = { seconds: 1e9, number: 1e9, spread: 20, share: 64 } as const;

function positive(option: string, text: string, what: keyof typeof MOST, orZero: boolean): number {
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (!(value <= MOST[what]) || (value === 0 && !orZero)) {
    const named = what === 'seconds' ? what : 'a number';
    throw wrong(option, `${named}, ${orZero ? '0 or more' : 'more than 0'} and at most ${MOST[what]}`, text);
  }
  return value;
}

function wrong(option: string, must: string, got: string): UsageError {
  return new UsageError(`${option} must be ${must}; got ${quote(got)}.`);
}

function choices(field: Field): readonly string[] {
  const setting = settingOf(field);
  return setting.kind === 'choice' ? setting.options.map(({ value }) => value) : [];
}
