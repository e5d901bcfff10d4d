import { afterEach, expect, test, vi } from 'vitest';
import { compare } from './compare.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const TINY = ['--preset', 'tiny-v1', '--updates', '6', '--set', 'warm=2', '--seeds', '2'];

test('pairs seeds, and says how much faster and how different', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await compare.run([...TINY, '--set', 'eta=4', '--versus', 'eta=0', '--json']);
  const report = JSON.parse(String(stdout.mock.calls.at(-1)![0])) as Record<
    string,
    { readonly mean: number }
  > & {
    readonly runs: readonly { readonly seed: number; readonly first: { readonly samples: number } }[];
  };
  expect(report.runs.map(({ seed }) => seed)).toEqual([1, 2]);
  expect(report.runs.every(({ first }) => first.samples === 6 * 16)).toBe(true);
  // Synchronous workers and learner take turns.
  expect(report['throughput_ratio']!.mean).toBeGreaterThan(1);
  expect(report['accuracy_difference']!.mean).toBeCloseTo(
    report['accuracy_first']!.mean - report['accuracy_second']!.mean,
    12,
  );
});

test.each([
  [[], /--versus FIELD=VALUE is needed/],
  [['--versus', 'eta=0', '--seeds', '1'], /between 2 and 1000/],
  [['--versus', 'eta'], /--set takes FIELD=VALUE/],
  [['--versus', 'eta=0', '--seed', '4294967295'], /4294967295 is the largest/],
  [['--versus', 'eta=0', '--record', 'x'], /--record is for one run/],
])('%j is refused in words', async (args, words) => {
  await expect(compare.run([...TINY.slice(0, 4), ...args])).rejects.toThrow(words);
});
