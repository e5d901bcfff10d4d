import { beforeEach, expect, test } from 'vitest';
import { Pace } from './pace.ts';

let said: string[];
let pace: Pace;
beforeEach(() => {
  said = [];
  pace = new Pace(
    {
      command: (command) => said.push(`→ ${command}`),
      clock: (state) => said.push(state > 0 ? 'clock runs' : 'clock stands'),
    },
    (phase) => said.push(phase),
  );
});
const go = (update = 0, limit = Infinity): boolean => pace.mayGo('update', update, limit);

test('warm start and running follow from what the learner waits for; the clock starts with learning', () => {
  expect(pace.mayGo('warm-start', 0, 5)).toBe(true);
  expect(pace.running).toBe(false);
  expect(go()).toBe(true);
  expect(go(1)).toBe(true);
  expect(said).toEqual(['warm-start', 'clock runs', 'running']);
});

test('a pause holds workers at once and is reached when the learner rests', () => {
  go();
  said.length = 0;
  pace.pause();
  expect(said).toEqual(['→ pause']);
  expect(go(1)).toBe(false);
  expect(go(1)).toBe(false);
  expect(said).toEqual(['→ pause', 'clock stands', 'paused']);
  pace.resume();
  expect(go(1)).toBe(true);
  expect(said.slice(3)).toEqual(['clock runs', '→ run', 'running']);
});

test('a pause that is taken back before it is reached is none', () => {
  go();
  pace.pause();
  pace.resume();
  expect(go(1)).toBe(true);
  expect(said).toEqual(['clock runs', 'running', '→ pause', '→ run']);
});

test('a step lets everything run until the learner rests again, within the phase paused', () => {
  go();
  pace.pause();
  go(1);
  said.length = 0;
  pace.step();
  expect(go(1)).toBe(true);
  expect(go(1)).toBe(true);
  pace.granted();
  expect(go(2)).toBe(false);
  expect(said).toEqual(['clock runs', '→ run', '→ pause', 'clock stands']);
});

test('steps are ignored unless it is paused, also while it starts', () => {
  pace.step();
  pace.pause();
  expect(go()).toBe(false);
  expect(said.at(-1)).toBe('paused');
});

test('at the limit it is finished, and goes on only when resumed after the limit was raised', () => {
  go(0, 2);
  expect(go(2, 2)).toBe(false);
  pace.resume();
  expect(go(2, 2)).toBe(false);
  expect(go(2, 9)).toBe(false);
  pace.step();
  expect(go(2, 9)).toBe(false);
  expect(said.filter((word) => word === 'finished')).toHaveLength(1);
  expect(said.at(-1)).toBe('finished');
  pace.resume();
  expect(go(2, 9)).toBe(true);
  expect(said.at(-1)).toBe('running');
});
