import { describe, expect, it } from 'vitest';
import { fields } from '../../experiment/fields.ts';
import { settings } from '../../experiment/settings/index.ts';
import { nearestStop, readNumber, stopsOf } from './stops.ts';

const numbers = fields.flatMap(({ field, setting }) =>
  setting.kind === 'number' ? [{ field, setting }] : [],
);

describe('slider stops', () => {
  it.each(numbers)('of $field ascend from min to max within the range', ({ setting }) => {
    const stops = stopsOf(setting);
    if (stops.length === 0) return expect(setting.max - setting.min).toBeGreaterThan(1e6);
    expect(stops[0]).toBe(setting.min);
    expect(stops.at(-1)).toBe(setting.max);
    for (const [index, stop] of stops.entries())
      if (index > 0) expect(stop).toBeGreaterThan(stops[index - 1]!);
    if (setting.integer) expect(stops.every((stop) => Number.isInteger(stop))).toBe(true);
    expect(stops.length).toBeLessThanOrEqual(510);
  });

  it('keep fine steps near the minimum of a wide range', () => {
    expect(stopsOf(settings.objective.clipHigh)).toContain(0.2);
    expect(stopsOf(settings.objective.clipHigh)).toContain(0.21);
  });

  it('hit round decades on a log scale', () => {
    for (const rate of [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1])
      expect(stopsOf(settings.optimiser.learningRate)).toContain(rate);
  });

  it('include every default', () => {
    for (const { setting } of numbers)
      if (stopsOf(setting).length > 0) expect(stopsOf(setting)).toContain(setting.default);
  });

  it('include every staleness that a lecturer drags to', () => {
    expect(stopsOf(settings.schedule.maxStaleness).slice(0, 20)).toEqual(
      Array.from({ length: 20 }, (_, eta) => eta),
    );
  });

  it('find the nearest one', () => {
    expect(nearestStop([0, 1, 2], 1.4)).toBe(1);
    expect(nearestStop([0, 1, 2], 1.6)).toBe(2);
    expect(nearestStop([0, 1, 2], -5)).toBe(0);
    expect(nearestStop([0, 1, 2], 9)).toBe(2);
  });
});

describe('typed numbers', () => {
  it('accepts scientific notation, a decimal comma and a name', () => {
    expect(readNumber(' 1e-3 ', settings.optimiser.learningRate)).toEqual({ value: 0.001 });
    expect(readNumber('0,25', settings.objective.clipLow)).toEqual({ value: 0.25 });
    expect(readNumber('Automatic', settings.rollout.workers)).toEqual({ value: 0 });
  });

  it('says what is wrong', () => {
    expect(readNumber('', settings.rollout.workers)).toEqual({ message: 'Not a number.' });
    expect(readNumber('many', settings.rollout.workers)).toEqual({ message: 'Not a number.' });
    expect(readNumber('1.5', settings.rollout.workers)).toEqual({ message: 'Whole numbers only.' });
    expect(readNumber('9', settings.rollout.workers)).toEqual({ message: 'From 0 to 8.' });
  });
});
