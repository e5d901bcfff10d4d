import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { valueArbitrary } from './arbitraries.ts';
import { defaultExperiment } from './defaults.ts';
import {
  differences,
  fields,
  findField,
  findUrlName,
  formatValue,
  get,
  needsReset,
  parseValue,
  settingOf,
  withValue,
} from './fields.ts';
import { canonicalText, experimentHash, warmStartKey } from './key.ts';

const base = defaultExperiment();

describe('fields', () => {
  it('lists every setting once and finds it by either name', () => {
    expect(new Set(fields.map(({ field }) => field)).size).toBe(fields.length);
    for (const entry of fields) {
      expect(findField(entry.field)).toBe(entry);
      expect(findUrlName(entry.setting.url)).toBe(entry);
      expect(get(base, entry.field)).toBe(entry.setting.default);
    }
    expect(findField('toString')).toBeUndefined();
    expect(findField('schedule')).toBeUndefined();
  });

  it('types values by their field', () => {
    expectTypeOf(get(base, 'schedule.maxStaleness')).toEqualTypeOf<number>();
    expectTypeOf(get(base, 'schedule.refund')).toEqualTypeOf<boolean>();
    expectTypeOf(get(base, 'schedule.order')).toEqualTypeOf<'oldest-done' | 'fifo' | 'newest'>();
  });

  it('withValue changes one value and nothing else', () => {
    const changed = withValue(base, 'schedule.maxStaleness', 8);
    expect(changed).toEqual({ ...base, schedule: { ...base.schedule, maxStaleness: 8 } });
    expect(changed.task).toBe(base.task);
    expect(base.schedule.maxStaleness).toBe(settingOf('schedule.maxStaleness').default);
    expect(withValue(base, 'schedule.maxStaleness', base.schedule.maxStaleness)).toBe(base);
    expect(Object.isFrozen(changed) && Object.isFrozen(changed.schedule)).toBe(true);
  });

  it('differences are in table order and say whether a reset is needed', () => {
    const changed = withValue(withValue(base, 'run.seed', 9), 'schedule.maxStaleness', 8);
    const found = differences(base, changed);
    expect(found).toEqual([
      { field: 'schedule.maxStaleness', from: base.schedule.maxStaleness, to: 8 },
      { field: 'run.seed', from: base.run.seed, to: 9 },
    ]);
    expect(needsReset(found)).toBe(true);
    expect(needsReset(found.slice(0, 1))).toBe(false);
    expect(differences(base, base)).toEqual([]);
  });
});

describe('parseValue', () => {
  it('reads back every value that formatValue writes', () => {
    for (const { setting } of fields)
      fc.assert(
        fc.property(valueArbitrary(setting), (value) => {
          expect(parseValue(setting, formatValue(value))).toEqual({ ok: true, value });
        }),
        { numRuns: 30 },
      );
  });

  it('allows for how people type, and refuses the rest in words', () => {
    const rate = settingOf('optimiser.learningRate');
    for (const text of ['0.001', ' 1e-3 ', '.001', '1E-3', '+0.001'])
      expect(parseValue(rate, text)).toEqual({ ok: true, value: 1e-3 });
    for (const text of ['', 'x', '1,5', '0x1', '1e-3s', 'NaN', 'Infinity', '1 2', '٣'])
      expect(parseValue(rate, text)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^must be .*; got ".*"\.$/) as string,
      });
    expect(parseValue(settingOf('schedule.refund'), 'false')).toEqual({ ok: true, value: false });
    expect(parseValue(settingOf('schedule.maxStaleness'), '-0')).toEqual({ ok: true, value: 0 });
  });
});

describe('keys', () => {
  it('a warm start is shared by all that leads to the same weights, and by nothing else', () => {
    const key = warmStartKey(base, 'wasm');
    expect(key).toMatch(/^warm-1-[0-9a-f]{16}$/);
    expect(warmStartKey(base, 'webgpu')).not.toBe(key);
    const shares = new Set(['task.partialCredit']);
    for (const { field, group, setting } of fields) {
      const other = fc.sample(
        valueArbitrary(setting).filter((value) => value !== get(base, field)),
        { numRuns: 1, seed: 1 },
      )[0]!;
      const changed = withValue(base, field, other as never);
      const decides =
        (['task', 'policy', 'warmStart'].includes(group) && !shares.has(field)) || field === 'run.seed';
      expect(warmStartKey(changed, 'wasm') !== key, field).toBe(decides);
      expect(experimentHash(changed), field).not.toBe(experimentHash(base));
    }
    expect(canonicalText(base)).toBe('');
    expect(canonicalText(withValue(base, 'schedule.maxStaleness', 8))).toBe('eta=8');
  });
});

describe('the table', () => {
  it('has defaults within its own ranges and words for a person', () => {
    for (const { field, setting } of fields) {
      expect(parseValue(setting, formatValue(setting.default)), field).toMatchObject({ ok: true });
      expect(setting.label.length).toBeGreaterThan(0);
      expect(setting.help).toMatch(/\.$/);
      if (setting.kind === 'number') expect(setting.step).toBeGreaterThan(0);
      if (setting.kind === 'number' && setting.scale === 'log') expect(setting.min).toBeGreaterThan(0);
      if (setting.kind === 'choice')
        expect(new Set(setting.options.map(({ value }) => value)).size).toBe(setting.options.length);
    }
  });
});
