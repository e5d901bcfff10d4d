/**
 * What one adjustable setting is. The table in `settings/` is made of these; the rail of controls, the
 * schema, the URL, the command line's `--set` and the exporters are all derived from that table.
 */

/** When a change is felt: at the next update of a running experiment, or only after a reset. */
export type Effect = 'live' | 'reset';

/** Keys under which other systems know the same knob (`systems.md` §5.1). Absent = not expressible there. */
export interface ForeignKeys {
  readonly areal?: string;
  readonly verl?: string;
  readonly trl?: string;
  readonly primeRl?: string;
}

interface SettingBase {
  /** The field's standard name, as shown beside the control. */
  readonly label: string;
  /** Mathematical symbol, where the field has one (plain Unicode, e.g. "η"). */
  readonly symbol?: string;
  /** One or two sentences for a person who meets the idea for the first time. */
  readonly help: string;
  /** Short name used in links, unique in the whole table, never reused for another meaning. */
  readonly url: string;
  readonly effect: Effect;
  readonly keys?: ForeignKeys;
}

export interface NumberSetting extends SettingBase {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Step of the control; values between steps are valid. Log controls step in decades divided by it. */
  readonly step: number;
  readonly scale: 'linear' | 'log';
  readonly unit?: string;
  /** Words shown in place of special values, such as 0 = "automatic". */
  readonly names?: Readonly<Record<number, string>>;
}

export interface ChoiceOption<Option extends string = string> {
  readonly value: Option;
  readonly label: string;
  readonly help: string;
  /** What other systems call this option, where it is no value of one of the setting's own `keys`. */
  readonly keys?: ForeignKeys;
}

export interface ChoiceSetting<Option extends string = string> extends SettingBase {
  readonly kind: 'choice';
  readonly default: Option;
  /** In display order. */
  readonly options: readonly ChoiceOption<Option>[];
}

export interface FlagSetting extends SettingBase {
  readonly kind: 'flag';
  readonly default: boolean;
}

/** Whole numbers in a row. Its value is a text (`lists.ts`). */
export interface ListSetting extends SettingBase {
  readonly kind: 'list';
  readonly default: string;
  /** Of each number. */
  readonly min: number;
  readonly max: number;
  /** Numbers in the list, at most. */
  readonly longest: number;
}

export type Setting = NumberSetting | ChoiceSetting | FlagSetting | ListSetting;

export type ValueOf<S> = S extends { kind: 'number' }
  ? number
  : S extends { kind: 'flag' }
    ? boolean
    : S extends { kind: 'list' }
      ? string
      : S extends ChoiceSetting<infer Option>
        ? Option
        : never;

type Described = Pick<SettingBase, 'label' | 'help' | 'url' | 'effect'> &
  Partial<Pick<SettingBase, 'symbol' | 'keys'>>;

export function number(
  spec: Described &
    Pick<NumberSetting, 'default' | 'min' | 'max'> &
    Partial<Pick<NumberSetting, 'step' | 'scale' | 'unit' | 'names'>>,
): NumberSetting {
  return { step: (spec.max - spec.min) / 100, scale: 'linear', ...spec, kind: 'number', integer: false };
}

export function integer(
  spec: Described &
    Pick<NumberSetting, 'default' | 'min' | 'max'> &
    Partial<Pick<NumberSetting, 'step' | 'scale' | 'unit' | 'names'>>,
): NumberSetting {
  return { step: 1, scale: 'linear', ...spec, kind: 'number', integer: true };
}

export function choice<const Option extends string>(
  spec: Described & {
    readonly default: NoInfer<Option>;
    readonly options: readonly ChoiceOption<Option>[];
  },
): ChoiceSetting<Option> {
  return { ...spec, kind: 'choice' };
}

export function flag(spec: Described & { readonly default: boolean }): FlagSetting {
  return { ...spec, kind: 'flag' };
}

export function list(spec: Described & Pick<ListSetting, 'min' | 'max' | 'longest'>): ListSetting {
  return { ...spec, kind: 'list', default: '' };
}
