/** Settings of objectives at random, within the table's ranges. Used by tests only. */
import fc from 'fast-check';
import { valueArbitrary } from '../../experiment/arbitraries.ts';
import type { Setting } from '../../experiment/setting.ts';
import { settings as table, type SettingValue } from '../../experiment/settings/index.ts';
import { exp, log } from '../../numerics/elementary.ts';
import { STREAM, uniform } from '../../numerics/random.ts';
import type { LearningSettings, MethodName } from '../objectives/contract.ts';
import { objectives } from '../objectives/index.ts';
import { isStraight, type KlEstimator } from '../objectives/klEstimators.ts';
import { settingsWith } from './facts.ts';

type Members = Readonly<Record<string, Setting>>;

/** The settings that a method reads beside its name, by group. */
function tables(name: MethodName): Record<string, Members> {
  const { group } = objectives[name];
  const objective = Object.fromEntries(Object.entries(table.objective).filter(([key]) => key !== 'name'));
  return {
    objective,
    correction: table.correction,
    kl: table.kl,
    ...(group !== undefined && { [group]: table[group] as Members }),
  };
}

/** Any valid settings of a method, bounds of ranges more often than other values. */
export function settingsArbitrary(name: MethodName): fc.Arbitrary<LearningSettings> {
  const groups = Object.entries(tables(name)).map(
    ([group, members]) =>
      [
        group,
        fc.record(Object.fromEntries(Object.entries(members).map(([key, s]) => [key, valueArbitrary(s)]))),
      ] as const,
  );
  return fc
    .record(Object.fromEntries(groups))
    .map(({ objective, ...own }) => settingsWith({ ...objective, name }, own as Partial<LearningSettings>));
}

/** Settings drawn evenly from the inside of every range, log scales evenly by magnitude; reproducible from the seed. */
export function randomSettings(name: MethodName, seed: number): LearningSettings {
  const drawn = Object.entries(tables(name)).map(([group, members], g) => [
    group,
    Object.fromEntries(
      Object.entries(members).map(([key, setting], k) => [
        key,
        valueAt(setting, uniform(seed, STREAM.test, 500 + g, k, 0)),
      ]),
    ),
  ]);
  const { objective, kl, ...own } = Object.fromEntries(drawn) as Record<string, Record<string, SettingValue>>;
  // The straight-through estimator's gradient is not that of its value, by design.
  const straight = isStraight(kl!['estimator'] as KlEstimator) ? { ...kl, estimator: 'k2' } : kl;
  return settingsWith({ ...objective, entropyBonus: 0, name }, {
    ...own,
    kl: straight,
  } as unknown as Partial<LearningSettings>);
}

function valueAt(setting: Setting, u: number): number | string | boolean {
  switch (setting.kind) {
    case 'flag':
      return u < 0.5;
    case 'choice':
      return setting.options[Math.floor(u * setting.options.length)]!.value;
    case 'list':
      return setting.default;
    case 'number': {
      const { min, max, scale, integer } = setting;
      const value = scale === 'log' ? min * exp(u * log(max / min)) : min + u * (max - min);
      return integer ? Math.round(value) : value;
    }
  }
}
