/** What a preset is. */
import type { Group, SettingValues } from '../settings/index.ts';

/** Some settings of an experiment, nested by group. */
export type Layer = { readonly [G in Group]?: Partial<SettingValues[G]> };

export interface Preset {
  /** Frozen name, ending in its version: `sort-4-v1`. */
  readonly name: string;
  readonly title: string;
  /** Two sentences: what runs, and why one would. */
  readonly description: string;
  /** What to watch on the screen. */
  readonly lookAt: string;
  readonly layer: Layer;
}
