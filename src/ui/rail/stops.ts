/**
 * Where a slider can stop. Sliders move over the indices of these stops, so that one piece of arithmetic serves
 * linear, logarithmic and very wide ranges, and an arrow key always changes the value. Values between stops are
 * valid and can be typed.
 */
import type { NumberSetting } from '../../experiment/setting.ts';

/**
 * A linear range with more steps than `linear` grows by a share of the value where it is far from its minimum, so
 * that the small values that people use have most of the slider.
 */
const shapes = { whole: { linear: 32, growth: 0.06 }, fraction: { linear: 500, growth: 0.04 } } as const;
/** A wider range has no use for a slider. */
const WIDEST = 1e6;

const cache = new WeakMap<NumberSetting, readonly number[]>();

/** Ascending stops from `min` to `max`, the default among them; empty where a slider makes no sense. */
export function stopsOf(setting: NumberSetting): readonly number[] {
  let stops = cache.get(setting);
  if (stops === undefined) {
    stops = withDefault(setting.scale === 'log' ? logStops(setting) : linearStops(setting), setting);
    cache.set(setting, stops);
  }
  return stops;
}

/** A slider can always be brought back to where it began. */
function withDefault(stops: readonly number[], { default: standard }: NumberSetting): readonly number[] {
  if (stops.length === 0 || stops.includes(standard)) return stops;
  const after = stops.findIndex((stop) => stop > standard);
  return [...stops.slice(0, after), standard, ...stops.slice(after)];
}

function logStops({ min, max, step }: NumberSetting): readonly number[] {
  const from = Math.log10(min);
  const count = Math.round((Math.log10(max) - from) * step);
  const inner = Array.from({ length: count - 1 }, (_, index) => tidy(10 ** (from + (index + 1) / step), 2));
  return unique([min, ...inner, max]);
}

function linearStops({ min, max, step, integer }: NumberSetting): readonly number[] {
  if (max - min > WIDEST) return [];
  const { linear, growth } = integer ? shapes.whole : shapes.fraction;
  const wide = (max - min) / step > linear;
  const stops = [min];
  for (let steps = 1; ;) {
    const value = min + steps * step;
    if (value >= max - step / 1000) break;
    stops.push(tidy(value, 12));
    steps += wide ? Math.max(1, Math.round(steps * growth)) : 1;
  }
  return [...stops, max];
}

/** Rounds to so many significant digits, which also removes the dust of binary fractions. */
function tidy(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

function unique(values: readonly number[]): readonly number[] {
  return values.filter((value, index) => index === 0 || value > values[index - 1]!);
}

/** Index of the stop nearest to a value, in the scale's own measure of distance. */
export function nearestStop(stops: readonly number[], value: number): number {
  const above = stops.findIndex((stop) => stop >= value);
  if (above === -1) return stops.length - 1;
  if (above === 0) return 0;
  return value - stops[above - 1]! < stops[above]! - value ? above - 1 : above;
}

export type Reading = { readonly value: number } | { readonly message: string };

/** Reads a typed number, or says in words why it cannot be used. */
export function readNumber(text: string, setting: NumberSetting): Reading {
  const trimmed = text.trim().replace(',', '.');
  const named = Object.entries(setting.names ?? {}).find(([, name]) => name === trimmed.toLowerCase());
  const value = named === undefined ? Number(trimmed) : Number(named[0]);
  if (trimmed === '' || !Number.isFinite(value)) return { message: 'Not a number.' };
  if (setting.integer && !Number.isInteger(value)) return { message: 'Whole numbers only.' };
  if (value < setting.min || value > setting.max)
    return { message: `From ${setting.min} to ${setting.max}.` };
  return { value };
}
