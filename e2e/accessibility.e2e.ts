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

const THEMES = ['light', 'dark', 'projector'] as const;

/**
 * Expects axe to be content with the whole page, and in the other themes, which differ in colour and size alone, with
 * the part that is new. Without motion: a colour that fades into another has less contrast.
 */
async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    expect(await violations(page, theme === 'light' ? undefined : part), `${what}, ${theme}`).toEqual([]);
  }
}

const DIALOG = '[role="dialog"]';

it('has nothing to object to on any page and in any dialog, in three themes', async () => {
  lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&workers=1&stop=0`);
  const { page } = lab;
  await page.getByTestId('link-dialog').waitFor();
  await expectAccessible(page, 'the question about a link', DIALOG);
  await click(page, 'link-edit');
  await expectAccessible(page, 'the lab at rest');

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
  expect(await violations(page, '[role="listbox"]'), 'the list of presets').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByText('Max staleness').first().click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'what a setting is', DIALOG);
  await page.keyboard.press('Escape');

  await click(page, 'run');
  await reach(page, 8, 120);
  await expectAccessible(page, 'the lab at work');
  await click(page, 'pause');
  await page.getByTestId('under-the-hood').locator('summary').click();
  const closed = page.locator('.chart-section-trigger[data-state="closed"]');
  while ((await closed.count()) > 0) await closed.first().click();
  await page.keyboard.press('i');
  await page.getByTestId('sample').first().waitFor();
  await expectAccessible(page, 'the lab paused, every chart and the inspector open');

  for (const view of ['capabilities', 'benchmark']) {
    const other = await page.context().newPage();
    await other.goto(`${inject('isolatedSite')}?view=${view}`);
    await other.getByTestId(`${view}-page`).waitFor();
    await expectAccessible(other, view);
    await other.close();
  }
}, 300_000);

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
}, 120_000);
