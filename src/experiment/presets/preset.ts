/** What a preset is. */
import type { Field, Group, SettingValues } from '../settings/index.ts';

/** Some settings of an experiment, nested by group. */
export type Layer = { readonly [G in Group]?: Partial<SettingValues[G]> };

export interface Preset {
  /** Frozen name, ending in its version: `sort-4-v1`. */
  readonly name: string;
  readonly title: string;
  /** Two sentences: what runs, and why one would. */
  readonly description: string;
  /** What to watch on the screen. `{schedule.maxStaleness}` stands for the value that the setting has. */
  readonly lookAt: string;
  /** Settings beside the layer's own without whose values `lookAt` would not hold. */
  readonly alsoRestsOn?: readonly Field[];
  readonly layer: Layer;
}
