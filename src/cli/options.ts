/** The experiment that a command line describes. */
import { parseArgs } from 'node:util';
import { DEFAULT_PRESET } from '../experiment/defaults.ts';
import type { Experiment } from '../experiment/experiment.ts';
import { type FieldEntry, findField, findUrlName, parseValue, quote } from '../experiment/fields.ts';
import { findPreset, presets } from '../experiment/presets/index.ts';
import { parseExperiment } from '../experiment/schema.ts';
import { SCHEMA_VERSION } from '../experiment/experiment.ts';
import type { Setting } from '../experiment/setting.ts';
import { settings, type SettingValue } from '../experiment/settings/index.ts';
import type { RecordedChange, RunRecord } from '../telemetry/record/index.ts';
import { UsageError } from './command.ts';
import { type Course, readRecord, replayCourse, steadyCourse } from './course.ts';

const NODE_ENGINES = ['wasm', 'tfjs-wasm', 'cpu'] as const;

export type NodeEngine = (typeof NODE_ENGINES)[number];

export interface HeadlessRun {
  readonly course: Course;
  /** Engines that run in Node. */
  readonly engine: NodeEngine;
  readonly json: boolean;
  /** How many to run. */
  readonly updates: number;
  /** Where the run is to be written down, and its timeline. */
  readonly record?: string;
  /** What is to be in the record beside what playing it again takes; snapshots every so many updates, 0 = none. */
  readonly snapshots: number;
  readonly samples: boolean;
  readonly trace?: string;
  /** The run that is played again, and from which update on it is left alone. */
  readonly replayed?: { readonly recorded: RunRecord; readonly until: number; readonly branched: boolean };
}

export const headlessOptions: readonly (readonly [string, string])[] = [
  ['--preset NAME', `one of ${presets.map((preset) => preset.name).join(', ')} (default ${DEFAULT_PRESET})`],
  ['--updates N', 'updates to run; 0 = the warm start alone'],
  ['--seed S', 'seed of all random numbers'],
  ['--set FIELD=VALUE', 'a setting, by field name or by its short name in links; may be repeated'],
  [`--engine ${NODE_ENGINES.join('|')}`, 'what computes the policy (default wasm, the fused kernels)'],
  ['--record FILE', 'writes the run down: settings, changes, every update’s measurements, fingerprint'],
  ['--snapshots N', 'with --record: the weights after every N updates too'],
  ['--samples', 'with --record: every answer that was trained on too, token by token'],
  ['--trace FILE', 'writes who did what when as a trace, which ui.perfetto.dev and chrome://tracing open'],
  ['--replay FILE', 'plays a recorded run again, and says whether it has the same fingerprint'],
  ['--until U', 'with --replay: from update U on it is a branch, with what --set says; default: the end'],
  ['--json', 'one line of JSON, last on stdout, instead of a table'],
];

/** What only one run at a time can be asked for. */
export const oneRunOptions = ['--record', '--snapshots', '--samples', '--trace', '--replay', '--until'];

/** @throws UsageError where an option is for one run, and many are asked for */
export function refuseOneRunOptions(args: readonly string[]): void {
  const one = args.find((option) => oneRunOptions.includes(option));
  if (one !== undefined) throw new UsageError(`${one} is for one run: npm run headless.`);
}

/** @throws UsageError naming the option or field */
export function readHeadlessOptions(args: readonly string[]): HeadlessRun {
  const flags = readFlags(args);
  if (flags.replay !== undefined) return readReplayOptions(flags, flags.replay);
  if (flags.until !== undefined) throw new UsageError('--until goes with --replay.');
  const { preset = DEFAULT_PRESET, updates, seed, set = [], engine, json = false } = flags;
  if (!findPreset(preset)) {
    throw new UsageError(
      `--preset must be one of ${presets.map(({ name }) => name).join(', ')}; got ${quote(preset)}.`,
    );
  }
  const layers: Record<string, Record<string, SettingValue>> = {};
  for (const text of set) assign(layers, ...splitAssignment(text));
  if (seed !== undefined) assign(layers, 'run.seed', seed, '--seed');
  if (updates !== undefined) assign(layers, 'run.updates', updates, '--updates');
  const parsed = parseExperiment({ schema: SCHEMA_VERSION, preset, ...layers });
  if (!parsed.ok) throw new UsageError(parsed.problems.map(({ message }) => message).join('\n'));
  const { experiment } = parsed;
  if (updates === undefined && experiment.run.updates === 0) {
    throw new UsageError('--updates is needed, because run.updates is 0 (never stop).');
  }
  return {
    course: steadyCourse(experiment),
    engine: engineNamed(engine, experiment),
    json,
    updates: experiment.run.updates,
    ...filesOf(flags),
  };
}

