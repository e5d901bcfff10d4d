/** The objective lens: curves under their sliders, a link that holds it, and a batch whose verdicts are the learner's own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { violations } from './support/axe.ts';
import { click } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';
import { methodNames } from '../src/ui/lens/state/schema.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

async function value(page: Page, id: string, attribute = 'data-value'): Promise<number> {
  return Number(await page.getByTestId(id).first().getAttribute(attribute));
}

/** Goes with the arrow keys to a ratio on the curves, which is a place that a pointer could go to as well. */
async function readAt(page: Page, ratio: number): Promise<void> {
  await page.getByTestId('lens-figure').focus();
  await page.keyboard.press('1');
  while ((await value(page, 'lens-ratio')) < ratio) await page.keyboard.press('Shift+ArrowRight');
}

const answers = (page: Page) => page.evaluate(() => window.laglab.lens().answers);
const address = (page: Page) => new URL(page.url()).hash;

it('draws curves that follow a slider, and is found again by its link', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page } = lab;
  await page.getByTestId('show-lens').waitFor();
  await page.keyboard.press('o');
  await page.getByTestId('lens-positive-ppo').waitFor();
  expect(await page.getByTestId('lens-legend').locator('tbody tr').count()).toBe(8);

  // PPO cuts above 1.2 where A > 0, and pushes a bad token by ratio × advantage.
  await readAt(page, 2);
  const ratio = await value(page, 'lens-ratio');
  expect(await value(page, 'lens-positive-ppo')).toBe(0);
  expect(await value(page, 'lens-positive-reinforce')).toBe(1);
  // The named ratio is the one that is read off.
  expect((await value(page, 'lens-negative-ppo')) / -ratio).toBeCloseTo(1, 9);
  expect(await page.getByTestId('lens-spoken').textContent()).toContain('PPO, behaviour anchor: 0 for good');

  const before = await answers(page);
  const slider = page.getByTestId('lens-slider-advantage');
  await slider.focus();
  for (let n = 0; n < 10; n++) await page.keyboard.press('ArrowRight');
  await until(
    'curves of a larger advantage',
    10,
    () => value(page, 'lens-positive-reinforce'),
    (now) => now === 2,
  );
  expect(await answers(page)).toBeGreaterThan(before);

  await click(page, 'lens-place');
  await page.getByTestId('lens-page').waitFor();
  await click(page, 'lens-methods');
  for (const method of ['reinforce', 'cispo', 'sapo', 'tis', 'a3po', 'dual-clip']) {
    await page.getByTestId(`lens-method-${method}`).uncheck();
  }
  await page.getByTestId('lens-search').fill('gspo-token');
  await page.getByTestId('lens-method-gspo-token').check();
  await page.keyboard.press('Escape');
  await click(page, 'lens-reach-4');
  const hash = await until(
    'the address',
    10,
    async () => address(page),
    (now) => now.includes('reach:4'),
  );
  expect(hash).toBe(
    '#preset=sort-4-v1&lens=at:page;methods:ppo,decoupled-ppo,gspo-token;reach:4;advantage:2',
  );

  const other = await lab.browser.newPage();
  await other.goto(page.url());
  await other.getByTestId('lens-positive-gspo-token').waitFor();
  expect(await other.getByTestId('link-dialog').count()).toBe(0);
  expect(await other.getByTestId('lens-legend').locator('tbody tr').count()).toBe(3);
  await readAt(other, 1.1);
  expect(address(other)).toBe(hash);

  // A broken part is told, and the rest of the link is taken. From another page: in the same one it would be read at once,
  // and the address mended before a reload.
  await other.goto('about:blank');
  await other.goto(
    `${inject('isolatedSite')}?view=lens#preset=sort-4-v1&lens=at:page;staleness:999;reach:2`,
    { waitUntil: 'commit' },
  );
  await other
    .getByTestId('confirmation')
    .getByText('Staleness, in the link’s lens part, must be between 0 and 64; got 999.')
    .waitFor();
  expect(await other.getByTestId('lens-reach-2').getAttribute('aria-checked')).toBe('true');
  expect(lab.errors).toEqual([]);
});

