/** The pace of the run's clock, told the wall clock by the test. */
import { expect, test } from 'vitest';
import { SlowMotion } from './slowMotion.ts';

test('as fast as it can: nothing is waited for', () => {
  const motion = new SlowMotion();
  motion.reached(3, 1000);
  expect(motion.remaining(99, 1000)).toBe(0);
  expect(motion.position(5000)).toBe(3);
});

test('at a speed, a second of the run takes 1/speed seconds', () => {
  const motion = new SlowMotion();
  motion.reached(10, 0);
  motion.setSpeed(0.5, 0);
  expect(motion.remaining(11, 0)).toBe(2000);
  expect(motion.remaining(11, 500)).toBe(1500);
  expect(motion.position(500)).toBe(10.25);
  expect(motion.remaining(11, 2500)).toBe(0);
});

test('small delays are made up for, large ones are not', () => {
  const motion = new SlowMotion();
  motion.setSpeed(1, 0);
  motion.reached(1, 1030);
  expect(motion.remaining(2, 1030)).toBe(970);
  motion.reached(2, 2500);
  expect(motion.remaining(3, 2500)).toBe(1000);
});

test('another speed acts from where the clock is', () => {
  const motion = new SlowMotion();
  motion.setSpeed(1, 0);
  motion.setSpeed(0.1, 400);
  expect(motion.position(400)).toBe(0.4);
  expect(motion.remaining(1, 400)).toBeCloseTo(6000, 9);
  motion.setSpeed(Infinity, 1400);
  expect(motion.position(9000)).toBeCloseTo(0.5, 12);
  expect(motion.remaining(1, 9000)).toBe(0);
});

test('while it is held nothing passes', () => {
  const motion = new SlowMotion();
  motion.setSpeed(2, 0);
  motion.hold(100);
  motion.release(9100);
  expect(motion.position(9100)).toBe(0.2);
  expect(motion.remaining(1, 9100)).toBe(400);
});
