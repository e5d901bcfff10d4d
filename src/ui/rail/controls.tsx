/** The three kinds of control, derived from the kind of a setting: number, choice, flag. */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Select, Slider, Switch } from 'radix-ui';
import { Check, ChevronDown } from 'lucide-react';
import type { ChoiceSetting, FlagSetting, NumberSetting } from '../../experiment/setting.ts';
import type { Field } from '../../experiment/settings/index.ts';
import { formatNumber, wordsFor } from '../state/fields.ts';
import { nearestStop, readNumber, stopsOf } from './stops.ts';
import '../components/select.css';
import '../components/switch.css';
import './number.css';
import './slider.css';

interface NumberProps {
  readonly field: Field;
  readonly setting: NumberSetting;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A slider over the setting's stops beside a box that takes any valid number; `children` follow the slider. */
export function NumberControl({
  field,
  setting,
  value,
  onChange,
  children,
}: NumberProps & { readonly children: ReactNode }) {
  const stops = stopsOf(setting);
  return (
    <>
      <NumberBox field={field} setting={setting} value={value} onChange={onChange} />
      <div className="setting-slide">
        {stops.length > 0 && (
          <Slider.Root
            className="slider"
            min={0}
            max={stops.length - 1}
            step={1}
            value={[nearestStop(stops, value)]}
            onValueChange={([index]) => onChange(stops[index!]!)}
          >
            <Slider.Track className="slider-track">
              <Slider.Range className="slider-range" />
            </Slider.Track>
            <Slider.Thumb
              className="slider-thumb"
              aria-label={setting.label}
              aria-valuetext={wordsFor(field, value)}
              data-testid={`slider-${field}`}
            />
          </Slider.Root>
        )}
        {children}
      </div>
      <span className="setting-unit">{setting.names?.[value] ?? setting.unit ?? ''}</span>
    </>
  );
}

/** Shows the value until someone types; takes the typed number on Enter and when the focus leaves. */
function NumberBox({ field, setting, value, onChange }: NumberProps) {
  const [typed, setTyped] = useState<string>();
  const messageId = useId();
  const reading = typed === undefined ? undefined : readNumber(typed, setting);
  const message = reading !== undefined && 'message' in reading ? reading.message : undefined;

  const take = () => {
    if (reading !== undefined && 'value' in reading && reading.value !== value) onChange(reading.value);
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && message === undefined) take();
    if (event.key === 'Escape') {
      // First what was typed goes, then the focus, so that plain keys work again.
      if (typed === undefined) event.currentTarget.blur();
      else setTyped(undefined);
      event.stopPropagation();
    }
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const stops = stopsOf(setting);
    const next =
      stops.length > 0 ? stops[nearestStop(stops, value) + direction] : value + direction * setting.step;
    if (next === undefined || next < setting.min || next > setting.max) return;
    setTyped(undefined);
    onChange(next);
  };

  return (
    <span className="setting-box">
      <input
        className="number"
        type="text"
        role="spinbutton"
        aria-valuemin={setting.min}
        aria-valuemax={setting.max}
        aria-valuenow={value}
        aria-valuetext={wordsFor(field, value)}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={setting.label}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : messageId}
        data-testid={`input-${field}`}
        value={typed ?? formatNumber(value)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={take}
        onKeyDown={press}
      />
      {message !== undefined && (
        <span className="setting-message" id={messageId} role="alert">
          {message}
        </span>
      )}
    </span>
  );
}

export function ChoiceControl({
  field,
  setting,
  value,
  onChange,
}: {
  readonly field: Field;
  readonly setting: ChoiceSetting;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Select.Root value={value} onValueChange={onChange}>
      <Select.Trigger className="select" aria-label={setting.label} data-testid={`select-${field}`}>
        <Select.Value>{setting.options.find((option) => option.value === value)?.label}</Select.Value>
        <Select.Icon>
          <ChevronDown aria-hidden />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className="overlay select-list" position="popper" sideOffset={4} collisionPadding={8}>
          <Select.Viewport>
            {setting.options.map((option) => (
              <Select.Item key={option.value} value={option.value} className="select-item">
                <Select.ItemText>
                  <span className="select-name">{option.label}</span>{' '}
                  <span className="select-help">{option.help}</span>
                </Select.ItemText>
                <Select.ItemIndicator className="select-check">
                  <Check aria-hidden />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

export function FlagControl({
  setting,
  value,
  onChange,
}: {
  readonly setting: FlagSetting;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <Switch.Root className="switch" checked={value} onCheckedChange={onChange} aria-label={setting.label}>
      <Switch.Thumb className="switch-thumb" />
    </Switch.Root>
  );
}
