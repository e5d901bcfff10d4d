import { expect, test } from 'vitest';
import { secondsOf, started, stopped, STOPPED_AT_ZERO } from './clock.ts';

test('the clock leaves out the time that it stood', () => {
  const begun = started(STOPPED_AT_ZERO, 1_000_000_000);
  expect(secondsOf(begun, 1_002_500_000)).toBe(2.5);
  const paused = stopped(begun, 1_002_500_000);
  expect(secondsOf(paused, 9_999_999_999)).toBe(2.5);
  const resumed = started(paused, 2_000_000_000);
  expect(secondsOf(resumed, 2_001_000_000)).toBe(3.5);
});

test('starting a running clock and stopping a standing one change nothing', () => {
  const begun = started(STOPPED_AT_ZERO, 5_000_000);
  expect(started(begun, 6_000_000)).toBe(begun);
  const paused = stopped(begun, 7_000_000);
  expect(stopped(paused, 8_000_000)).toBe(paused);
  expect(secondsOf(STOPPED_AT_ZERO)).toBe(0);
});
