/** The experiment that a command line describes. */
import { parseArgs } from 'node:util';
import { DEFAULT_PRESET } from '../experiment/defaults.ts';
import type { Experiment } from '../experiment/experiment.ts';
import { findField, findUrlName, parseValue, quote } from '../experiment/fields.ts';
import { findPreset, presets } from '../experiment/presets/index.ts';
import { parseExperiment } from '../experiment/schema.ts';
import { SCHEMA_VERSION } from '../experiment/experiment.ts';
import type { SettingValue } from '../experiment/settings/index.ts';
import { UsageError } from './command.ts';

const NODE_ENGINES = ['wasm', 'tfjs-wasm', 'cpu'] as const;

export type NodeEngine = (typeof NODE_ENGINES)[number];

export interface HeadlessOptions {
  readonly experiment: Experiment;
  /** Engines that run in Node. */
  readonly engine: NodeEngine;
  readonly json: boolean;
}

export const headlessOptions: readonly (readonly [string, string])[] = [
  ['--preset NAME', `one of ${presets.map((preset) => preset.name).join(', ')} (default ${DEFAULT_PRESET})`],
  ['--updates N', 'updates to run; 0 = the warm start alone'],
  ['--seed S', 'seed of all random numbers'],
  ['--set FIELD=VALUE', 'a setting, by field name or by its short name in links; may be repeated'],
  [`--engine ${NODE_ENGINES.join('|')}`, 'what computes the policy (default wasm, the fused kernels)'],
  ['--json', 'one line of JSON, last on stdout, instead of a table'],
];

/** @throws UsageError naming the option or field */
export function readHeadlessOptions(args: readonly string[]): HeadlessOptions & { readonly updates: number } {
  const { preset = DEFAULT_PRESET, updates, seed, set = [], engine, json = false } = readFlags(args);
  if (!findPreset(preset)) {
    throw new UsageError(
      `--preset must be one of ${presets.map(({ name }) => name).join(', ')}; got ${quote(preset)}.`,
    );
  }
  const layers: Record<string, Record<string, SettingValue>> = {};
  for (const text of set) assign(layers, ...splitAssignment(text));
  if (seed !== undefined) assign(layers, 'run.seed', seed, '--seed');
  if (updates !== undefined) assign(layers, 'run.updates', updates, '--updates');
  const named = NODE_ENGINES.find((name) => name === (engine ?? 'wasm'));
  if (named === undefined) {
    throw new UsageError(`--engine must be one of ${NODE_ENGINES.join(', ')}; got ${quote(engine ?? '')}.`);
  }
  const parsed = parseExperiment({ schema: SCHEMA_VERSION, preset, ...layers });
  if (!parsed.ok) throw new UsageError(parsed.problems.map(({ message }) => message).join('\n'));
  const { experiment } = parsed;
  if (updates === undefined && experiment.run.updates === 0) {
    throw new UsageError('--updates is needed, because run.updates is 0 (never stop).');
  }
  return {
    experiment,
    engine:
      engine === undefined ? (NODE_ENGINES.find((name) => name === experiment.run.engine) ?? 'wasm') : named,
    json,
    updates: experiment.run.updates,
  };
}

interface Flags {
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
  const entry = findField(name) ?? findUrlName(name);
  if (!entry) throw new UsageError(`There is no setting called ${quote(name)}.`);
  const value = parseValue(entry.setting, text);
  if (!value.ok) throw new UsageError(`${option} ${value.message}`);
  (layers[entry.group] ??= {})[entry.key] = value.value;
}
