/**
 * An experiment: one plain object that says all of what is to be run. It is what presets hold, a link
 * encodes, a file saves, a worker receives. It is immutable; a change makes a new one.
 */
import type { SettingValues } from './settings/index.ts';

/** Version of the schema. Raised with a migration when a committed meaning changes. */
export const SCHEMA_VERSION = 1;

export interface Experiment extends SettingValues {
  readonly schema: typeof SCHEMA_VERSION;
  /** Name of the preset that this experiment differs from least; links hold differences from it. */
  readonly preset: string;
}