it('puts the methods on the batch of a paused run, with the gates of the learner token by token', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=sort-4-v1&engine=wasm&clock=virtual&eta=8&stop=8&lens=at:drawer;view:batch`,
  );
  const { page } = lab;
  await click(page, 'link-run');
  await until(
    'the end of the run',
    120,
    () => page.evaluate(() => window.laglab.phase()),
    (phase) => phase === 'finished',
  );
  // The last that was looked at in full, or the last where none was: the run stands at 8 in either case.
  await page.locator('[data-testid="lens-batch-words"][data-update][data-stands="8"]').waitFor();
  const update = await value(page, 'lens-batch-words', 'data-update');
  const [same, of] = [
    await value(page, 'lens-as-learner', 'data-same'),
    await value(page, 'lens-as-learner', 'data-of'),
  ];
  expect(of).toBeGreaterThan(500);
  expect(same).toBe(of);

  // Tokens that the update dropped, as the charts have them: the share of the counted ones that the clip cut.
  const frame = await page.evaluate(
    (wanted) => window.laglab.frames().find((one) => one.update === wanted)!.metrics,
    update,
  );
  const dropped = await value(page, 'lens-ppo-dropped');
  expect(dropped).toBeGreaterThan(0);
  await click(page, 'lens-view-tokens');
  const words = (await page.getByTestId('lens-token-count').textContent())!;
  const counted = Number(/of ([\d,]+) tokens/.exec(words)![1]!.replaceAll(',', ''));
  expect(frame.clip_ratio).toBeCloseTo(dropped / counted, 12);

  // The same token in the inspector and in the lens: the same coefficient, and the same gates.
  await page.keyboard.press('i');
  await page.getByTestId('sample').first().waitFor();
  await click(page, 'inspector-colour-clip');
  for (const filter of ['cut', 'right', 'wrong'] as const) {
    if ((await page.getByTestId('inspector').count()) === 0) await page.keyboard.press('i');
    await click(page, `inspector-filter-${filter}`);
    const tokens = page.getByTestId('token');
    await (filter === 'cut' ? tokens.filter({ hasText: 'cut' }) : tokens).first().click();
    const coefficient = await value(page, 'detail-coefficient');
    const gates = await page.getByTestId('detail-gates').getAttribute('data-value');
    await click(page, 'details-lens');
    const verdict = page.getByTestId('lens-verdict-ppo').locator('[data-verdict]');
    await verdict.waitFor();
    expect(Number(await verdict.getAttribute('data-value'))).toBe(coefficient);
    expect(await verdict.getAttribute('data-gates')).toBe(gates);
    expect(await page.locator('[data-testid^="lens-verdict-"]').count()).toBe(52);
  }

  await click(page, 'lens-view-batch');
  await click(page, 'lens-cosine');
  await until(
    'the cosines',
    120,
    () => page.getByTestId('lens-cosine-status').getAttribute('data-phase'),
    (phase) => phase !== 'running',
  );
  const measured = page.getByTestId('lens-cosine-value');
  expect(await measured.count()).toBeGreaterThan(0);
  for (const cell of await measured.all()) {
    expect(Math.abs(Number(await cell.getAttribute('data-value')))).toBeLessThanOrEqual(1);
  }
  for (const cell of await page.getByTestId('lens-cosine-corrected').all()) {
    const low = await cell.getAttribute('data-low');
    if (low === null) expect(await cell.textContent()).toMatch(/too (small|few)/);
    else expect(Number(await cell.getAttribute('data-high')) - Number(low)).toBeLessThan(1);
  }
  expect(lab.errors).toEqual([]);
});

it('keeps both panels and their axes in view with every method there is', async () => {
  const methods = methodNames.join(',');
  lab = await openLab(`${inject('isolatedSite')}?view=lens#preset=sort-4-v1&lens=at:page;methods:${methods}`);
  const { page } = lab;
  await page.getByTestId('lens-positive-ppo').waitFor();
  for (const place of ['page', 'drawer']) {
    if (place === 'drawer') await click(page, 'lens-place');
    await page
      .getByTestId(`lens${place === 'page' ? '-page' : ''}`)
      .first()
      .waitFor();
    await until(
      `a picture on the ${place}`,
      10,
      () => page.getByTestId('lens-canvas').boundingBox(),
      (box) => box !== null && box.y + box.height < 900,
    );
    const canvas = (await page.getByTestId('lens-canvas').boundingBox())!;
    const figure = (await page.getByTestId('lens-figure').boundingBox())!;
    expect(canvas.height).toBeLessThanOrEqual(figure.height + 1);
    const legend = await page.locator('.lens-legend').evaluate((e) => [e.clientHeight, e.scrollHeight]);
    expect(legend[0]).toBeLessThan(600);
    expect(legend[1]).toBeGreaterThan(1000);
  }
  expect(lab.errors).toEqual([]);
});

