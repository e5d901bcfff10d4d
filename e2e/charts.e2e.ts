/** The charts answer to pointer and keys: one cross-hair, one zoom, one axis for all; alone, as tables, as CSV. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { click, pause, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

const LINK = '#preset=tiny-v1&engine=wasm&workers=1&stop=0';
const UPDATES = 60;

let lab: Lab;
let page: Page;

/** One run, paused, for all tests: what they look at stands still. */
beforeAll(async () => {
  lab = await openLab(inject('isolatedSite') + LINK, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  page = lab.page;
  await click(page, 'link-run');
  await reach(page, UPDATES, 180);
  await pause(page);
  await until(
    'all charts are drawn to the end',
    20,
    async () => [
      String(await page.evaluate(() => window.laglab.updates().at(-1))),
      await page.getByTestId('plot-reward').getAttribute('data-drawn'),
      await page.getByTestId('plot-idle').getAttribute('data-drawn'),
      ...(await ticks('reward')).slice(-1),
      ...(await ticks('idle')).slice(-1),
    ],
    ([end, reward, idle, lastOfReward, lastOfIdle]) =>
      reward === end && idle === end && lastOfReward === lastOfIdle,
  );
}, 240_000);

afterAll(async () => {
  await lab.browser.close();
});

afterEach(async () => {
  await page.keyboard.press('Escape');
  await page.getByTestId('zoom-reset').first().click({ force: true });
  expect(lab.errors).toEqual([]);
});

const crossHair = (id: string): Locator => page.getByTestId(`cross-hair-${id}`).first();
const zoom = (): Promise<string | null> => page.getByTestId('zoom').first().textContent();
/** The chosen part, or what stands there while there is none; a busy page says so a little later. */
const chosen = (): Promise<unknown> =>
  until('a part', 10, zoom, (text) => /^Updates \d+–\d+$/.test(text ?? ''));
const nothingChosen = (): Promise<unknown> =>
  until('no part', 10, zoom, (text) => text?.includes('Drag') ?? false);
const ticks = (id: string): Promise<string[]> =>
  page.getByTestId(`plot-${id}`).locator('.chart-tick-x').allTextContents();

/** Drags over the plot, between two places given as shares of its width. */
async function drag(id: string, from: number, to: number): Promise<void> {
  await crossHair(id).scrollIntoViewIfNeeded();
  const box = (await crossHair(id).boundingBox())!;
  const at = (share: number) => box.x + 40 + share * (box.width - 50);
  await page.mouse.move(at(from), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(at((from + to) / 2), box.y + box.height / 2, { steps: 3 });
  await page.mouse.move(at(to), box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
}

function shows(what: string, probe: () => Promise<unknown>, wanted: unknown): Promise<unknown> {
  return until(what, 10, probe, (now) => JSON.stringify(now) === JSON.stringify(wanted));
}

describe('the zoom', () => {
  it('is chosen by a drag, is the same in every chart, and goes by a double click', async () => {
    const whole = await ticks('idle');
    await drag('reward', 0.2, 0.5);
    await chosen();
    await until(
      'the other charts follow',
      10,
      async () => [await ticks('reward'), await ticks('idle')],
      ([reward, idle]) => JSON.stringify(reward) === JSON.stringify(idle) && idle![0] !== whole[0],
    );
    await crossHair('idle').dblclick();
    await nothingChosen();
    await shows('the whole run', () => ticks('reward'), whole);
  });

  it('goes by Escape, and a drag that is broken off chooses nothing', async () => {
    await drag('clip', 0.3, 0.6);
    await chosen();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await nothingChosen();
    const box = (await crossHair('clip').boundingBox())!;
    await page.mouse.move(box.x + 100, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 50);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await nothingChosen();
  });

  it('leaves the wheel to the page', async () => {
    await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 0 }));
    await crossHair('reward').hover();
    const scrolled = () => page.locator('.stage').evaluate((stage) => stage.scrollTop);
    const before = await scrolled();
    await page.mouse.wheel(0, 200);
    await until('the page scrolls', 5, scrolled, (top) => top !== before);
    await nothingChosen();
  });
});

