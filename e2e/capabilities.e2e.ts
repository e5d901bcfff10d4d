/** The page of the device: it proves every engine, gives way to a run, and is reached by badge, palette, key and address. */
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { click, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

function verdict(page: Page): Promise<string | null> {
  return page.getByTestId('self-test-badge').getAttribute('data-verdict');
}

async function verdictIs(page: Page, wanted: string, seconds: number): Promise<void> {
  await until(
    wanted,
    seconds,
    () => verdict(page),
    (now) => now === wanted,
  );
}

const row = (page: Page, rung: string) => page.getByTestId(`self-test-${rung}`);

it('proves every engine by itself once the page is at rest, the emulated GPU when asked', async () => {
  lab = await openLab(inject('isolatedSite'), { webgpu: true });
  const { page, errors } = lab;
  await verdictIs(page, 'passed', 90);
  await click(page, 'self-test-badge');
  for (const rung of ['wasm', 'tfjs-wasm', 'cpu']) {
    expect(await row(page, rung).getAttribute('data-outcome'), rung).toBe('passed');
  }
  expect(await row(page, 'webgpu').innerText()).toContain('computes on the CPU');
  expect(await page.getByTestId('fact-simd').innerText()).toContain('yes');
  expect(await page.getByTestId('fact-isolated').innerText()).toContain('yes');
  expect(await page.getByTestId('adapter').innerText()).toContain('swiftshader');

  await click(page, 'self-test-software');
  await verdictIs(page, 'running', 20);
  await verdictIs(page, 'passed', 180);
  expect(await row(page, 'webgpu').getAttribute('data-outcome')).toBe('passed');
  console.log(await page.getByTestId('self-test-table').innerText());
  expect(errors).toEqual([]);
});

it('gives way to a run, tests during it what the lab takes by itself, and the rest when it pauses', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&workers=1&stop=0`);
  const { page } = lab;
  await click(page, 'link-run');
  await reach(page, 3, 120);
  await page.keyboard.press('d');
  await page.getByTestId('capabilities-page').waitFor();
  await verdictIs(page, 'passed', 60);
  expect(await row(page, 'wasm').getAttribute('data-outcome')).toBe('passed');
  expect(await row(page, 'cpu').getAttribute('data-outcome')).toBe('waiting');
  await page.keyboard.press('Space');
  await until(
    'the rest',
    90,
    () => row(page, 'cpu').getAttribute('data-outcome'),
    (outcome) => outcome === 'passed',
  );
});

it('is a page with an address, and leaves the experiment in it alone', async () => {
  lab = await openLab(`${inject('isolatedSite')}?view=capabilities#preset=tiny-v1&eta=3`);
  const { page } = lab;
  await click(page, 'link-edit');
  await page.getByTestId('capabilities-page').waitFor();
  expect(await page.title()).toBe('This device · LagLab');
  expect(new URL(page.url()).hash).toBe('#preset=tiny-v1&eta=3');
  await click(page, 'back-to-lab');
  expect(new URL(page.url()).search).toBe('');
  await page.getByTestId('input-schedule.maxStaleness').first().fill('5');
  await page.keyboard.press('Enter');
  await until(
    'address',
    10,
    () => Promise.resolve(page.url()),
    (url) => url.endsWith('#preset=tiny-v1&eta=5'),
  );
  // Back shows the page again, and asks nothing about the experiment that its entry was made with.
  await page.goBack();
  await page.getByTestId('capabilities-page').waitFor();
  expect(await page.getByTestId('link-dialog').count()).toBe(0);
  expect(new URL(page.url()).hash).toBe('#preset=tiny-v1&eta=5');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('back to the lab');
  await page.keyboard.press('Enter');
  await page.getByTestId('setting-schedule.maxStaleness').first().waitFor();
  expect(await page.evaluate(() => window.laglab.experiment().schedule.maxStaleness)).toBe(5);
});
