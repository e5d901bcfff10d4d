/** The pipeline view: what one points at says what it is; virtual runs go slowly, and by single events. */
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { click, lastUpdate, pause, reach, setNumber } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

async function events(page: Page): Promise<number> {
  return Number(await page.getByTestId('virtual-event').getAttribute('data-count'));
}

async function seconds(page: Page): Promise<number> {
  return Number(await page.getByTestId('virtual-seconds').getAttribute('data-value'));
}

it('a single event is exactly one, and slow motion is slow', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&clock=virtual&workers=2&stop=0&vlearn=1&vtoken=0.1`,
  );
  const { page, errors } = lab;
  await click(page, 'link-run');
  await reach(page, 3, 60);
  await page.keyboard.press('e');
  const phase = () => page.evaluate(() => window.laglab.phase());
  await until('pause', 30, phase, (now) => now === 'paused');
  await page.waitForTimeout(300);

  let before = await events(page);
  let at = await seconds(page);
  for (let n = 0; n < 6; n++) {
    await click(page, 'step-event');
    await until(
      'one event',
      10,
      () => events(page),
      (now) => now > before,
    );
    expect(await events(page)).toBe(before + 1);
    expect(await seconds(page)).toBeGreaterThanOrEqual(at);
    expect(await phase()).toBe('paused');
    before = await events(page);
    at = await seconds(page);
  }

  // A busy machine may be late, but never early: by more than one event, which lie up to 0.1 s apart.
  await click(page, 'speed-0.3×');
  const from = await seconds(page);
  const began = Date.now();
  await click(page, 'run');
  await until(
    'the clock goes on',
    30,
    async () => (await seconds(page)) - from,
    (passed) => passed > 0.3,
  );
  const passed = (await seconds(page)) - from;
  expect(passed).toBeLessThan((0.3 * (Date.now() - began)) / 1000 + 0.2);

  // And full speed again.
  const update = await lastUpdate(page);
  await page.keyboard.press(']');
  for (let n = 0; n < 4; n++) await page.keyboard.press(']');
  await reach(page, update + 20, 60);
  expect(errors).toEqual([]);
});

it('says what is pointed at, by keys, by mouse and in a table', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=sort-4-v1&eta=4&workers=2&stop=0`);
  const { page, errors } = lab;
  const tip = page.getByTestId('pipeline-tip');
  await click(page, 'link-run');
  await reach(page, 10, 180);
  await click(page, 'pause');
  await until(
    'pause',
    30,
    () => page.evaluate(() => window.laglab.phase()),
    (now) => now === 'paused',
  );

  const figure = page.getByTestId('pipeline-figure');
  await figure.focus();
  await page.keyboard.press('Home');
  expect(await tip.textContent()).toContain('2 workers');
  await page.keyboard.press('ArrowRight');
  expect(await tip.textContent()).toContain('Worker 1');
  await page.keyboard.press('ArrowDown');
  expect(await tip.textContent()).toMatch(/prompts? waiting/);
  await page.keyboard.press('ArrowRight');
  expect(await tip.textContent()).toMatch(
    /^Prompt [\d,]+, waiting8 answers\. Oldest token from version \d+, .*next batch/,
  );
  await page.keyboard.press('Escape');
  expect(await tip.count()).toBe(0);

  // The heading of the learner is at the right end of the picture.
  const { x, y, width } = (await page.getByTestId('pipeline-canvas').boundingBox())!;
  await page.mouse.move(x + width - 40, y + 8);
  await until(
    'a tip',
    10,
    () => tip.count(),
    (shown) => shown === 1,
  );
  expect(await tip.textContent()).toContain('Learner');

  await page.getByRole('button', { name: 'Pipeline as table' }).click();
  const ledger = await page.evaluate(() => window.laglab.ledger()!);
  const waiting = await page
    .getByRole('table', { name: 'Queue' })
    .locator('tbody tr:has(th) td:nth-child(2)')
    .allTextContents();
  expect(waiting.reduce((sum, text) => sum + Number(text), 0)).toBe(ledger.queued);
  expect(errors).toEqual([]);
});

it('says why the learner is idle where one looks, and a tile agrees with its chart and leads to it', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&clock=virtual&workers=2&eta=0&stop=0&vlearn=0.5&vtoken=0.05`,
  );
  const { page, errors } = lab;
  const why = page.getByTestId('idle-why').first();
  const kind = (wanted: string) =>
    until(
      `the learner: ${wanted}`,
      30,
      async () => ((await why.count()) === 0 ? undefined : await why.getAttribute('data-kind')),
      (now) => now === wanted,
    );
  await click(page, 'link-run');
  await kind('schedule');
  expect(await why.textContent()).toContain('η = 0 holds the workers back');
  await page.getByRole('button', { name: 'Pipeline as table' }).click();
  const row = page.getByRole('region', { name: 'Pipeline, tables' }).getByTestId('idle-why');
  expect(await row.textContent()).toContain('workers may begin no more prompts: the limit of η = 0');
  const card = page.getByTestId('chart-idle');
  await until(
    'the reason on the chart',
    10,
    () => card.locator('.chart-readings').textContent(),
    (text) => text?.includes('η = 0 holds the workers back') === true,
  );

  // With room to run ahead it seldom waits.
  await setNumber(page, 'schedule.maxStaleness', 16);
  await kind('seldom');
  await pause(page);
  const { update, metrics } = (await page.evaluate(() => window.laglab.frames().at(-1)))!;
  expect(Number(await page.getByTestId('idle-now').getAttribute('data-value'))).toBe(metrics.learner_idle);
  expect(await card.locator('.chart-at').textContent()).toBe(`at ${update}`);
  expect(await card.locator('.chart-reading strong').textContent()).toBe(
    `${(100 * metrics.learner_idle!).toFixed(1)} %`,
  );

  await page.getByTestId('show-clip-now').click();
  await until(
    'the focus on the chart',
    5,
    () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid),
    (id) => id === 'cross-hair-clip',
  );
  expect(errors).toEqual([]);
});
