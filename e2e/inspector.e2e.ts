/** The inspector on a live run: what it shows is what was trained with, and its numbers agree with each other. */
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { click, lastUpdate, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

/** A number behind the selected token or sample, unrounded. */
async function detail(page: Page, name: string): Promise<number> {
  return Number(await page.getByTestId(`detail-${name}`).getAttribute('data-value'));
}

const count = (page: Page) => page.getByTestId('inspector-count').textContent();

it('sorts by the ratio furthest from 1, shows the numbers behind a token, and goes by keys', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=sort-4-v1&eta=8&workers=2&stop=0`);
  const { page, errors } = lab;
  await click(page, 'link-run');
  await reach(page, 15, 180);
  await page.keyboard.press('i');
  await page.getByTestId('sample').first().waitFor();

  // Held, the samples stay while the run goes on.
  await page.getByTestId('inspector-sort').selectOption('ratio');
  await click(page, 'inspector-hold');
  const held = await count(page);
  const update = await lastUpdate(page);
  await reach(page, update + 3, 60);
  expect(await count(page)).toBe(held);

  const heads = page.getByTestId('inspector').getByRole('rowheader');
  const ratios: number[] = [];
  for (const n of [0, 1, 2]) {
    await heads.nth(n).click();
    ratios.push(Math.abs(Math.log(await detail(page, 'ratio'))));
  }
  expect(ratios[0]).toBeGreaterThan(0);
  expect([...ratios].sort((a, b) => b - a)).toEqual(ratios);

  // The first sample token by token, with the arrow keys.
  await heads.nth(0).click();
  const farthest: number[] = [];
  const tokens = await page.getByTestId('sample').first().getByTestId('token').count();
  for (let t = 0; t < tokens; t++) {
    await page.keyboard.press('ArrowRight');
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toContain(`token ${t + 1} of ${tokens}`);
    const [theta, behave, prox] = [
      await detail(page, 'logp_theta'),
      await detail(page, 'logp_behave'),
      await detail(page, 'logp_prox'),
    ];
    const ratio = await detail(page, 'ratio');
    for (const value of [theta, behave, prox]) expect(value).toBeLessThanOrEqual(0);
    // Both sides are the same float64 difference; only the exponential may round differently.
    expect(Math.abs(ratio / Math.exp(theta - behave) - 1)).toBeLessThan(1e-12);
    for (const name of ['advantage', 'coefficient', 'entropy']) {
      expect(Number.isFinite(await detail(page, name))).toBe(true);
    }
    farthest.push(Math.abs(Math.log(ratio)));
  }
  expect(Math.max(...farthest)).toBeCloseTo(ratios[0]!, 12);

  // A cut token: its ratio has left the range in the direction of its advantage, and it gets no gradient.
  await click(page, 'inspector-filter-cut');
  await click(page, 'inspector-colour-clip');
  await page.getByTestId('token').filter({ hasText: 'cut' }).first().click();
  const side = (await detail(page, 'advantage')) > 0 ? 1 : -1;
  expect(side * ((await detail(page, 'ratio')) - (1 + side * 0.2))).toBeGreaterThan(0);
  expect(await detail(page, 'coefficient')).toBe(0);
  expect(await page.getByTestId('detail-gates').getAttribute('data-value')).toBe(
    side > 0 ? 'clip_high' : 'clip_low',
  );

  // Live again, it follows the run; closed, it is gone.
  await click(page, 'inspector-hold');
  await until(
    'newer samples',
    30,
    () => count(page),
    (now) => now !== held,
  );
  await click(page, 'inspector-close');
  expect(await page.getByTestId('inspector').count()).toBe(0);
  expect(errors).toEqual([]);
});
