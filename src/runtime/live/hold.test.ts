import { expect, test } from 'vitest';
import { Hold } from './hold.ts';

const batch = { kind: 'batch', tickets: [0], dropped: [] } as const;
const wait = (reason: 'samples' | 'publication') => ({ kind: 'wait', reason, dropped: [] }) as const;

test('counts the time between an answer that a publication holds the learner and the next one', () => {
  let now = 0;
  const hold = new Hold(() => now);
  const at = (seconds: number, decision: Parameters<Hold['note']>[0]): number => {
    now = seconds;
    return hold.note(decision);
  };
  expect(at(1, batch)).toBe(0);
  expect(at(2, wait('publication'))).toBe(0);
  expect(at(3, wait('publication'))).toBe(0);
  expect(at(5, wait('samples'))).toBe(0);
  expect(at(9, batch)).toBe(3);
  expect(at(10, batch)).toBe(0);
  at(11, wait('publication'));
  hold.clear();
  expect(at(15, batch)).toBe(0);
});
