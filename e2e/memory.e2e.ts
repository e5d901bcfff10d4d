/** Nothing grows: tensors in every worker and the page's heap, between updates 50 and 150. */
import { afterEach, expect, inject, it } from 'vitest';
import { click, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it('keeps tensors equal and the heap within 5 MB', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=tiny-v1&engine=tfjs-wasm&workers=2&eta=2&eval=10&stop=50`,
  );
  const { page } = lab;
  const devtools = await page.context().newCDPSession(page);
  await click(page, 'link-run');

  const measure = async () => {
    await until(
      'finished',
      120,
      () => page.evaluate(() => window.laglab.phase()),
      (phase) => phase === 'finished',
    );
    // Let the workers go idle and tell their counts.
    await page.waitForTimeout(2500);
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const tensors = await page.evaluate(() => ({
      learner: window.laglab.learnerMemory().tensors,
      workers: window.laglab.workers().map((worker) => worker.tensors),
    }));
    return {
      update: await page.evaluate(() => window.laglab.frames().at(-1)!.update),
      heap: usedSize,
      tensors,
    };
  };

  const early = await measure();
  expect(early.update).toBe(50);
  await page.getByTestId('input-run.updates').first().fill('150');
  await page.getByTestId('input-run.updates').first().press('Enter');
  await click(page, 'run');
  await reach(page, 150, 180);
  const late = await measure();
  const growth = (late.heap - early.heap) / 1e6;
  console.log(
    `tensors ${JSON.stringify(early.tensors)} → ${JSON.stringify(late.tensors)}; heap ${growth.toFixed(2)} MB more`,
  );
  expect(late.tensors.learner).toBeGreaterThan(0);
  expect(late.tensors).toEqual(early.tensors);
  expect(growth).toBeLessThan(5);
});
