/**
 * The same virtual run, to the last bit, in Node and in Chromium: 100 updates of the default preset, twice each, side
 * by side. The second run in the page takes its warm start from the browser's cache.
 */
import { setImmediate } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { presetExperiment, withLayer } from '../src/experiment/presets/index.ts';
import { createWasmEngine } from '../src/policy/engines/wasm/index.ts';
import { policySpec } from '../src/policy/specOf.ts';
import { runVirtual, type RunResult } from '../src/runtime/virtual/index.ts';
import { createTask } from '../src/tasks/index.ts';
import { decodeFrame } from '../src/telemetry/frame.ts';
import { plain, type PlainFrame } from '../src/ui/labApi.ts';
import { click } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

const UPDATES = 100;
const LINK = `#preset=sort-4-v1&clock=virtual&stop=${UPDATES}`;

interface Played {
  readonly fingerprint: string;
  readonly frames: readonly PlainFrame[];
  readonly cached: boolean;
}

async function inNode(seed: number): Promise<Played> {
  const experiment = withLayer(presetExperiment('sort-4-v1'), { run: { seed } });
  const engine = await createWasmEngine(policySpec(experiment, createTask(experiment)), 'wasm');
  const frames: PlainFrame[] = [];
  const result: RunResult = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: () => undefined,
      frame: (data) => frames.push(plain(decodeFrame(data))),
      experiment: () => experiment,
      gate: async ({ phase, update }) => {
        await setImmediate();
        return phase === 'running' && update >= UPDATES ? 'stop' : 'go';
      },
    },
  });
  engine.dispose();
  return { fingerprint: result.fingerprint, frames, cached: result.warmStartCached };
}

/** Plays what the page shows from its start, by the given button. */
async function inPage(page: Page, button: string): Promise<Played> {
  await click(page, button);
  await until(
    'the end of the run',
    180,
    () =>
      page.evaluate(() => ({ phase: window.laglab.phase(), update: window.laglab.fingerprint()?.update })),
    ({ phase, update }) => (phase === 'finished' && update === UPDATES) || phase === 'failed',
  );
  return page.evaluate(() => ({
    fingerprint: window.laglab.fingerprint()!.value,
    frames: window.laglab.frames(),
    cached: window.laglab.warmStart()?.cached === true,
  }));
}

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it('has one fingerprint and the same frames in Node and in Chromium, and another for another seed', async () => {
  lab = await openLab(inject('isolatedSite') + LINK);
  const { page, errors } = lab;
  const browser = (async () => {
    const first = await inPage(page, 'link-run');
    await click(page, 'reset');
    return [first, await inPage(page, 'run')] as const;
  })();
  const node = (async () => [await inNode(1), await inNode(1), await inNode(2)] as const)();
  const [[fresh, cached], [one, two, other]] = await Promise.all([browser, node]);

  const shown = {
    chromium: [fresh.fingerprint, cached.fingerprint],
    node: [one.fingerprint, two.fingerprint],
  };
  console.log(`fingerprints ${JSON.stringify(shown)}, seed 2 ${other.fingerprint}`);
  expect([fresh.cached, cached.cached]).toEqual([false, true]);
  expect(one.frames).toHaveLength(UPDATES);
  for (const { fingerprint, frames } of [two, fresh, cached]) {
    expect(fingerprint).toBe(one.fingerprint);
    expect(frames).toEqual(one.frames);
  }
  expect(other.fingerprint).not.toBe(one.fingerprint);

  await page.getByTestId('under-the-hood').locator('summary').click();
  expect(await page.getByTestId('fingerprint-update').innerText()).toBe(String(UPDATES));
  expect(await page.getByTestId('fingerprint-value').innerText()).toBe(one.fingerprint.slice(0, 8));
  expect(errors).toEqual([]);
});
