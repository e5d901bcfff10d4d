/** Five cells of the committed table, chosen by the hash of the commit that is tested, have their fingerprints again. */
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { sweep } from './index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test('five cells give the same bits again', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const file = join(import.meta.dirname, '..', '..', '..', 'public', 'sweeps', 'stale-v1.json');
  await sweep.run(['--verify', file, '--cells', '5', '--jobs', '1', '--json']);
  const report = JSON.parse(String(stdout.mock.calls.at(-1)![0])) as Record<string, unknown>;
  expect(report).toMatchObject({ runs: 25, same: 25, differ: [] });
});
