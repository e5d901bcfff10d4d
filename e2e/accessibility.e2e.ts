/** axe finds nothing on any page, in any dialog and in any theme. What the keyboard can do is in `keyboard.e2e.ts`. */
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { violations } from './support/axe.ts';
import { click, reach } from './support/controls.ts';
import { openLab, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

/** A page whole in the light theme, then what other themes change of it: colour and size, of the part that is new. */
async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  await expectInLight(page, what);
  for (const theme of ['dark', 'projector']) {
    await setTheme(page, theme);
    expect(await violations(page, true, part), `${what}, ${theme}`).toEqual([]);
  }
}

async function expectInLight(page: Page, what: string): Promise<void> {
  await setTheme(page, 'light');
  expect(await violations(page), what).toEqual([]);
}

/** Without motion: a colour that fades into another has less contrast. */
async function setTheme(page: Page, theme: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
}

const DIALOG = '[role="dialog"]';

it('has nothing to object to in any dialog', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&eta=3`);
  const { page } = lab;
  await page.getByTestId('link-dialog').waitFor();
  await expectAccessible(page, 'the question about a link', DIALOG);
  await click(page, 'link-edit');

  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').waitFor();
  await expectAccessible(page, 'the palette', DIALOG);
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  await page.getByTestId('help-dialog').waitFor();
  await expectAccessible(page, 'the keys', DIALOG);
  await page.keyboard.press('Escape');

  await page.getByTestId('preset').click();
  await page.getByRole('listbox').waitFor();
  // Alone: axe takes what a list hides for reachable, though an open list keeps the focus.
  expect(await violations(page, false, '[role="listbox"]'), 'the list of presets').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByTestId('select-objective.name').first().click();
  await page.getByTestId('about-objective').locator('.katex').first().waitFor();
  await expectAccessible(page, 'the list of objectives', DIALOG);
  await page.keyboard.press('Escape');

  await page.getByText('Max staleness').first().click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'what a setting is', DIALOG);
});

it('has nothing to object to in the lab: at rest, at work, and with everything open', async () => {
  // So high that nothing scrolls: a button that is half out of sight counts as too small.
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&workers=1&stop=0`, {
    context: { viewport: { width: 1440, height: 4000 } },
  });
  const { page } = lab;
  await click(page, 'link-edit');
  await expectInLight(page, 'the lab at rest');
  await click(page, 'run');
  await reach(page, 8, 120);
  await expectInLight(page, 'the lab at work');
  await click(page, 'pause');
  await page.getByTestId('under-the-hood').locator('summary').click();
  const closed = page.locator('.chart-section-trigger[data-state="closed"]');
  while ((await closed.count()) > 0) await closed.first().click();
  await page.keyboard.press('i');
  await page.getByTestId('sample').first().waitFor();
  await expectAccessible(page, 'the lab paused, every chart and the inspector open');

  await page.keyboard.press('w');
  await page.getByTestId('timeline-figure').focus();
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByTestId('timeline-panel').getByRole('heading').first().waitFor();
  await expectAccessible(page, 'the timeline with a span chosen', '.timeline');
  await click(page, 'timeline-table');
  expect(await violations(page, false, '.timeline'), 'the timeline as tables').toEqual([]);
});

it.each(['capabilities', 'benchmark'])('has nothing to object to on the page beside it: %s', async (view) => {
  lab = await openLab(`${inject('isolatedSite')}?view=${view}`);
  await lab.page.getByTestId(`${view}-page`).waitFor();
  await expectAccessible(lab.page, view);
});

it('has nothing to object to on a telephone, with the sheet of controls open', async () => {
  lab = await openLab(inject('isolatedSite'), {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { page } = lab;
  await page.getByTestId('open-controls').tap();
  await page.getByTestId('sheet').waitFor();
  await expectAccessible(page, 'the sheet of controls', DIALOG);
  await page.goto(`${inject('isolatedSite')}?view=capabilities`);
  await page.getByTestId('capabilities-page').waitFor();
  await expectAccessible(page, 'the page of the device');
});
