/** The headless command's own line of JSON: its fingerprint, its memory, and runs that are played again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decodeRecord } from '../telemetry/record/index.ts';
import { traceFormat } from '../telemetry/timeline/traceFormat.ts';
import { headless } from './headless.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What the command prints last on stdout, read as JSON. */
async function report(...args: readonly string[]): Promise<Record<string, unknown>> {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await headless.run([...args, '--json']);
  const text = stdout.mock.calls.map(([chunk]) => String(chunk)).join('');
  vi.restoreAllMocks();
  return JSON.parse(text.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;
}

test('prints a fingerprint, the same for the same run and another for another seed', async () => {
  const one = await report('--preset', 'tiny-v1', '--updates', '3');
  expect(one.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  const again = await report('--preset', 'tiny-v1', '--updates', '3');
  expect(again.fingerprint).toBe(one.fingerprint);
  const other = await report('--preset', 'tiny-v1', '--updates', '3', '--seed', '2');
  expect(other.fingerprint).not.toBe(one.fingerprint);
});

test('prints the lengths of responses, which the task bounds', async () => {
  const { response_length: length } = await report('--preset', 'tiny-v1', '--updates', '3');
  const { mean, p50, p90 } = length as { readonly mean: number; readonly p50: number; readonly p90: number };
  // Two digits and the end token.
  expect(mean).toBeGreaterThan(1);
  expect(mean).toBeLessThanOrEqual(3);
  expect(p90).toBeGreaterThanOrEqual(p50);
});

test('prints the WASM memory of the default preset, which is under 64 MiB', async () => {
  const { wasm_bytes: bytes } = await report('--preset', 'sort-4-v1', '--updates', '6');
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(64 * 1024 * 1024);
});

describe('a recorded run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laglab-'));
  const file = join(folder, 'run.json');
  const other = join(folder, 'other.json');
  process.once('exit', () => rmSync(folder, { recursive: true }));

  test('plays again to its fingerprint, to any update, and as a branch', async () => {
    const original = await report('--preset', 'tiny-v1', '--updates', '8', '--record', file);
    expect(original['replay']).toBeUndefined();

    const again = await report('--replay', file);
    expect(again['replay']).toEqual({
      updates: 8,
      branched: false,
      recorded_fingerprint: original['fingerprint'],
      same: true,
    });
    const unchanged = await report('--replay', file, '--until', '5');
    expect(unchanged['replay']).toMatchObject({ updates: 5, same: true });

    const branch = await report('--replay', file, '--until', '5', '--set', 'eta=8', '--record', other);
    expect(branch['replay']).toMatchObject({ branched: true, same: null });
    expect(branch['fingerprint']).not.toBe(original['fingerprint']);
    const recorded = JSON.parse(readFileSync(other, 'utf8')) as { readonly changes: unknown };
    expect(recorded.changes).toEqual([{ update: 6, set: { 'schedule.maxStaleness': 8 } }]);
    expect((await report('--replay', other))['replay']).toMatchObject({ same: true });

    const forged = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...forged, fingerprint: '0123456789abcdef' }));
    expect((await report('--replay', file))['replay']).toMatchObject({ same: false });
  });

  test('holds weights and answers where they are asked for', async () => {
    const args = ['--preset', 'tiny-v1', '--updates', '4', '--record', file, '--snapshots', '2', '--samples'];
    const { fingerprint, parameters, samples } = await report(...args);
    const parsed = decodeRecord(readFileSync(file, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    const { record } = parsed;
    expect(record.snapshots!.map(({ update }) => update)).toEqual([2, 4]);
    expect(record.snapshots!.map((one) => one.parameters.length)).toEqual([parameters, parameters]);
    expect(record.samples).toHaveLength(samples as number);
    for (const { response, versions, behave_logprobs: logprobs, mask } of record.samples!) {
      expect([versions.length, logprobs.length, mask.length]).toEqual(Array(3).fill(response.length));
      expect(logprobs.every((value) => value <= 0)).toBe(true);
    }
    // Neither changes the run.
    expect((await report('--preset', 'tiny-v1', '--updates', '4'))['fingerprint']).toBe(fingerprint);
    expect((await report('--replay', file))['replay']).toMatchObject({ same: true });
  });

  test('is traced in the trace-event format, every trained prompt with its arrow', async () => {
    const { ledger } = await report('--preset', 'tiny-v1', '--updates', '4', '--trace', file);
    const { traceEvents, otherData } = traceFormat.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(otherData['experiment']).toContain('preset=tiny-v1');
    const { trained } = ledger as { readonly trained: number };
    expect(traceEvents.filter(({ ph }) => ph === 'f')).toHaveLength(trained);
    expect(new Set(traceEvents.flatMap((event) => (event.ph === 'X' ? [event.name] : [])))).toEqual(
      new Set(['decode', 'admission', 'rollout', 'train_step']),
    );
  });

  test.each([
    [['--replay', join(folder, 'none.json')], /^--replay: .*none\.json/],
    [['--until', '3'], /goes with --replay/],
    [['--updates', '3', '--record', join(folder, 'none', 'x.json')], /^--record: .*none/],
    [['--updates', '3', '--trace', ''], /^--trace: /],
    [['--samples', '--updates', '3'], /--samples goes with --record/],
    [['--record', 'x', '--snapshots', 'x'], /--snapshots must be a whole number/],
    [['--replay', other, '--seed', '3'], /--seed is the recorded run/],
    [['--replay', other, '--until', '99'], /--until must be a whole number between 0 and 8; got "99"/],
    [['--replay', other, '--set', 'eta=2'], /--set acts from update 8 on, but the run ends at 8/],
    [['--replay', other, '--until', '2', '--set', 'policy.width=32'], /cannot change while a run goes on/],
    [['--replay', other, '--until', '2', '--set', 'eta=900'], /eta must be between 0 and 64; got 900/],
  ])('%j is refused in words', async (args, words) => {
    await expect(headless.run(args)).rejects.toThrow(words);
  });
});
