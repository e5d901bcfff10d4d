/** A long live run of the default preset: the page's heap and the memory of every engine stay where they were. */
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
  /** WASM memory of the learner and of each worker. */
  const engines = () =>
    page.evaluate(() => [
      window.laglab.learnerMemory().bytes,
      ...window.laglab.workers().map(({ bytes }) => bytes),
    ]);
  await click(page, 'link-run');
  await reach(page, 500, 200);
  const early = await heap();
  const wasm = await engines();
  await reach(page, 2000, 400);
  const growth = ((await heap()) - early) / 1e6;
  console.log(`page heap ${growth.toFixed(2)} MB more after 1,500 updates; WASM ${wasm.join(', ')} bytes`);
  expect(await engines()).toEqual(wasm);
  expect(wasm.reduce((sum, bytes) => sum + bytes)).toBeLessThan(64 * 1024 * 1024);
  expect(growth).toBeLessThan(5);
  await pause(page);
  const ledger = await settledLedger(page);
  expect(accounted(ledger)).toBe(ledger.admitted);
  expect(errors).toEqual([]);
}, 700_000);
