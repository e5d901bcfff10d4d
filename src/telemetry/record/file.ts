/**
 * A record as a JSON file. Metrics are columns, one number an update, `null` where there are no data; columns without any
 * are left out. Numbers are written so that they read back exactly.
 *
 *   { "format": "laglab-run", "version": 1, "experiment": {…}, "engine": "wasm simd",
 *     "changes": [{ "update": 21, "set": { "schedule.maxStaleness": 8 } }],
 *     "updates": 500, "fingerprint": "…", "accuracy": [["warm", 0, 0.4], …],
 *     "columns": { "update": […], "version": […], "seconds": […], "samples": […], "revision": […], "task_reward": […], … } }
 *
 * Where they were asked for, `"snapshots": [{ "update": 100, "parameters": base 64 of little-endian float32 }]` and
 * `"samples"`, one object an answer (`record.ts`). Reading never throws: whatever is wrong is told in a sentence.
 */
import { z } from 'zod';
import type { Experiment } from '../../experiment/experiment.ts';
import { accepts, findField, quote, refusal } from '../../experiment/fields.ts';
import { experimentData } from '../../experiment/file.ts';
import { checkRules, parseExperiment } from '../../experiment/schema.ts';
import { floatsOfText, floatsToText } from './base64.ts';
import { isMetric, metricIndex, metrics } from '../metrics.ts';
import {
  type ChangeBatch,
  type RecordedChange,
  type RecordedFrame,
  type RunRecord,
  type Snapshot,
  withChanges,
} from './record.ts';

const FORMAT = 'laglab-run';
const VERSION = 1;
/** Longer files are refused unread: a hundred thousand updates take less. */
const LONGEST_FILE = 200_000_000;

const HEADS = ['update', 'version', 'seconds', 'samples', 'revision'] as const;

export type ParsedRecord =
  | { readonly ok: true; readonly record: RunRecord; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** The file's text. */
export function encodeRecord(record: RunRecord): string {
  const { experiment, engine, changes, updates, fingerprint, accuracy, frames } = record;
  const columns: Record<string, readonly (number | null)[]> = {};
  for (const head of HEADS) columns[head] = frames.map((frame) => frame[head]);
  metrics.forEach(({ name }, index) => {
    const column = frames.map(({ values }) => (Number.isFinite(values[index]) ? values[index]! : null));
    if (column.some((value) => value !== null)) columns[name] = column;
  });
  const data = {
    format: FORMAT,
    version: VERSION,
    experiment: experimentData(experiment),
    engine,
    changes: changes.map((batch) => ({
      update: batch.update,
      set: Object.fromEntries(batch.changes.map(({ field, value }) => [field, value])),
    })),
    updates,
    fingerprint,
    accuracy: accuracy.map(({ stage, update, value }) => [stage, update, value]),
    columns,
    ...(record.snapshots && {
      snapshots: record.snapshots.map((one) => ({ ...one, parameters: floatsToText(one.parameters) })),
    }),
    ...(record.samples && { samples: record.samples }),
  };
  return `${JSON.stringify(data)}\n`;
}

const count = z.number().int().nonnegative();
const whole = z.number().int();
const tokens = z.array(count);
/** JSON has no number for what is no data. */
const logprobs = z.array(
  z
    .number()
    .nullable()
    .transform((value) => value ?? NaN),
);

const sample = z.object({
  update: count,
  group: whole,
  member: count,
  worker: count,
  reward: z.number(),
  prompt: tokens,
  response: tokens,
  mask: tokens,
  versions: z.array(whole),
  behave_logprobs: logprobs,
  theta_logprobs: logprobs,
  advantages: logprobs,
});
const schema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  experiment: z.record(z.string(), z.unknown()),
  engine: z.string().max(200),
  changes: z.array(z.object({ update: count, set: z.record(z.string(), z.unknown()) })),
  updates: count,
  fingerprint: z.string().max(64).nullable(),
  accuracy: z.array(z.tuple([z.enum(['init', 'warm', 'update']), count, z.number().min(0).max(1)])),
  columns: z.record(z.string(), z.array(z.number().nullable())),
  snapshots: z.array(z.object({ update: count, parameters: z.string() })).optional(),
  samples: z.array(sample).optional(),
});

type Stored = z.infer<typeof schema>;

class Refusal extends Error {}

/** Reads a file's text. */
export function decodeRecord(text: string): ParsedRecord {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message };
    throw error;
  }
}

