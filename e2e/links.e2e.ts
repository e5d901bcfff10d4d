/** Links: the address bar holds the experiment; opening one asks first; a broken one is told in words. */
import { afterEach, expect, inject, it } from 'vitest';
import { click, setNumber } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it('keeps the experiment in the address bar and opens it again', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page } = lab;
  await setNumber(page, 'schedule.maxStaleness', 7);
  await until(
    'address',
    10,
    async () => page.url(),
    (url) => url.includes('eta=7'),
  );
  const copy = await page.context().newPage();
  await copy.goto(page.url());
  await click(copy, 'link-edit');
  expect(await copy.evaluate(() => window.laglab.experiment().schedule.maxStaleness)).toBe(7);
  expect(await copy.evaluate(() => window.laglab.phase())).toBe('idle');
});

const BROKEN = [
  'preset=no-such-preset',
  'preset=sort-4-v1&eta=900',
  'preset=sort-4-v1&eta=NaN&eta=3',
  'preset=sort-4-v1&heads=5&width=32',
  'eta',
  '%E0%A4%A',
  '__proto__=1&constructor=2',
  '<img src=x onerror=alert(1)>',
  'preset=sort-4-v1&objective=%F0%9F%92%A9',
];

it('tells of a broken link in words and stays usable', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page, errors } = lab;
  for (const fragment of BROKEN) {
    const fresh = await page.context().newPage();
    fresh.on('pageerror', (error) => errors.push(`${fragment}: ${String(error)}`));
    await fresh.goto(`${inject('isolatedSite')}#${fragment}`);
    await fresh.getByTestId('link-problems').first().waitFor({ timeout: 20_000 });
    expect((await fresh.getByTestId('link-problems').first().innerText()).length).toBeGreaterThan(20);
    await click(fresh, 'link-defaults');
    expect(await fresh.getByTestId('run').first().isEnabled()).toBe(true);
    await fresh.close();
  }
  expect(errors).toEqual([]);
});
