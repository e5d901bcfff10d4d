/**
 * Real faults in a real browser: training goes on within 3 s or pauses with its reason, no update is lost, and the
 * ledger balances. One run meets them one after another.
 */
import { afterEach, expect, inject, it } from 'vitest';
import type { Fault } from '../src/runtime/session.ts';
import { books, breakRun, deadline, type Recovery } from './support/break.ts';
import { click, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

function print(what: string, { told, back, wentOn, longestGap }: Recovery): void {
  const seconds = (milliseconds: number | null): string =>
    milliseconds === null ? 'never' : `${(milliseconds / 1000).toFixed(2)} s`;
  console.log(
    `${what}: told ${seconds(told)}, ${back === null ? '' : `back ${seconds(back)}, `}went on ${seconds(wentOn)}, longest gap ${seconds(longestGap)}`,
  );
}

const FAULTS: readonly (readonly [string, Fault, RegExp])[] = [
  [
    'worker terminated',
    { kind: 'terminate', thread: 0 },
    /^Rollout worker 1 was replaced: its thread ended\.$/,
  ],
  ['worker throws', { kind: 'throw', thread: 0 }, /^Rollout worker 1 was replaced: .*asked to throw\.$/],
  ['worker hangs', { kind: 'hang', thread: 0 }, /^Rollout worker 1 was replaced: it stopped answering\.$/],
  [
    'learner terminated',
    { kind: 'terminate', thread: 'learner' },
    /^The learner was replaced: its thread ended\.$/,
  ],
  ['learner throws', { kind: 'throw', thread: 'learner' }, /^The learner was replaced: .*asked to throw\.$/],
  [
    'learner hangs',
    { kind: 'hang', thread: 'learner' },
    /^The learner was replaced: it stopped answering\.$/,
  ],
  [
    'NaN in a gradient',
    { kind: 'nan', updates: 1 },
    /^Update \d+ met a gradient that is not finite and was skipped\.$/,
  ],
];

it('goes on within three seconds after each of seven faults, and pauses when gradients stay NaN', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&workers=1&eta=2&stop=0`);
  const { page } = lab;
  await click(page, 'link-run');
  await reach(page, 30, 60);
  for (const [what, fault, message] of FAULTS) {
    const recovery = await breakRun(page, fault, 30);
    print(what, recovery);
    expect(recovery.message).toMatch(message);
    expect(recovery.phase).toBe('running');
    expect(recovery.wentOn).toBeLessThan(deadline());
    expect(recovery.longestGap).toBeLessThan(deadline());
    expect(await books(page)).toEqual({ gaps: 0, unaccounted: 0 });
  }
  await page.evaluate(() => window.laglab.fault({ kind: 'nan', updates: 3 }));
  await until(
    'pause',
    10,
    () => page.evaluate(() => window.laglab.phase()),
    (phase) => phase === 'paused',
  );
  const told = await page.evaluate(() => window.laglab.problems().at(-1)!.message);
  expect(told).toMatch(/^The run pauses, because 3 updates up to \d+ met a gradient that is not finite\./);
  expect(await books(page)).toEqual({ gaps: 0, unaccounted: 0 });
});

it('goes on without the GPU when its device is destroyed, in the learner and in a rollout worker', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=tiny-v1&engine=webgpu&width=8&heads=1&prompts=2&group=2&flight=1&warm=0&evalprompts=16&eval=100&workers=1&stop=0`,
    { webgpu: true },
  );
  const { page } = lab;
  await click(page, 'link-run');
  await reach(page, 1, 220);
  for (const thread of [0, 'learner'] as const) {
    const recovery = await breakRun(page, { kind: 'device', thread }, 20);
    print(`GPU device of ${thread === 0 ? 'a worker' : 'the learner'} destroyed`, recovery);
    expect(recovery.message).toMatch(/was replaced: The GPU device was lost/);
    expect(recovery.phase).toBe('running');
    // While the learner is on the emulated GPU, one update takes seconds.
    expect(thread === 0 ? recovery.back : recovery.wentOn).toBeLessThan(deadline());
    expect(await books(page)).toEqual({ gaps: 0, unaccounted: 0 });
  }
  const engine = await page.evaluate(() => window.laglab.engine()!);
  expect(engine.descriptor.backend).toBe('wasm');
  expect(engine.reason).toContain('because its GPU device was lost');
});

it('runs without SIMD and without WebGPU, and says so', async () => {
  lab = await openLab('about:blank', { context: { serviceWorkers: 'block' } });
  const { page } = lab;
  // No flag takes SIMD away on every kind of processor, so the page and its threads are told that there is none.
  const without = 'WebAssembly.validate = () => false;';
  await page.addInitScript(without);
  await page.route('**/*.worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${without}\n${await response.text()}` });
  });
  await page.goto(`${inject('isolatedSite')}#preset=tiny-v1&workers=1&warm=4&stop=0`);
  await page.getByText('computes without vectors (SIMD)').waitFor();
  await click(page, 'link-run');
  await reach(page, 2, 60);
  const { descriptor, reason } = await page.evaluate(() => window.laglab.engine()!);
  expect(descriptor).toMatchObject({ engine: 'tfjs', backend: 'wasm', adapter: 'no SIMD, 1 thread' });
  expect(reason).toMatch(/^TensorFlow.js on WASM, because .*WebGPU.*, and this browser has no WASM SIMD\.$/);
});
