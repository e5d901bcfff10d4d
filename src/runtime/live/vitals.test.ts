import { expect, test } from 'vitest';
import type { Engine, Generation, TokenBatch } from '../../policy/engine.ts';
import { LEAST_MS, Vitals } from './vitals.ts';

const batch = (rows: number): TokenBatch => ({
  rows,
  length: 2,
  tokens: new Int32Array(2 * rows),
  lengths: new Int32Array(rows).fill(2),
});

/** A thread whose kernels take as long as the test says, and what it told the watchdog. */
function thread() {
  let now = 0;
  const asked: number[] = [];
  const stuck: string[] = [];
  const vitals = new Vitals({
    beat: (patience) => asked.push(patience),
    stuck: (message) => stuck.push(message),
    now: () => now,
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  let kernel = 0;
  let open = (): void => undefined;
  const engine = vitals.watch({
    parameters: 7,
    drop: () => pass(kernel),
    score: async () => {
      pass(kernel);
      return { logprobs: new Float32Array(0) };
    },
    accumulate: () => new Promise<void>((resolve) => (open = resolve)),
    step: () => Promise.reject(new Error('no')),
    generate: async (): Promise<Generation> => ({
      position: 3,
      advance: async () => {
        pass(kernel);
        return { tokens: new Int32Array(0), logprobs: new Float32Array(0), generated: new Uint8Array(0) };
      },
      swapWeights: async () => undefined,
      dispose: () => undefined,
    }),
  } as unknown as Engine);
  /** Scores a batch with kernels of this length. Returns the patience asked for before it. */
  const score = async (milliseconds: number, rows = 8): Promise<number> => {
    kernel = milliseconds;
    const before = asked.length;
    await engine.score('theta', batch(rows), { temperature: 1 });
    return asked[before]!;
  };
  return { vitals, engine, asked, stuck, pass, score, open: () => open() };
}

test('what was never done has no measure; then it is three times the longest, at least the least', async () => {
  const { score } = thread();
  expect(await score(1)).toBe(0);
  expect(await score(1)).toBe(LEAST_MS);
  expect(await score(1000)).toBe(LEAST_MS);
  expect(await score(2000)).toBe(3000);
  expect(await score(1, 1)).toBe(6000);
  expect(await score(1, 1)).toBe(LEAST_MS);
});

test('another number of rows is expected to take as many times longer as there are more', async () => {
  const { score } = thread();
  await score(1000, 8);
  expect(await score(3000, 64)).toBe(24_000);
  expect(await score(1, 64)).toBe(9000);
  expect(await score(1, 32)).toBe(12_000);
});

test('what was long ago counts less and less', async () => {
  const { score } = thread();
  await score(2000);
  const asked = [];
  for (let call = 0; call < 40; call++) asked.push(await score(100));
  expect(asked[0]).toBe(6000);
  expect(asked.at(-1)).toBe(LEAST_MS);
  expect(asked).toEqual([...asked].sort((a, b) => b - a));
});

test('between calls it is measured too, and a page that slept teaches nothing', async () => {
  const { score, asked, pass } = thread();
  await score(1);
  pass(900);
  await score(1);
  expect(asked.at(-1)).toBe(2700);
  pass(60_000);
  await score(1);
  expect(asked.at(-1)).toBeLessThanOrEqual(2700);
});

test('steps of a generation are calls, and a failed or synchronous call ends as well', async () => {
  const { engine, asked } = thread();
  const generation = await engine.generate({
    slot: 'theta',
    prompts: batch(4),
    maxLength: 3,
    temperature: 1,
    topK: 0,
    topP: 1,
  });
  expect([generation.position, engine.parameters]).toEqual([3, 7]);
  const before = asked.length;
  await generation.advance([]);
  await generation.advance([]);
  expect(asked.slice(before)).toEqual([0, LEAST_MS, LEAST_MS, LEAST_MS]);
  engine.drop('theta');
  await expect(engine.step({} as never)).rejects.toThrow('no');
  expect(asked.slice(before)).toHaveLength(8);
});

test('a call that waits for its device is not silent, until it has waited for too long', async () => {
  const { engine, vitals, asked, stuck, pass, open } = thread();
  const call = engine.accumulate(batch(2), { temperature: 1, logprobs: new Float32Array(4) });
  for (let beat = 0; beat < 479; beat++) {
    pass(250);
    vitals.pulse();
  }
  expect(asked.at(-1)).toBe(LEAST_MS);
  expect(stuck).toEqual([]);
  vitals.pulse();
  vitals.pulse();
  expect(stuck).toEqual(['the engine has not answered for 120 seconds']);
  open();
  await call;
});