describe('the cross-hair', () => {
  it('goes by keys, says what the chart says there, and stands in every chart', async () => {
    await crossHair('clip').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    for (let presses = 0; presses < 9; presses++) await page.keyboard.press('ArrowRight');
    expect(await crossHair('clip').getAttribute('aria-valuetext')).toMatch(
      /^Update 10: active [\d.]+ %, out of/,
    );
    for (const id of ['reward', 'clip', 'idle', 'ratio'])
      await until(
        `${id} is at update 10`,
        10,
        () => page.getByTestId(`chart-${id}`).locator('.chart-at').textContent(),
        (text) => /^at (\d+–)?10\b/.test(text ?? ''),
      );
    await page.keyboard.press('+');
    await chosen();
    await page.keyboard.press('0');
    await nothingChosen();
  });

  it('points at the bins of a histogram', async () => {
    const bins = page.getByTestId('cells-ratio');
    await bins.focus();
    await page.keyboard.press('End');
    expect(await bins.getAttribute('aria-valuetext')).toMatch(/^above 7\.39: A > 0/);
  });
});

describe('the axis', () => {
  it('counts updates, samples or seconds, smooths, and both are remembered', async () => {
    await page.getByTestId('axis-samples').click();
    await until(
      'samples on the axis',
      10,
      () => ticks('reward'),
      ([first]) => first === 'samples 0',
    );
    await page.getByTestId('smoothing').focus();
    await page.keyboard.press('End');
    expect(await page.getByTestId('smoothing').getAttribute('aria-valuetext')).toBe('100 updates');
    await until(
      'raw lines behind smoothed ones',
      10,
      () => page.locator('[data-testid="plot-reward"] .chart-raw').count(),
      (count) => count > 0,
    );
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('laglab.preferences')!).charts);
    expect(kept).toMatchObject({ axis: 'samples', smoothing: 100 });
    await page.getByTestId('smoothing').focus();
    await page.keyboard.press('Home');
    await page.getByTestId('axis-update').click();
  });
});

describe('a chart', () => {
  it('fills the screen, alone at work, and Escape gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Learner idle alone' });
    await button.click();
    const alone = page.getByTestId('alone-plot-idle');
    await alone.waitFor();
    const { width, height } = (await alone.boundingBox())!;
    expect(width).toBeGreaterThan(1200);
    expect(height).toBeGreaterThan(600);
    await page.keyboard.press('Escape');
    await page.getByTestId('full-screen').waitFor({ state: 'detached' });
    // The focus goes back a moment after the screen has gone.
    await until(
      'the focus on the button',
      5,
      () => button.evaluate((element) => element === document.activeElement),
      (focused) => focused,
    );
  });

  it('is a table, and the whole of it as CSV', async () => {
    const card = page.getByTestId('chart-reward');
    await card.getByRole('button', { name: 'as table' }).click();
    const head = await card.locator('thead th').allTextContents();
    expect(head.slice(0, 5)).toEqual(['Update', 'Samples', 'Seconds', 'reward', 'held-out']);
    expect(await card.locator('tbody tr').count()).toBe(50);
    await card.getByRole('button', { name: 'as CSV' }).click();
    const csv = await page.evaluate(() => navigator.clipboard.readText());
    const lines = csv.trim().split('\r\n');
    expect(lines[0]).toBe('update,samples,seconds,task_reward,accuracy');
    expect(lines.length).toBeGreaterThan(UPDATES);
    const frames = await page.evaluate(() => window.laglab.frames());
    const last = lines.at(-1)!.split(',');
    expect(Number(last[0])).toBe(frames.at(-1)!.update);
    expect(Number(last[3])).toBe(frames.at(-1)!.metrics.task_reward);
    await card.getByRole('button', { name: 'as table' }).click();
  });

  it('is found by its name in a closed section, and every one of them says something', async () => {
    await page.getByRole('button', { name: 'Clip fraction by sign of A', exact: true }).click();
    await crossHair('clip-by-sign').waitFor();
    await until(
      'the focus',
      5,
      () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid),
      (id) => id === 'cross-hair-clip-by-sign',
    );
    const closed = page.locator('[data-testid^="section-"][aria-expanded="false"]');
    while ((await closed.count()) > 0) await closed.first().click();
    for (const card of await page.locator('[data-testid^="chart-"]').all()) {
      await card.scrollIntoViewIfNeeded();
      const name = await card.getAttribute('data-testid');
      await until(
        `${name} is drawn or says why not`,
        10,
        async () =>
          (await card.locator('.recharts-surface, .time-bars').count()) +
          (await card.locator('.chart-empty').count()),
        (count) => count > 0,
      );
    }
  });
});
