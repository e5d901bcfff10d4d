/** `npm run simulate`: its line of JSON, its text, and words for what is wrong. */
import { afterEach, expect, test, vi } from 'vitest';
import { UsageError } from './command.ts';
import { simulate } from './simulate.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What the command prints. */
async function printed(...args: readonly string[]): Promise<string> {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await simulate.run(args);
  const text = stdout.mock.calls.map(([chunk]) => String(chunk)).join('');
  vi.restoreAllMocks();
  return text.trimEnd();
}

const sheet =
  '--batch 16 --learner 10 --publish 4 --latency constant:25 --concurrency inf --order oldest-done --over-age train';

test('prints one line of JSON, the same every time', async () => {
  const args = [
    ...sheet.split(' '),
    '--eta',
    '2',
    '--publish-mode',
    'overlap',
    '--versions',
    '300',
    '--seed',
    '3',
  ];
  const line = await printed(...args, '--json');
  expect(line).not.toContain('\n');
  const report = JSON.parse(line) as Record<string, unknown>;
  expect(Object.keys(report)).toEqual([
    'idle',
    'wait_share',
    'lag',
    'share_over_eta',
    'dropped_share',
    'trained_length_ratio',
    'throughput',
    'ledger',
  ]);
  expect(report.idle).toBeCloseTo(0.231, 2);
  expect(report.wait_share).toBe(report.idle);
  expect(report.lag).toEqual({ mean: 2, p50: 2, p99: 2, max: 2 });
  expect(report).toMatchObject({ share_over_eta: 0, dropped_share: 0, trained_length_ratio: 1 });
  expect(report.throughput).toBeCloseTo((16 * (1 - 0.231)) / 10, 1);
  const ledger = report.ledger as Record<string, number>;
  expect(ledger.trained).toBe(300 * 16);
  const { admitted, ...states } = ledger;
  expect(Object.values(states).reduce((a, b) => a + b, 0)).toBe(admitted);
  expect(await printed(...args, '--json')).toBe(line);
});

test('prints text without --json, and publication that blocks apart from waiting', async () => {
  const text = await printed(
    ...sheet.split(' '),
    '--eta',
    '1',
    '--publish-mode',
    'blocking',
    '--versions',
    '400',
  );
  expect(text).toMatch(/learner idle +48\.7 % of the time, 28\.2 % waiting for samples/);
  expect(text).toMatch(/lag +mean 1\.00/);
});

test('other latencies, orders and rules are played', async () => {
  const common = ['--versions', '300', '--json', '--eta', '6'];
  const variants = [
    [],
    ['--latency', 'pareto:25:2.5'],
    ['--order', 'newest'],
    ['--order', 'fifo'],
    ['--over-age', 'drop'],
    ['--over-age', 'drop', '--no-refund'],
    ['--over-age', 'wait'],
    ['--concurrency', '20'],
    ['--seed', '2'],
  ];
  const seen = new Set<string>();
  for (const variant of variants) seen.add(await printed(...common, ...variant));
  expect(seen.size).toBe(variants.length);
});

test('plays every schedule, with lags as it says', async () => {
  const lag = async (...args: readonly string[]): Promise<unknown> => {
    const line = await printed(
      ...args,
      '--latency',
      'constant:25',
      '--versions',
      '200',
      '--json',
      '--eta',
      '9',
    );
    return (JSON.parse(line) as { readonly lag: unknown }).lag;
  };
  const all = (value: number) => ({ mean: value, p50: value, p99: value, max: value });
  expect(await lag('--schedule', 'synchronous')).toEqual(all(0));
  expect(await lag('--schedule', 'one-step')).toEqual(all(1));
  expect(await lag('--schedule', 'exact', '--lag', '5')).toEqual(all(5));
  expect(await lag('--schedule', 'stages', '--stage', '4')).toEqual(all(0));
  expect(await lag('--schedule', 'periodic', '--ahead', '0', '--publish-every', '3')).toEqual(all(0));
  expect(await lag('--schedule', 'replay', '--lags', '1,3')).toMatchObject({ mean: 2, max: 3 });
  // A queue of 16 batches, which fills where the learner is slow.
  expect(await lag('--schedule', 'unbounded', '--learner', '60')).toEqual(all(17));
});

test.each([
  ['--schedule later', '--schedule must be one of synchronous, one-step, bounded,'],
  ['--schedule replay', '--lags is needed with --schedule replay, such as 0,1,1,2.'],
  ['--lags 1,x', '--lags must be at most 10000 whole numbers between 0 and 256'],
  ['--publish-every 0', '--publish-every must be a whole number between 1 and 1000; got "0".'],
  ['--ahead x', '--ahead must be a number, 0 or more and at most 64; got "x".'],
  ['--eta -1', "Option '--eta' argument is ambiguous"],
  ['--eta=-1', '--eta must be a whole number between 0 and 1000; got "-1".'],
  ['--eta 1.5', '--eta must be a whole number'],
  ['--batch 0', '--batch must be a whole number between 1 and'],
  ['--learner 0', '--learner must be seconds, more than 0 and at most 1000000000; got "0".'],
  ['--publish x', '--publish must be seconds, 0 or more and at most 1000000000; got "x".'],
  ['--publish-mode later', '--publish-mode must be one of overlap, blocking; got "later".'],
  ['--latency 25', '--latency must be constant:L, lognormal:MEAN:SIGMA or pareto:MEAN:ALPHA; got "25".'],
  ['--latency lognormal:25', '--latency must be'],
  [
    '--latency lognormal:25:-1',
    '--latency lognormal: SIGMA must be a number, 0 or more and at most 20; got "-1".',
  ],
  ['--latency pareto:25:1', '--latency pareto: ALPHA must be over 1, or there is no mean; got "1".'],
  ['--latency constant:1e999', '--latency constant: L must be a number'],
  ['--concurrency 0', '--concurrency must be a whole number between 1 and 1000000 or inf; got "0".'],
  ['--order random', '--order must be one of oldest-done, fifo, newest; got "random".'],
  ['--over-age keep', '--over-age must be one of train, drop, wait; got "keep".'],
  ['--versions 0', '--versions must be'],
  ['--seed x', '--seed must be'],
  ['--what 3', "Unknown option '--what'"],
  ['eta', "Unexpected argument 'eta'"],
])('refuses %s in words', async (args, message) => {
  const attempt = printed(...args.split(' '));
  await expect(attempt).rejects.toThrow(UsageError);
  await expect(attempt).rejects.toThrow(message);
});
