/**
 * How experiments of older schema versions are read. Version 1 is the first, so the list is empty; the machinery
 * and its examples (`examples/`) are here so that raising the version is one entry:
 *
 * - Adding a setting needs no new version: an experiment that lacks it takes its preset's value. Its default must
 *   keep the old behaviour.
 * - Removing, renaming or redefining one does: raise `SCHEMA_VERSION`, add `{ from, rename, retired }` here, and add
 *   links of the old version to `examples/`.
 *
 * A migration works on the *stored form*: `{ schema, preset, group: { key: value } }` with values not yet checked.
 * Links and files of a version are both read into it, so that one migration serves both.
 */
import { SCHEMA_VERSION } from './experiment.ts';

/** An experiment as it was written, unchecked and possibly incomplete. */
export type Stored = Readonly<Record<string, unknown>>;

export interface Migration {
  /** Version that it reads; it writes the next one. */
  readonly from: number;
  readonly migrate: (stored: Stored) => Stored;
  /** Short link names that version `from` had and the next has not, with the dotted field they stood for. */
  readonly retired?: Readonly<Record<string, string>>;
}

/** In order, without gaps: entry i reads version i + 1. */
export const migrations: readonly Migration[] = [];

export type Migrated =
  | { readonly ok: true; readonly stored: Stored; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Brings a stored form to the current version. The message is a whole sentence. */
export function migrate(
  stored: Stored,
  chain: readonly Migration[] = migrations,
  current: number = SCHEMA_VERSION,
): Migrated {
  const version = stored['schema'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return {
      ok: false,
      message: 'This is no experiment: its schema number is missing or not a whole number.',
    };
  }
  if (version > current) {
    return {
      ok: false,
      message: `This experiment was made by a newer version of the lab (schema ${version}; this one reads up to ${current}). Reload the page to get the newest version.`,
    };
  }
  let migrated = stored;
  for (const { from, migrate: step } of chain) {
    if (from >= version) migrated = { ...step(migrated), schema: from + 1 };
  }
  const notes =
    version < current ? [`Made with an older version of the lab (schema ${version}) and converted.`] : [];
  return { ok: true, stored: migrated, notes };
}

/** The dotted field that a short link name stood for in a past version, or undefined. */
export function retiredField(
  name: string,
  version: number,
  chain: readonly Migration[] = migrations,
): string | undefined {
  for (const { from, retired } of chain) {
    if (from >= version && retired && Object.hasOwn(retired, name)) return retired[name];
  }
  return undefined;
}
