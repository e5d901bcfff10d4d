/** WebGPU on the software adapter: chosen only when asked for, and it learns with finite losses. */
import { afterEach, expect, inject, it } from 'vitest';
import { click, frames, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it('makes five updates with finite loss when asked for', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=webgpu&warm=4&eval=100&workers=1`, {
    webgpu: true,
  });
  const { page, errors } = lab;
  await click(page, 'link-run');
  await reach(page, 5, 220);
  const engine = await page.evaluate(() => window.laglab.engine());
  expect(engine?.descriptor.backend).toBe('webgpu');
  expect(engine?.descriptor.software).toBe(true);
  expect(engine?.parameters).toBeLessThanOrEqual(5000);
  for (const frame of await frames(page)) expect(Number.isFinite(frame.metrics.loss)).toBe(true);
  expect(errors).toEqual([]);
});

it('is not chosen by itself where the only adapter is a software one', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1`, { webgpu: true });
  const { page } = lab;
  await click(page, 'link-run');
  const engine = await until(
    'engine',
    60,
    () => page.evaluate(() => window.laglab.engine()),
    (value) => value !== undefined,
  );
  expect(engine?.descriptor.backend).toBe('wasm');
});
