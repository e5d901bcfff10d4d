/** Random experiments for property tests; derived from the table. Only tests import this file. */
import fc from 'fast-check';
import type { Experiment } from './experiment.ts';
import { fields } from './fields.ts';
import { writeList } from './lists.ts';
import { presetExperiment, presets, withLayer, type Layer } from './presets/index.ts';
import type { Setting } from './setting.ts';
import type { SettingValue } from './settings/index.ts';
import { values as valueMethods } from './settings/methods/values.ts';

/** Any valid value of a setting, its bounds more often than others. */
export function valueArbitrary(setting: Setting): fc.Arbitrary<SettingValue> {
  switch (setting.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...setting.options.map((option) => option.value));
    case 'list': {
      const { min, max } = setting;
      const run = fc.tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: 5 }));
      return fc
        .array(run, { maxLength: 12 })
        .map((runs) => writeList(runs.flatMap(([number, count]) => new Array<number>(count).fill(number))));
    }
    case 'number': {
      const { min, max, integer } = setting;
      const inside = integer ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
      return fc.oneof(
        fc.constantFrom(min, max, setting.default),
        inside.map((value) => (value === 0 ? 0 : value)),
      );
    }
  }
}

/** Any valid experiment: a preset with any of its settings changed, and rules between settings mended. */
export function experimentArbitrary(): fc.Arbitrary<Experiment> {
  const preset = fc.constantFrom(...presets.map(({ name }) => name));
  const changes = fc.tuple(
    ...fields.map(({ group, key, setting }) =>
      fc.option(valueArbitrary(setting), { freq: 2 }).map((value) => ({ group, key, value })),
    ),
  );
  return fc.tuple(preset, changes).map(([name, given]) => {
    const layer: Record<string, Record<string, SettingValue>> = {};
    for (const { group, key, value } of given) if (value !== null) (layer[group] ??= {})[key] = value;
    return mended(withLayer(presetExperiment(name), layer as Layer));
  });
}

function mended(experiment: Experiment): Experiment {
  const { policy, objective, optimiser, schedule } = experiment;
  let heads = policy.heads;
  while (policy.architecture === 'transformer' && policy.width % heads !== 0) heads--;
  const minibatches = Math.min(optimiser.minibatches, schedule.batchGroups * schedule.groupSize);
  const valueHead = policy.valueHead || Object.hasOwn(valueMethods, objective.name);
  const { mode, lagTrace } = schedule;
  return withLayer(experiment, {
    policy: { heads, valueHead },
    optimiser: { minibatches },
    schedule: { lagTrace: mode === 'replay' && lagTrace === '' ? '0x1' : lagTrace },
  });
}
