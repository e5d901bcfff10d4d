/** Lists as texts: one text a list, in links, files and as people type them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultExperiment } from './defaults.ts';
import { parseValue, readText, settingOf, withValue } from './fields.ts';
import { decodeLink, encodeLink } from './link.ts';
import { numbersOf, readList, writeList } from './lists.ts';

const limits = { min: 0, max: 256, longest: 1000 };
const numbers = fc.array(fc.integer({ min: 0, max: 256 }), { maxLength: 100 });

test('every list has one text that reads back, and no text of a list reads as a number', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      const text = writeList(list);
      expect(numbersOf(text)).toEqual(list);
      expect(readList(text, limits)).toBe(text);
      expect(readList(list.join(', '), limits)).toBe(text);
      expect(readText(text)).toBe(text);
    }),
  );
  expect(writeList([0, 1, 2, 2, 2])).toBe('0x1-1x1-2x3');
  expect(writeList([])).toBe('');
});

test.each([
  ['3', '3x1'],
  ['0,1,2,2', '0x1-1x1-2x2'],
  [' 0x1  2x2 2 ', '0x1-2x3'],
  ['', ''],
  ['1-1x2', '1x3'],
])('typed %j', (typed, text) => {
  expect(readList(typed, limits)).toBe(text);
});

test.each(['x', '1.5', '-1 x', '257', '1x0', '1x1001', '1x', 'x3', '0x1e3', '१'])(
  '%j is no list',
  (typed) => {
    expect(readList(typed, limits)).toBeUndefined();
  },
);

test('what is too long for a link is refused', () => {
  const alternating = Array.from({ length: 900 }, (_, i) => i % 2);
  expect(readList(alternating.join(' '), limits)).toBeUndefined();
  expect(readList('1x1000', limits)).toBe('1x1000');
});

test('a link holds recorded lags, and refuses broken ones in words', () => {
  const experiment = withValue(
    withValue(defaultExperiment(), 'schedule.mode', 'replay'),
    'schedule.lagTrace',
    '0x1-2x5',
  );
  const link = encodeLink(experiment);
  expect(link).toBe('preset=sort-4-v1&mode=replay&lags=0x1-2x5');
  expect(decodeLink(link)).toEqual({ ok: true, experiment, notes: [] });
  const problem = (fragment: string): string => {
    const result = decodeLink(fragment);
    return result.ok ? '' : result.problems.map(({ message }) => message).join(' ');
  };
  expect(problem('mode=replay')).toBe(
    'Schedule (schedule.mode) cannot replay an empty record. Give lags under Recorded lags (schedule.lagTrace), such as 0x1-2x5.',
  );
  for (const [broken, shown] of [
    ['2', '2'],
    ['0x1-2', '"0x1-2"'],
    ['1x1-1x1', '"1x1-1x1"'],
    ['300x1', '"300x1"'],
    ['0x1-2x99999', '"0x1-2x99999"'],
  ]) {
    expect(problem(`mode=replay&lags=${broken}`)).toBe(
      `Recorded lags (schedule.lagTrace) must be at most 10000 whole numbers between 0 and 256, written as runs such as 0x1-2x5 (0, then five times 2); got ${shown}.`,
    );
  }
  const setting = settingOf('schedule.lagTrace');
  expect(parseValue(setting, '0, 1, 1')).toEqual({ ok: true, value: '0x1-1x2' });
  expect(parseValue(setting, 'a lot')).toMatchObject({ ok: false });
});
