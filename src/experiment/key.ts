/** Keys and fingerprints of experiments, stable across sessions and machines. */
import { hash64 } from '../numerics/hash.ts';
import type { Experiment } from './experiment.ts';
import { fields, formatValue, get } from './fields.ts';
import type { Group, SettingValues } from './settings/index.ts';

/** Raised whenever the warm start itself changes, so that weights cached by older code are not taken for new ones. */
const WARM_START_REVISION = 1;

const WARM_START_GROUPS: readonly Group[] = ['task', 'policy', 'warmStart'];

/**
 * Key of the weights that a warm start leads to: of the task, the policy, the warm start, the seed and the engine
 * that computes it. Settings that act during the run alone (`partialCredit`) do not count.
 */
export function warmStartKey(experiment: Experiment, engineName: string): string {
  const parts = fields
    .filter(({ group, setting }) => WARM_START_GROUPS.includes(group) && setting.effect === 'reset')
    .map(({ field }) => `${field}=${formatValue(get(experiment, field))}`);
  const text = [...parts, `run.seed=${experiment.run.seed}`, `engine=${engineName}`].join('\n');
  return `warm-${WARM_START_REVISION}-${hash64(text)}`;
}

/**
 * The settings that are not at their defaults, on one line, under their short names, in table order. Two experiments are
 * equal when this is, and a setting that is added later changes it for none of those that lack it.
 */
export function canonicalText(values: SettingValues): string {
  return fields
    .filter(({ field, setting }) => get(values, field) !== setting.default)
    .map(({ field, setting }) => `${setting.url}=${formatValue(get(values, field))}`)
    .join(' ');
}

/** Hash of all settings; the name of the preset does not count. */
export function experimentHash(values: SettingValues): string {
  return hash64(canonicalText(values));
}
