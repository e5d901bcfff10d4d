import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweep } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'laglab-sweep-'));
const runs = join(folder, 'runs.jsonl');
const table = join(folder, 'table.json');
const SMALL = [
  '--preset',
  'tiny-v1',
  '--set',
  'warm=2',
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
  await expect(sweep.run([...more, '--updates', '7'])).rejects.toThrow(
    /another sweep: its (experiment|updates)/,
  );
  appendFileSync(other, '{}\n');
  await expect(sweep.run(more)).rejects.toThrow(/line 3 .* is no run/);
  writeFileSync(other, 'notes\n');
  await expect(sweep.run(more)).rejects.toThrow(/is no log of a sweep/);
});

test.each([
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
  const base = args.includes('--verify') ? [] : ['--preset', 'tiny-v1', '--updates', '2'];
  await expect(sweep.run([...base, ...args])).rejects.toThrow(words);
});
