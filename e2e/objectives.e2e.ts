/** Every objective in one live run: chosen among the controls, each acts at the next update and is marked on the charts. */
import { afterEach, expect, inject, it } from 'vitest';
import type { Page } from 'playwright-core';
import { settings } from '../src/experiment/settings/index.ts';
import { click, lastUpdate, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

const { options } = settings.objective.name;

/**
 * Chooses by the keys that a person would press, without waiting for the page to stand still between them: with fifty
 * choices that is most of the time.
 */
function chooseByKeys(page: Page, label: string): Promise<void> {
  return page.evaluate(async (wanted) => {
    const enter = (target: Element): void => {
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    };
    enter(document.querySelector('[data-testid="select-objective.name"]')!);
    for (;;) {
      const names = [...document.querySelectorAll('.select-name')];
      const found = names.find(({ textContent }) => textContent === wanted);
      if (found) return enter(found.closest('.select-item')!);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, label);
}

/** Chooses from the list as a person does. */
async function choose(page: Page, label: string): Promise<void> {
  await page.getByTestId('select-objective.name').first().click();
  const name = page.locator('.select-name').getByText(label, { exact: true });
  await page.locator('.select-item').filter({ has: name }).click();
}

it('takes every objective at the next update, with finite numbers, and marks the change', async () => {
  // Weights that take a moment to arrive leave the page the processor that choosing from a long list takes.
  const pace = 'workers=1&eta=0&delay=0.1&warm=12&eval=100&stop=0';
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&valuehead=on&${pace}`);
  const { page, errors } = lab;
  await click(page, 'link-run');
  await reach(page, 1, 60);
  const [first, ...others] = [settings.objective.name.default, ...options.map(({ value }) => value)];
  const order = others.filter((value, i) => value !== (others[i - 1] ?? first));
  const began = Date.now();
  for (const [i, value] of order.entries()) {
    const before = await lastUpdate(page);
    await chooseByKeys(page, options.find((option) => option.value === value)!.label);
    expect(await page.evaluate(() => window.laglab.experiment().objective.name)).toBe(value);
    await page.waitForFunction((wanted) => window.laglab.frames().at(-1)!.revision === wanted, i + 1, {
      timeout: 30_000,
    });
    // Whole frames of many updates take long to come out of the page.
    const made = await page.evaluate(
      (wanted) =>
        window.laglab
          .frames()
          .filter(({ revision }) => revision === wanted)
          .map(({ update, metrics }) => ({ update, metrics })),
      i + 1,
    );
    expect(made[0]!.update).toBeGreaterThan(before);
    for (const { update, metrics } of made) {
      for (const name of ['loss', 'grad_norm', 'entropy'] as const) {
        expect(Number.isFinite(metrics[name]), `${name} of update ${update} by ${value}`).toBe(true);
      }
    }
  }
  console.log(`${order.length} objectives in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  expect(await page.evaluate(() => window.laglab.problems())).toEqual([]);
  expect(errors).toEqual([]);
  await until(
    'a mark for every change on a chart',
    10,
    () =>
      page
        .locator('svg', { has: page.locator('.chart-mark') })
        .first()
        .locator('.chart-mark')
        .count(),
    (marks) => marks === order.length,
  );
});

it('says what an objective costs, and what it cannot do without', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page } = lab;
  const label = (value: string): string => options.find((option) => option.value === value)!.label;
  await choose(page, label('ppo-ewma'));
  const cost = page.getByTestId('objective-cost').first();
  expect(await cost.innerText()).toMatch(/^\+1 forward pass an update\. The averaged policy/);
  await choose(page, label('reinforce'));
  expect(await page.getByTestId('objective-cost').count()).toBe(0);
  await choose(page, label('a2c'));
  const row = page.getByTestId('setting-objective.name').first();
  expect(await row.getByRole('alert').innerText()).toContain('Value head');
});
