import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodeTable, placesOf } from '../../telemetry/sweep/index.ts';
import { sweep } from './index.ts';
import { Progress } from './progress.ts';

const folder = mkdtempSync(join(tmpdir(), 'laglab-sweep-'));
const runs = join(folder, 'runs.jsonl');
const table = join(folder, 'table.json');
const SMALL = [
  '--preset',
  'tiny-v1',
  '--set',
  'warm=2',
  '--set',
  'eval=3',
  '--updates',
  '6',
  '--methods',
  'ppo,a2c',
  '--lags',
  '0,2',
];
const FILES = ['--jobs', '1', '--runs', runs];

let printed: string[];
let told: string[];

beforeEach(() => {
  printed = [];
  told = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

afterAll(() => rmSync(folder, { recursive: true }));

const report = () => JSON.parse(printed.at(-1)!) as Record<string, unknown>;

test('plays every cell over its seeds, goes on where it was, and can be checked', async () => {
  await sweep.run([...SMALL, '--seeds', '1', ...FILES, '--json']);
  expect(report()['runs']).toBe(4);
  // The second is cut short in the middle of a line, as by a power cut.
  const text = readFileSync(runs, 'utf8');
  writeFileSync(runs, text.slice(0, -20));
  await sweep.run([...SMALL, '--seeds', '2', ...FILES, '--table', table, '--json']);
  expect(told.join('')).toContain('8 runs of 6 updates, 3 of them done');
  expect(told.join('')).toMatch(/5 of 5: a2c, lag 2, seed 2: \d\.\d{3} → \d\.\d{3}; 0 s left/);
  const { cells, command } = report() as {
    cells: { method: string; lag: number; clip: unknown }[];
    command: string;
  };
  expect(cells.map(({ method, lag }) => `${method} ${lag}`)).toEqual(['ppo 0', 'ppo 2', 'a2c 0', 'a2c 2']);
  expect(cells.map(({ clip }) => clip === null)).toEqual([false, false, true, true]);
  expect(command).toBe(`npm run sweep -- ${[...SMALL, '--seeds', '2'].join(' ')}`);
  const written = decodeTable(readFileSync(table, 'utf8'));
  if (!written.ok) throw new Error(written.message);
  const { methods, lags, seeds } = written.table;
  expect(written.table.runs.map(({ method, lag, seed }) => ({ method, lag, seed }))).toEqual(
    placesOf({ methods, lags, seeds }),
  );
  // After the warm start, and after updates 3 and 6.
  for (const { right } of written.table.runs) expect(right).toHaveLength(3);

  // What was cut short is gone from the log, so that it can be gone on from again.
  await sweep.run([...SMALL, '--seeds', '2', ...FILES, '--json']);
  expect(told.join('')).toContain('8 runs of 6 updates, 8 of them done');

  await sweep.run(['--verify', table, '--cells', '2', '--by', 'x', '--jobs', '1', '--json']);
  expect(report()).toMatchObject({ runs: 4, same: 4, differ: [] });
  expect(process.exitCode).toBeUndefined();

  writeFileSync(table, readFileSync(table, 'utf8').replaceAll(/"fingerprint":"./g, '"fingerprint":"'));
  await expect(sweep.run(['--verify', table])).rejects.toThrow(/fingerprint/);
  writeFileSync(
    table,
    readFileSync(table, 'utf8').replaceAll(/"fingerprint":"[^"]*/g, '"fingerprint":"0123456789abcdef'),
  );
  await sweep.run(['--verify', table, '--cells', '1', '--by', 'x', '--jobs', '1', '--json']);
  expect(report()).toMatchObject({ runs: 2, same: 0 });
  expect(process.exitCode).toBe(1);
});

test('adds nothing to the runs of another sweep, nor to another file', async () => {
  const other = join(folder, 'other.jsonl');
  await sweep.run([
    ...SMALL,
    '--seeds',
    '1',
    '--methods',
    'ppo',
    '--lags',
    '0',
    '--jobs',
    '1',
    '--runs',
    other,
  ]);
  const more = [...SMALL, '--seeds', '1', '--jobs', '1', '--runs', other];
  await expect(sweep.run([...more, '--updates', '9'])).rejects.toThrow(
    /another sweep: its (experiment|updates)/,
  );
  const log = readFileSync(other, 'utf8');
  writeFileSync(other, log.replace(/"commit":"[^"]*"/, '"commit":"another"'));
  await expect(sweep.run(more)).rejects.toThrow(/another sweep: its commit is another/);
  writeFileSync(other, log);
  appendFileSync(other, '{}\n');
  await expect(sweep.run(more)).rejects.toThrow(/line 3 .* is no run/);
  writeFileSync(other, 'notes\n');
  await expect(sweep.run(more)).rejects.toThrow(/is no log of a sweep/);
});

test('has its seeds from --seed on', async () => {
  const one = ['--methods', 'ppo', '--lags', '0', '--seed', '7', '--seeds', '2', '--updates', '3'];
  await sweep.run([...SMALL, ...one, '--jobs', '1', '--runs', join(folder, 'seeds.jsonl'), '--json']);
  expect(report()['seeds']).toEqual([7, 8]);
});

test('tells the time that is left by the pace so far', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const progress = new Progress(4);
  now.mockReturnValue(21_000);
  const run = { method: 'ppo', lag: 0, seed: 1, right: [1, 2], clip: null, gated: 0, masked: 0 } as const;
  const line = () => progress.line({ ...run, skipped: 0, fingerprint: '0123456789abcdef' }, 4);
  expect(line()).toBe('1 of 4: ppo, lag 0, seed 1: 0.250 → 0.500; 60 s left');
  now.mockReturnValue(601_000);
  expect(line()).toMatch(/10 min left$/);
});

test.each([
  [['--updates', '26'], /--updates must be a multiple of 5,/],
  [['--methods', 'ppo,alchemy'], /no objective "alchemy"/],
  [['--methods', 'ppo,ppo'], /names ppo twice/],
  [['--lags', '0,9999'], /--lags must be a whole number between 0 and \d+; got "9999"/],
  [['--lags', '4,'], /--lags must be/],
  [['--seeds', '0'], /--seeds must be/],
  [['--seed', '4294967295', '--seeds', '2'], /4294967295 is the largest/],
  [['--jobs'], /--jobs needs a value/],
  [['--cells', '3'], /--cells goes with --verify/],
  [['--record', 'x'], /record/],
  [['--verify', 'x', '--lags', '0'], /--lags is the table’s/],
  [['--verify', 'x'], /--verify: ENOENT/],
])('%j is refused in words', async (args, words) => {
  const base = args.includes('--verify') ? [] : ['--preset', 'tiny-v1', '--updates', '25'];
  await expect(sweep.run([...base, ...args])).rejects.toThrow(words);
});