/** A recorded run says what else could be asked for; its settings change from `--until` on. */
function readReplayOptions(flags: Flags, file: string): HeadlessRun {
  for (const option of ['preset', 'seed'] as const) {
    if (flags[option] !== undefined) throw new UsageError(`--${option} is the recorded run’s; leave it out.`);
  }
  const recorded = readRecord(file);
  const until =
    flags.until === undefined ? recorded.updates : wholeNumber('--until', flags.until, 0, recorded.updates);
  const updates =
    flags.updates === undefined ? recorded.updates : wholeNumber('--updates', flags.updates, 0, MOST_UPDATES);
  const branch: RecordedChange[] = (flags.set ?? []).map((text) => {
    const [name, value] = splitAssignment(text);
    const { field, setting } = findSetting(name);
    if (setting.effect !== 'live') {
      throw new UsageError(`${setting.label} (${field}) cannot change while a run goes on.`);
    }
    return { field, value: valueOf(setting, value, name) };
  });
  if (branch.length > 0 && updates <= until) {
    throw new UsageError(
      `--set acts from update ${until} on, but the run ends at ${updates}; raise --updates.`,
    );
  }
  return {
    course: replayCourse(recorded, { until, branch }),
    engine: engineNamed(flags.engine, recorded.experiment),
    json: flags.json ?? false,
    updates,
    ...filesOf(flags),
    replayed: { recorded, until, branched: branch.length > 0 },
  };
}

function filesOf(flags: Flags): Pick<HeadlessRun, 'record' | 'snapshots' | 'samples' | 'trace'> {
  const { record, snapshots, samples = false, trace } = flags;
  if (record === undefined && (snapshots !== undefined || samples)) {
    throw new UsageError(`--${samples ? 'samples' : 'snapshots'} goes with --record.`);
  }
  return {
    snapshots: snapshots === undefined ? 0 : wholeNumber('--snapshots', snapshots, 0, MOST_UPDATES),
    samples,
    ...(record !== undefined && { record }),
    ...(trace !== undefined && { trace }),
  };
}

const MOST_UPDATES = 1_000_000;

/** @throws UsageError naming the option */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(
      `${option} must be a whole number between ${least} and ${most}; got ${quote(text)}.`,
    );
  }
  return value;
}

/** So many seeds, from the first one on. @throws UsageError where the last is none */
export function seedsFrom(first: number, count: number): readonly number[] {
  const last = first + count - 1;
  const { max } = settings.run.seed;
  if (last > max)
    throw new UsageError(`The last of ${count} seeds would be ${last}, and ${max} is the largest.`);
  return Array.from({ length: count }, (_, n) => first + n);
}

/** The engine asked for, else the experiment's where it runs in Node, else the default. */
function engineNamed(name: string | undefined, experiment: Experiment): NodeEngine {
  const engine = NODE_ENGINES.find((known) => known === (name ?? experiment.run.engine));
  if (engine !== undefined) return engine;
  if (name === undefined) return 'wasm';
  throw new UsageError(`--engine must be one of ${NODE_ENGINES.join(', ')}; got ${quote(name)}.`);
}

interface Flags {
  readonly record?: string;
  readonly snapshots?: string;
  readonly samples?: boolean;
  readonly trace?: string;
  readonly replay?: string;
  readonly until?: string;
  readonly preset?: string;
  readonly updates?: string;
  readonly seed?: string;
  readonly set?: readonly string[];
  readonly engine?: string;
  readonly json?: boolean;
}

function readFlags(args: readonly string[]): Flags {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        preset: { type: 'string' },
        updates: { type: 'string' },
        seed: { type: 'string' },
        set: { type: 'string', multiple: true },
        engine: { type: 'string' },
        record: { type: 'string' },
        snapshots: { type: 'string' },
        samples: { type: 'boolean' },
        trace: { type: 'string' },
        replay: { type: 'string' },
        until: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function splitAssignment(text: string): [field: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1)
    throw new UsageError(`--set takes FIELD=VALUE, such as schedule.maxStaleness=8; got ${quote(text)}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** @param option what the message calls the field; its own name by default */
function assign(
  layers: Record<string, Record<string, SettingValue>>,
  name: string,
  text: string,
  option = name,
): void {
  const { group, key, setting } = findSetting(name);
  (layers[group] ??= {})[key] = valueOf(setting, text, option);
}

function findSetting(name: string): FieldEntry {
  const entry = findField(name) ?? findUrlName(name);
  if (!entry) throw new UsageError(`There is no setting called ${quote(name)}.`);
  return entry;
}

function valueOf(setting: Setting, text: string, option: string): SettingValue {
  const value = parseValue(setting, text);
  if (!value.ok) throw new UsageError(`${option} ${value.message}`);
  return value.value;
}