it('follows a resting run step by step, and keeps the last batch that has everything where it rests', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=sort-4-v1&engine=wasm&eta=8&stop=0&lens=at:drawer;view:batch`,
  );
  const { page } = lab;
  const done = () => page.evaluate(() => window.laglab.frames().at(-1)?.update ?? 0);
  const words = page.getByTestId('lens-batch-words');
  await click(page, 'link-run');
  await page.locator('[data-testid="lens-batch-words"][data-update]').waitFor({ timeout: 120_000 });
  await click(page, 'pause');
  await until(
    'a pause',
    30,
    () => page.evaluate(() => window.laglab.phase()),
    (phase) => phase === 'paused',
  );
  for (let step = 0; step < 3; step++) {
    const before = await done();
    // As a person would: the lens asks for the next update once it has seen that the run rests.
    await page.waitForTimeout(700);
    await page.getByTestId('step').first().click();
    const now = await until('a step', 60, done, (update) => update > before);
    await page.locator(`[data-testid="lens-batch-words"][data-stands="${now}"]`).waitFor();
    const shown = await value(page, 'lens-batch-words', 'data-update');
    expect(await words.textContent()).toMatch(
      shown === now ? `Update ${now} of this run` : `Update ${shown}, the last that was looked at in full`,
    );
    // Whoever looks while it rests sees the next one whole.
    if (step > 0) expect(shown).toBe(now);
    expect(await words.textContent()).not.toContain('Nobody had asked');
  }
  expect(lab.errors).toEqual([]);
});

it('has nothing for axe to object to in any view, in any theme', async () => {
  lab = await openLab(`${inject('isolatedSite')}?view=lens#preset=sort-4-v1&lens=at:page;from:synthetic`);
  const { page } = lab;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const theme = (name: string) => page.evaluate((to) => (document.documentElement.dataset.theme = to), name);
  for (const view of ['curves', 'batch', 'tokens']) {
    await theme('light');
    await click(page, `lens-view-${view}`);
    if (view === 'curves') await page.locator('.katex').first().waitFor();
    if (view === 'batch') await page.getByTestId('lens-matrix').waitFor();
    if (view === 'tokens') {
      await page.getByTestId('lens-token').nth(2).click();
      await page.getByTestId('lens-verdict-ppo').waitFor();
    }
    expect(await violations(page), view).toEqual([]);
    for (const name of ['dark', 'projector']) {
      await theme(name);
      expect(await violations(page, true), `${view}, ${name}`).toEqual([]);
    }
  }
  // The counts by age: on focus, and as a table, which say the same.
  await theme('light');
  await click(page, 'lens-view-batch');
  await page.getByTestId('lens-by-age-ppo-dropped').focus();
  const tip = await page.getByRole('tooltip').first().textContent();
  const ages = [...tip!.matchAll(/\+(\d+) −(\d+)/g)].map(([, good, bad]) => Number(good) + Number(bad));
  expect(ages.length).toBeGreaterThan(1);
  expect(ages.reduce((sum, count) => sum + count, 0)).toBe(await value(page, 'lens-ppo-dropped'));
  await click(page, 'lens-table');
  await page.getByTestId('lens-ages').waitFor();
  expect(await violations(page), 'ages').toEqual([]);
  await theme('light');
  await click(page, 'lens-methods');
  await page.getByTestId('lens-picker').waitFor();
  expect(await violations(page, false, '[data-testid="lens-picker"]'), 'the list of methods').toEqual([]);
});

