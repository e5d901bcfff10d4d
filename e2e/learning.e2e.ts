/** A person opens the lab and presses Run: the policy learns from rollouts of two workers. */
import { afterEach, expect, inject, it } from 'vitest';
import { accounted, click, frames, lastUpdate, pause, setNumber, settledLedger } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it('learns to sort by clicks alone, with two rollout workers and shared memory', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page, errors } = lab;
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);

  await setNumber(page, 'rollout.workers', 2);
  await click(page, 'run');
  const warm = await until(
    'warm start',
    120,
    () => page.evaluate(() => window.laglab.accuracy().find((point) => point.stage === 'warm')?.value),
    (value) => value !== undefined,
  );
  expect(await page.evaluate(() => window.laglab.engine()?.descriptor.backend)).toBe('wasm');
  expect(await page.evaluate(() => window.laglab.engine()?.transport)).toBe('shared');

  const accuracy = await until(
    'held-out accuracy 0.2 above the warm start',
    180,
    () =>
      page.evaluate(() =>
        Math.max(
          0,
          ...window.laglab
            .accuracy()
            .filter((point) => point.stage === 'update')
            .map((point) => point.value),
        ),
      ),
    (value) => value >= warm! + 0.2,
  );
  console.log(
    `held-out accuracy ${warm!.toFixed(2)} → ${accuracy.toFixed(2)} at update ${await lastUpdate(page)}`,
  );

  const seen = await frames(page);
  expect(seen.at(-1)!.version).toBeGreaterThan(seen[0]!.version);
  expect(seen.every((frame) => Number.isFinite(frame.metrics.loss))).toBe(true);
  const workers = await page.evaluate(() => window.laglab.workers());
  expect(workers.filter((worker) => worker.samples > 0)).toHaveLength(2);

  await pause(page);
  const ledger = await settledLedger(page);
  expect(ledger.trained).toBeGreaterThan(0);
  expect(accounted(ledger)).toBe(ledger.admitted);
  expect(errors).toEqual([]);
});
