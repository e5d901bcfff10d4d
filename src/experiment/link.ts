/**
 * An experiment as the part of an address after `#`, for example `preset=sort-4-v1&eta=8&lr=0.002`.
 *
 * - A link names its preset and holds only what differs from it, in table order, under the short names of the table.
 * - Numbers are written in their shortest decimal form, which reads back exactly; flags as `on` and `off`.
 * - `v=2` and so on marks the schema version. Version 1 is not marked, now or ever: a link without `v` is version 1,
 *   and goes through all later migrations.
 * - `lens=` is how the objective lens looks at it (`ui/lens/state/link.ts`), which is no part of the experiment.
 * - A link without a preset begins from the default one. A preset is frozen, so a link that names it keeps its meaning.
 *
 * Reading never throws: a link is a valid experiment or a list of problems that name their settings.
 */
import { DEFAULT_PRESET } from './defaults.ts';
import { SCHEMA_VERSION, type Experiment } from './experiment.ts';
import { differences, findUrlName, formatValue, quote, readText, settingOf } from './fields.ts';
import { retiredField } from './migrations.ts';
import { findPreset, presetExperiment } from './presets/index.ts';
import { parseExperiment, type ParsedExperiment, type Problem } from './schema.ts';

/** Names in links that are no settings. The table may not use them. */
export const RESERVED_NAMES = ['v', 'preset', 'lens'] as const;

/** Longer ones are refused unread. The longest valid link has under 5,000 characters. */
const LONGEST_LINK = 10_000;

/** The link fragment of an experiment, without `#`. */
export function encodeLink(experiment: Experiment): string {
  const preset = findPreset(experiment.preset) ? experiment.preset : DEFAULT_PRESET;
  const pairs = differences(presetExperiment(preset), experiment).map(
    ({ field, to }) => `${settingOf(field).url}=${encodeURIComponent(formatValue(to))}`,
  );
  const version = SCHEMA_VERSION > 1 ? [`v=${SCHEMA_VERSION}`] : [];
  return [...version, `preset=${encodeURIComponent(preset)}`, ...pairs].join('&');
}

/** Reads a link fragment, with or without its `#`. An empty one is the default experiment. */
export function decodeLink(fragment: string): ParsedExperiment {
  if (fragment.length > LONGEST_LINK) {
    return problem('', `The link is too long to be one of this lab (${fragment.length} characters).`);
  }
  const { pairs, problems } = readPairs(fragment.replace(/^#/, ''));
  const version = readVersion(pairs, problems);
  const stored: Record<string, unknown> = { schema: version };
  const groups = new Map<string, Record<string, unknown>>();
  for (const [name, text] of pairs) {
    if (name === 'v' || name === 'lens') continue;
    if (name === 'preset') {
      stored['preset'] = text;
      continue;
    }
    const field = findUrlName(name)?.field ?? retiredField(name, version);
    if (field === undefined) {
      problems.push({ field: name, message: `There is no setting called ${quote(name)} in links.` });
      continue;
    }
    const dot = field.indexOf('.');
    const group = field.slice(0, dot);
    const members = groups.get(group) ?? {};
    members[field.slice(dot + 1)] = readText(text);
    groups.set(group, members);
  }
  const parsed = parseExperiment({ ...stored, ...Object.fromEntries(groups) });
  if (problems.length === 0) return parsed;
  return { ok: false, problems: parsed.ok ? problems : [...problems, ...parsed.problems] };
}

/** Splits a fragment into decoded names and values; each name once. */
function readPairs(fragment: string): { pairs: Map<string, string>; problems: Problem[] } {
  const pairs = new Map<string, string>();
  const problems: Problem[] = [];
  for (const part of fragment.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? undefined : decode(part.slice(equals + 1));
    const shown = name ?? part;
    if (name === undefined || (equals >= 0 && value === undefined)) {
      problems.push({ field: shown, message: `${quote(part)} has a broken % escape.` });
    } else if (value === undefined) {
      problems.push({ field: shown, message: `${quote(part)} has no value; it should read name=value.` });
    } else if (pairs.has(name)) {
      problems.push({ field: shown, message: `The link sets ${quote(name)} twice.` });
    } else {
      pairs.set(name, value);
    }
  }
  return { pairs, problems };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readVersion(pairs: ReadonlyMap<string, string>, problems: Problem[]): number {
  const text = pairs.get('v');
  if (text === undefined) return 1;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  problems.push({
    field: 'v',
    message: `The link's schema version must be a whole number; got ${quote(text)}.`,
  });
  return SCHEMA_VERSION;
}

function problem(field: string, message: string): ParsedExperiment {
  return { ok: false, problems: [{ field, message }] };
}