it('puts the methods on a batch of a saved run, and says what a record does not know', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'laglab-lens-')), 'run.json');
  const made = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '..', 'src', 'cli', 'launch', 'command.mjs'),
      'headless',
      ...['--preset', 'tiny-v1', '--updates', '5', '--record', file, '--samples', '--json'],
    ],
    { encoding: 'utf8' },
  );
  expect(made.status, made.stderr).toBe(0);
  lab = await openLab(
    `${inject('isolatedSite')}?view=lens#preset=sort-4-v1&lens=at:page;view:batch;from:record`,
  );
  const { page } = lab;
  await page.getByText('No saved run is open, and a link cannot bring one').waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(page, 'lens-open-run')]);
  await chooser.setFiles(file);
  await page.getByText('Update 5 of the saved run, trained at version').waitFor();
  expect(await value(page, 'lens-reinforce-kept')).toBeGreaterThan(0);
  expect(await page.getByTestId('lens-methods-table').textContent()).not.toContain('NaN');
  await page.getByTestId('lens-methods-table').getByText('which this batch does not have').first().waitFor();
  await page.getByLabel('Update of the saved run').selectOption('3');
  await page.getByText('Update 3 of the saved run').waitFor();
  expect(lab.errors).toEqual([]);
});

it('prints in light colours, from the drawer too, without what can only be pressed and with every listed token', async () => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=sort-4-v1&lens=at:drawer;view:tokens;from:synthetic;token:3`,
  );
  const { page } = lab;
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
    window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  });
  await page.getByTestId('lens-verdict-ppo').waitFor();
  const all = Number(/^([\d,]+) of/.exec((await page.getByTestId('lens-token-count').textContent())!)![1]);
  expect(await page.getByTestId('lens-token').count()).toBeLessThan(all);
  await click(page, 'lens-print');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByTestId('lens-token').count()).toBe(all);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  const shown = (id: string) => page.getByTestId(id).first().isVisible();
  expect(await shown('lens-verdict-ppo')).toBe(true);
  for (const id of ['lens-methods', 'lens-slider-made-age', 'run', 'pipeline', 'lens-close']) {
    expect(await shown(id), id).toBe(false);
  }
  expect(await page.getByText('Oldest age').isVisible()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect(await page.getByTestId('lens-token').count()).toBeLessThan(all);

  // On A4 with usual margins: nothing is cut at the right, and a picture keeps its shape.
  const paper = async (width: number, height: number, media: 'print' | 'screen') => {
    await page.evaluate(
      (to) => (document.documentElement.dataset.print = to),
      media === 'print' ? 'lens' : '',
    );
    await page.emulateMedia({ media });
    await page.setViewportSize({ width, height });
  };
  const right = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
  await click(page, 'lens-view-batch');
  await page.getByTestId('lens-matrix').waitFor();
  await paper(718, 1000, 'print');
  expect(await right('.lens-ess')).toBeGreaterThan(500);
  expect(await right('.lens-methods td, .lens-matrix td')).toBeLessThanOrEqual(718);
  await paper(1440, 900, 'screen');
  await click(page, 'lens-view-curves');
  await page.locator('.katex').first().waitFor();
  await page.getByTestId('lens-stance').selectOption({ index: 1 });
  await page.getByTestId('lens-stance-words').waitFor();
  await page.locator('.lens-formula .katex-html *').first().waitFor();
  await paper(718, 1000, 'print');
  expect(await right('.lens-formula .katex-html *')).toBeGreaterThan(100);
  expect(await right('.lens-formula .katex-html *')).toBeLessThanOrEqual(718);
  expect((await page.getByTestId('lens-canvas').boundingBox())!.height).toBeLessThanOrEqual(420);
  await paper(1440, 900, 'screen');
  await click(page, 'lens-view-tokens');
  await page.getByTestId('lens-token').first().waitFor();
  expect(await page.getByTestId('lens-token').count()).toBeLessThan(all);
  expect(await shown('run')).toBe(true);
});
