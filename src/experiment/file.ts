/**
 * An experiment as a JSON file: all of its settings, so that the file can be read without the lab. Reading gives the
 * same guarantees as `link.ts`: older versions are migrated, and it never throws.
 */
import type { Experiment } from './experiment.ts';
import { fields, get } from './fields.ts';
import { parseExperiment, type ParsedExperiment } from './schema.ts';

/** Longer files are refused unread. */
const LONGEST_FILE = 1_000_000;

/** All of an experiment as plain data. Groups and keys stand in table order. */
export function experimentData(experiment: Experiment): Readonly<Record<string, unknown>> {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { field, group, key } of fields) (groups[group] ??= {})[key] = get(experiment, field);
  return { schema: experiment.schema, preset: experiment.preset, ...groups };
}

/** The JSON text of an experiment, ending in a newline. */
export function encodeFile(experiment: Experiment): string {
  return `${JSON.stringify(experimentData(experiment), null, 2)}\n`;
}

/** Reads a file's text. */
export function decodeFile(text: string): ParsedExperiment {
  if (text.length > LONGEST_FILE) {
    return refuse(`The file is too long to be an experiment (${text.length} characters).`);
  }
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return refuse(`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return parseExperiment(input);
}

function refuse(message: string): ParsedExperiment {
  return { ok: false, problems: [{ field: '', message }] };
}
