/** Rules between settings: what a single range cannot say. `schema.ts` applies them after the ranges. */
import type { Field, SettingValues } from './settings/index.ts';
import { values as valueMethods } from './settings/methods/values.ts';

export interface Rule {
  /** The field that the message is shown at. */
  readonly field: Field;
  /** The broken rule in words that follow the field's name, or undefined where it holds. */
  readonly broken: (values: SettingValues) => string | undefined;
}

export const rules: readonly Rule[] = [
  {
    field: 'objective.name',
    broken: ({ objective: { name }, policy: { valueHead } }) =>
      !valueHead && Object.hasOwn(valueMethods, name)
        ? `needs a policy that predicts values; got ${name} without it. Switch Value head (policy.valueHead) on, which takes a reset.`
        : undefined,
  },
  {
    field: 'schedule.mode',
    broken: ({ schedule: { mode, lagTrace } }) =>
      mode === 'replay' && lagTrace === ''
        ? 'cannot replay an empty record. Give lags under Recorded lags (schedule.lagTrace), such as 0x1-2x5.'
        : undefined,
  },
  {
    field: 'policy.heads',
    broken: ({ policy: { architecture, heads, width } }) =>
      architecture === 'transformer' && width % heads !== 0
        ? `must divide the width; got ${heads} heads for a width of ${width}.`
        : undefined,
  },
  {
    field: 'optimiser.minibatches',
    broken: ({ optimiser: { minibatches }, schedule: { batchGroups, groupSize } }) =>
      minibatches > batchGroups * groupSize
        ? `must not exceed the samples of a batch; got ${minibatches} for ${batchGroups} × ${groupSize} samples.`
        : undefined,
  },
];
