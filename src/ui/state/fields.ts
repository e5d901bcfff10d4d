/** Settings as the screen needs them: values put by name without their exact type, and values in words. */
import type { Experiment } from '../../experiment/experiment.ts';
import { settingOf, withValue, type ValueAt } from '../../experiment/fields.ts';
import type { Field, SettingValue } from '../../experiment/settings/index.ts';

/** `withValue` for a field that is only known at run time; the value is the control's, so of the right type. */
export function put(experiment: Experiment, field: Field, value: SettingValue): Experiment {
  return withValue(experiment, field, value as ValueAt<Field>);
}

/** A value in words, as a person reads it: "0.001", "automatic", "Decoupled PPO", "on". */
export function wordsFor(field: Field, value: SettingValue): string {
  const setting = settingOf(field);
  switch (setting.kind) {
    case 'flag':
      return value === true ? 'on' : 'off';
    case 'choice':
      return setting.options.find((option) => option.value === value)?.label ?? String(value);
    case 'list':
      return value === '' ? 'none' : String(value);
    case 'number': {
      const name = setting.names?.[value as number];
      if (name !== undefined) return name;
      const digits = formatNumber(value as number);
      return setting.unit === undefined ? digits : `${digits} ${setting.unit}`;
    }
  }
}

/** The shortest usual form that reads back as the same number: "0.001", "1e-6", "4294967295". */
export function formatNumber(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(value);
}