function read(text: string): ParsedRecord {
  const stored = storedIn(text);
  const parsed = parseExperiment(stored.experiment);
  if (!parsed.ok) {
    throw new Refusal(`The run’s experiment: ${parsed.problems.map(({ message }) => message).join(' ')}`);
  }
  const changes = changesIn(stored, parsed.experiment);
  const { frames, unknown } = framesIn(stored);
  const notes = [...parsed.notes];
  if (unknown.length > 0)
    notes.push(`Measurements that this lab does not know were left out: ${unknown.join(', ')}.`);
  return {
    ok: true,
    notes,
    record: {
      experiment: parsed.experiment,
      engine: stored.engine,
      changes,
      updates: stored.updates,
      fingerprint: stored.fingerprint,
      accuracy: stored.accuracy.map(([stage, update, value]) => ({ stage, update, value })),
      frames,
      ...(stored.snapshots && { snapshots: snapshotsIn(stored.snapshots) }),
      ...(stored.samples && { samples: stored.samples }),
    },
  };
}

function snapshotsIn(snapshots: NonNullable<Stored['snapshots']>): Snapshot[] {
  return snapshots.map(({ update, parameters: text }) => {
    const parameters = floatsOfText(text);
    if (parameters === undefined) throw new Refusal(`The weights after update ${update} cannot be read.`);
    return { update, parameters };
  });
}

function storedIn(text: string): Stored {
  if (text.length > LONGEST_FILE)
    throw new Refusal(`The file is too long to be a run (${text.length} characters).`);
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new Refusal(
      `The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const { format, version } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  if (format !== FORMAT) throw new Refusal('The file is not a recorded run of this lab.');
  if (version !== VERSION) {
    throw new Refusal(
      `The run was recorded in version ${quote(version)} of the format; this lab reads ${VERSION}.`,
    );
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Refusal(`The run’s ${quote(path.join('.'))} cannot be read: ${message}.`);
}

/** Changes must be possible while a run goes on, in their order. */
function changesIn({ changes }: Stored, experiment: Experiment): ChangeBatch[] {
  let now = experiment;
  let last = 0;
  return changes.map(({ update, set }) => {
    const batch = { update, changes: Object.entries(set).map(([name, value]) => changeOf(name, value)) };
    if (update < last)
      throw new Refusal(`The run’s changes are not in order: update ${update} after ${last}.`);
    last = update;
    now = withChanges(now, batch);
    const [broken] = checkRules(now);
    if (broken) throw new Refusal(`The change at update ${update}: ${broken.message}`);
    return batch;
  });
}

function changeOf(name: string, value: unknown): RecordedChange {
  const entry = findField(name);
  if (!entry) throw new Refusal(`There is no setting called ${quote(name)}.`);
  const { field, setting } = entry;
  if (setting.effect !== 'live')
    throw new Refusal(`${setting.label} (${field}) cannot change while a run goes on.`);
  if (!accepts(setting, value)) throw new Refusal(`${setting.label} (${field}) ${refusal(setting, value)}`);
  return { field, value };
}

function framesIn({ columns, updates }: Stored): { frames: RecordedFrame[]; unknown: string[] } {
  const length = columns['update']?.length ?? 0;
  const heads = HEADS.map((head) => {
    const column = columns[head] ?? [];
    if (column.length !== length || column.includes(null)) {
      throw new Refusal(`The run’s column ${quote(head)} must hold ${length} numbers.`);
    }
    return column as number[];
  });
  const unknown: string[] = [];
  const known: (readonly [index: number, column: readonly (number | null)[]])[] = [];
  for (const [name, column] of Object.entries(columns)) {
    if ((HEADS as readonly string[]).includes(name)) continue;
    if (column.length !== length) {
      throw new Refusal(`The run’s column ${quote(name)} has ${column.length} rows, not ${length}.`);
    }
    if (isMetric(name)) known.push([metricIndex(name), column]);
    else unknown.push(quote(name));
  }
  const frames = Array.from({ length }, (_, row): RecordedFrame => {
    const [update, version, seconds, samples, revision] = heads.map((column) => column[row]!) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const values = new Float64Array(metrics.length).fill(NaN);
    for (const [index, column] of known) values[index] = column[row] ?? NaN;
    return { update, version, seconds, samples, revision, values };
  });
  frames.forEach(({ update }, row) => {
    if (update <= (frames[row - 1]?.update ?? 0) || update > updates) {
      throw new Refusal(`The run’s updates must ascend up to ${updates}; row ${row + 1} says ${update}.`);
    }
  });
  return { frames, unknown };
}
