/** A long live run of the default preset: the page's heap stays where it was. */
import { afterEach, expect, inject, it } from 'vitest';
import { accounted, click, pause, reach, settledLedger } from './support/controls.ts';
import { openLab, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it('grows under 5 MB from update 500 to 2,000', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=sort-4-v1&workers=2&stop=0`);
  const { page, errors } = lab;
  const devtools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  await click(page, 'link-run');
  await reach(page, 500, 200);
  const early = await heap();
  await reach(page, 2000, 400);
  const growth = ((await heap()) - early) / 1e6;
  console.log(`page heap ${growth.toFixed(2)} MB more after 1,500 updates`);
  expect(growth).toBeLessThan(5);
  await pause(page);
  const ledger = await settledLedger(page);
  expect(accounted(ledger)).toBe(ledger.admitted);
  expect(errors).toEqual([]);
}, 700_000);
