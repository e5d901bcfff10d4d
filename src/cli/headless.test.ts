/** The headless command's own line of JSON: its fingerprint and its memory. */
import { afterEach, expect, test, vi } from 'vitest';
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
