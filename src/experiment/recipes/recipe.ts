/** What a recipe is. */
import type { SettingValues } from '../settings/index.ts';
import type { Layer } from '../presets/preset.ts';

/**
 * A name for a layer of settings over an objective: what a paper or a library calls its method where it is another one's with
 * certain settings. Not a second implementation, and not a preset: it leaves task, policy, schedule and optimiser alone.
 */
export interface Recipe {
  /** Unique among recipes and objectives: `--method` takes both. */
  readonly name: string;
  readonly title: string;
  /** The objective that it is a layer over. */
  readonly method: SettingValues['objective']['name'];
  readonly paper: string;
  /** Section of the reference sheet. */
  readonly source: string;
  readonly status: 'CONFIRMED' | 'CONFIRMED-2ND' | 'RECONSTRUCTED' | 'STANDARD';
  /** Two plain sentences: what it is made of, and why. */
  readonly words: string;
  /** Beside the name of the objective. */
  readonly layer: Layer & { readonly objective: { readonly aggregation: string } };
}
