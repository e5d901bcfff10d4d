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
 * Chooses from the list without waiting for the page to stand still in between: with fifty choices that is most of the time.
 */
function chooseAtOnce(page: Page, value: string): Promise<void> {
  return page.evaluate(async (wanted) => {
    document.querySelector<HTMLElement>('[data-testid="select-objective.name"]')!.click();
    for (;;) {
      const found = document.querySelector<HTMLElement>(`[data-testid="objective-method-${wanted}"]`);
      if (found) return found.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, value);
}

/** Searches the list and takes the first that is found, as a person does. */
async function choose(page: Page, search: string): Promise<void> {
  await page.getByTestId('select-objective.name').first().click();
  await page.getByTestId('objective-search').fill(search);
  await page.keyboard.press('Enter');
  await page.getByTestId('objective-chooser').waitFor({ state: 'detached' });
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
    await chooseAtOnce(page, value);
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
  await choose(page, 'ppo-ewma');
  const cost = page.getByTestId('objective-cost').first();
  expect(await cost.innerText()).toMatch(/^\+1 forward pass an update\. The averaged policy/);
  await choose(page, 'reinforce');
  expect(await page.getByTestId('objective-cost').count()).toBe(0);
  await choose(page, 'a2c');
  const row = page.getByTestId('setting-objective.name').first();
  expect(await row.getByRole('alert').innerText()).toContain('Value head');
});

it('finds a recipe, says what is known of it, and follows it until one of its settings changes', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page, errors } = lab;
  await page.getByTestId('select-objective.name').first().click();
  await page.getByTestId('objective-search').fill('dynamic sampling');
  const about = page.getByTestId('about-objective');
  expect(await about.innerText()).toMatch(/^DAPO/);
  expect(await about.locator('.katex').count()).toBeGreaterThan(0);
  expect(await about.getByRole('link').getAttribute('href')).toBe('https://arxiv.org/abs/2503.14476');
  await page.keyboard.press('Enter');
  const control = page.getByTestId('select-objective.name').first();
  await until(
    'the recipe on the control',
    5,
    () => control.innerText(),
    (text) => text.includes('DAPO'),
  );
  const { objective, schedule } = await page.evaluate(() => window.laglab.experiment());
  expect(objective).toMatchObject({ name: 'ppo', clipHigh: 0.28, aggregation: 'token-mean' });
  expect(schedule.filter).toBe('exact');
  await page.getByTestId('input-objective.clipHigh').first().fill('0.3');
  await page.keyboard.press('Enter');
  await until(
    'the objective alone',
    5,
    () => control.innerText(),
    (text) => !text.includes('DAPO'),
  );
  expect(errors).toEqual([]);
});
