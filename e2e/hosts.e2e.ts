/** A static host that sends no headers, the site under a sub-path: isolated by the service worker, or over messages. */
import { afterEach, expect, inject, it } from 'vitest';
import { accounted, click, frames, pause, reach, settledLedger } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

const LINK = '#preset=tiny-v1&engine=wasm&workers=2&eta=4';

it('runs over messages where the page is not isolated', async () => {
  lab = await openLab(inject('plainSite') + LINK, { context: { serviceWorkers: 'block' } });
  const { page } = lab;
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await click(page, 'link-run');
  await reach(page, 25, 180);
  expect(await page.evaluate(() => window.laglab.engine()?.transport)).toBe('messages');
  await pause(page);
  for (const frame of await frames(page)) expect(Number.isFinite(frame.metrics.loss)).toBe(true);
  const ledger = await settledLedger(page);
  expect(accounted(ledger)).toBe(ledger.admitted);
});

it('is isolated by its service worker, after one reload, and then works offline', async () => {
  lab = await openLab(inject('plainSite') + LINK);
  const { page } = lab;
  await until('isolation', 60, () => page.evaluate(() => crossOriginIsolated).catch(() => false), Boolean);
  await page.getByTestId('link-run').first().waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await click(page, 'link-run');
  await reach(page, 5, 120);
  expect(await page.evaluate(() => window.laglab.engine()?.transport)).toBe('shared');
});

it('works offline where the server itself isolates the page', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page } = lab;
  const kept = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const [name] = await caches.keys();
      return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
    });
  await until('the files are kept', 60, kept, (count) => count > 20);
  await page.reload();
  await page.getByTestId('run').first().waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await click(page, 'run');
  await reach(page, 2, 120);
});
