import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTROL_BLOCK_BYTES, ControlBlock, fairShare } from './controlBlock.ts';

const create = (): ControlBlock => new ControlBlock(new ArrayBuffer(CONTROL_BLOCK_BYTES));

test('tickets are issued in order, each once, and never beyond what is allowed', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), permits: fc.nat(30) }),
    fc.record({ kind: fc.constant('shut' as const) }),
    fc.record({
      kind: fc.constant('take' as const),
      worker: fc.nat(2),
      wanted: fc.integer({ min: 1, max: 9 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), (events) => {
      const block = create();
      block.crew = 3;
      let issued = 0;
      let permits = 0;
      for (const step of events) {
        switch (step.kind) {
          case 'open':
            block.open(step.permits);
            permits += step.permits;
            break;
          case 'shut':
            expect(block.shut()).toBe(issued);
            permits = 0;
            break;
          case 'take': {
            const taken = block.take(step.worker, step.wanted, 6);
            if (permits === 0) expect(taken).toBeUndefined();
            else {
              const count = fairShare(permits, step.wanted, 3, 6);
              expect(taken).toEqual({ from: issued, count });
              expect(block.claim(step.worker)).toEqual({ from: issued, count, certain: true });
              issued += count;
              permits -= count;
            }
          }
        }
        expect(block.permits).toBe(permits);
      }
    }),
  );
});

test('a fair share leaves tickets for the others, and does not hand out the last ones singly', () => {
  expect(fairShare(16, 16, 2, 16)).toBe(8);
  expect(fairShare(8, 16, 2, 16)).toBe(8);
  expect(fairShare(3, 16, 2, 16)).toBe(3);
  expect(fairShare(144, 64, 2, 16)).toBe(64);
  expect(fairShare(100, 4, 1, 16)).toBe(4);
  expect(fairShare(0, 4, 1, 16)).toBe(0);
  expect(fairShare(1, 4, 8, 1)).toBe(1);
});

test('a worker’s line says what it reported, and nothing after a reset', () => {
  const block = create();
  block.reset(2);
  const { beats } = block.pulse(2);
  const state = {
    worker: 2,
    activity: 'blocked',
    version: 9,
    samples: 77,
    tensors: 31,
    bytes: 3_000_000_000,
    seconds: { generating: 12.345, waiting: 1_000_000.5 },
    at: 1_000_020.25,
  } as const;
  block.report(state);
  block.open(4);
  block.take(2, 4, 4);
  expect(block.state(2)).toEqual(state);
  expect(block.pulse(2).beats).toBe(beats + 1);
  block.reset(2);
  expect(block.state(2)).toEqual({
    worker: 2,
    activity: 'starting',
    version: -1,
    samples: 0,
    tensors: 0,
    bytes: 0,
    seconds: { generating: 0, waiting: 0 },
    at: 0,
  });
  expect(block.claim(2)).toBeUndefined();
  expect(block.claim(1)).toBeUndefined();
});

test('a worker that is barred takes nothing, and a new one in its place does', () => {
  const block = create();
  block.crew = 2;
  block.open(8);
  block.bar(1);
  expect(block.take(1, 2, 2)).toBeUndefined();
  expect(block.claim(1)).toBeUndefined();
  expect(block.take(0, 2, 2)).toEqual({ from: 0, count: 2 });
  block.reset(1);
  expect(block.take(1, 2, 2)).toEqual({ from: 2, count: 2 });
});

test('learner and workers beat apart from one another, and begin at none', () => {
  const block = create();
  block.beat(0, 40);
  block.beat('learner', 7);
  block.beat('learner', 9);
  block.wakeLearner();
  expect([block.pulse(0), block.pulse(1), block.pulse('learner')]).toEqual([
    { beats: 1, patience: 40 },
    { beats: 0, patience: 0 },
    { beats: 2, patience: 9 },
  ]);
  block.resetLearner();
  block.reset(0);
  expect([block.pulse(0), block.pulse('learner')]).toEqual([
    { beats: 0, patience: 0 },
    { beats: 0, patience: 0 },
  ]);
  expect(block.learnerWord.value).toBe(1);
});

test('commands, revisions and opened gates wake the workers', () => {
  const block = create();
  const values: number[] = [block.wakeWord.value];
  block.command = 'pause';
  values.push(block.wakeWord.value);
  block.revision = 4;
  values.push(block.wakeWord.value);
  block.open(1);
  values.push(block.wakeWord.value);
  block.open(0);
  expect(values).toEqual([0, 1, 2, 3]);
  expect(block.wakeWord.value).toBe(3);
  expect([block.command, block.revision]).toEqual(['pause', 4]);
});

test('the clock holds microseconds since 1970 and negative numbers', () => {
  const block = create();
  block.clock = 1_795_000_000_123_456;
  expect(block.clock).toBe(1_795_000_000_123_456);
  block.clock = -17;
  expect(block.clock).toBe(-17);
});
