/** One slider of the lens: its name, which explains itself, its value, and the slider over the setting's stops. */
import { Slider } from 'radix-ui';
import type { NumberSetting } from '../../experiment/setting.ts';
import { Explained } from '../components/Tip.tsx';
import { nearestStop, stopsOf } from '../rail/stops.ts';
import { formatNumber } from '../state/fields.ts';
import '../rail/slider.css';

export interface LensSliderProps {
  readonly setting: NumberSetting;
  readonly value: number;
  /** Where the setting reaches further than makes sense beside others. */
  readonly most?: number;
  readonly onChange: (value: number) => void;
}

export function LensSlider({ setting, value, most = setting.max, onChange }: LensSliderProps) {
  const stops = stopsOf(setting).filter((stop) => stop <= most);
  const { label, symbol, unit, url, help } = setting;
  const shown = Math.min(value, most);
  const words =
    unit === undefined
      ? formatNumber(shown)
      : `${formatNumber(shown)} ${shown === 1 ? unit.replace(/s$/, '') : unit}`;
  return (
    <div className="lens-slider">
      <Explained className="lens-slider-name" text={help} testId={`lens-about-${url}`}>
        {label} {symbol !== undefined && <i>{symbol}</i>}
      </Explained>
      <output className="lens-slider-value">{words}</output>
      <Slider.Root
        className="slider"
        min={0}
        max={Math.max(1, stops.length - 1)}
        step={1}
        disabled={stops.length < 2}
        value={[nearestStop(stops, shown)]}
        onValueChange={([index]) => onChange(stops[Math.min(index!, stops.length - 1)]!)}
      >
        <Slider.Track className="slider-track">
          <Slider.Range className="slider-range" />
        </Slider.Track>
        <Slider.Thumb
          className="slider-thumb"
          aria-label={label}
          aria-valuetext={words}
          data-testid={`lens-slider-${url}`}
        />
      </Slider.Root>
    </div>
  );
}
