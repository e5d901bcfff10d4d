import { expect, it } from 'vitest';
import { readBenchOptions } from './bench.ts';

it('reads its options', () => {
  expect(readBenchOptions([])).toEqual({ where: 'both', quick: false, seconds: 2, json: false });
  expect(readBenchOptions(['--where', 'node', '--quick', '--seconds', '0.5', '--json'])).toEqual({
    where: 'node',
    quick: true,
    seconds: 0.5,
    json: true,
  });
});

it.each([
  [['--where', 'moon'], /--where/],
  [['--seconds', 'soon'], /--seconds/],
  [['--seconds', '0'], /--seconds/],
  [['--fast'], /--fast/],
])('refuses %j in words', (args, message) => {
  expect(() => readBenchOptions(args)).toThrow(message);
});
