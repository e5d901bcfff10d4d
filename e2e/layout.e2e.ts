/** The layout stays where it is while a run goes on, fits every screen, and can be used with a finger and without motion. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { click, reach } from './support/controls.ts';
import { openLab, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const SIZES = { desktop: { viewport: { width: 1440, height: 900 } }, phone: PHONE } as const;

/** What a person calls good is under 0.1 over a whole visit. A lab whose numbers change all the time has to do better. */
const LARGEST_SHIFT = 0.01;
/** Least size of what a finger has to hit, in CSS pixels. */
const FINGER = 40;

/** Sum of the layout shifts of ten seconds, and what moved. */
function shiftsOf(page: Page) {
  return page.evaluate(
    () =>
      new Promise<{ value: number; what: string }[]>((resolve) => {
        const seen: { value: number; what: string }[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node?: Element }[];
          })[]) {
            seen.push({
              value: entry.value,
              what: entry.sources.map(({ node }) => node?.className ?? '').join(', '),
            });
          }
        }).observe({ type: 'layout-shift', buffered: false });
        setTimeout(() => resolve(seen), 10_000);
      }),
  );
}

describe('while a run goes on', () => {
  const labs: Lab[] = [];
  afterAll(async () => {
    for (const { browser } of labs) await browser.close();
  });

  it('nothing moves for ten seconds, at any size', async () => {
    const sizes = Object.entries(SIZES);
    for (const [, context] of sizes) {
      const opened = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&workers=1&stop=0`, {
        context,
      });
      labs.push(opened);
      await click(opened.page, 'link-run');
      await reach(opened.page, 3, 120);
    }
    const found = await Promise.all(labs.map(({ page }) => shiftsOf(page)));
    for (const [n, shifts] of found.entries()) {
      const name = sizes[n]![0];
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      const updates = await labs[n]!.page.evaluate(() => window.laglab.frames().at(-1)!.update);
      console.log(`${name}: cumulative layout shift ${sum.toFixed(5)} in ten seconds, to update ${updates}`);
      expect(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThan(LARGEST_SHIFT);
    }
  });
});

/** Elements that a finger could not hit: those whose surroundings of `FINGER` pixels belong to something else. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const CONTROLS =
      'button, a[href], input, summary, [role="slider"], [role="switch"], [role="combobox"], [role="option"]';
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const box = element.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(element).visibility === 'hidden') continue;
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      // Behind a sheet, or clipped away for readers of the screen alone.
      const middle = document.elementFromPoint(x, y);
      if (middle === null || !(element.contains(middle) || middle.contains(element))) continue;
      const half = finger / 2 - 1;
      const hit = ([dx, dy]: readonly [number, number]): boolean => {
        const there = document.elementFromPoint(x + dx, y + dy);
        return (
          there !== null && (element.contains(there) || there.closest('label')?.contains(element) === true)
        );
      };
      const sides = [
        [0, -half],
        [0, half],
        [-half, 0],
        [half, 0],
      ] as const;
      if (!sides.every(hit)) {
        const name = element.dataset.testid ?? element.getAttribute('aria-label') ?? element.textContent;
        found.push(`${name} (${Math.round(box.width)} × ${Math.round(box.height)})`);
      }
    }
    return [...new Set(found)];
  }, FINGER);
}

describe('on a telephone', () => {
  const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

  async function expectFit(page: Page, what: string): Promise<void> {
    expect(await tooSmall(page), what).toEqual([]);
    expect(await width(page), what).toBe(390);
  }

  it('the lab and its controls are large enough for a finger, and no wider than the screen', async () => {
    lab = await openLab(inject('isolatedSite'), { context: PHONE });
    const { page } = lab;
    await page.getByTestId('run').waitFor();
    await expectFit(page, 'the lab');
    await page.getByTestId('open-controls').tap();
    const sheet = page.getByTestId('sheet');
    await sheet.waitFor();
    for (const group of await sheet.locator('.rail-trigger').all()) await group.tap();
    await expectFit(page, 'the sheet of controls');
  });

  it('so are the pages beside it, and the palette', async () => {
    lab = await openLab(`${inject('isolatedSite')}?view=benchmark`, { context: PHONE });
    const { page } = lab;
    await page.getByTestId('benchmark-page').waitFor();
    await expectFit(page, 'the benchmark');
    await page.goto(`${inject('isolatedSite')}?view=capabilities`);
    await page.getByTestId('capabilities-page').waitFor();
    await expectFit(page, 'the device');
    await page.getByTestId('palette-button').tap();
    await page.getByTestId('palette').waitFor();
    await expectFit(page, 'the palette');
  });

  it('so is the lens, in each of its views', async () => {
    lab = await openLab(`${inject('isolatedSite')}?view=lens#preset=sort-4-v1&lens=at:page;from:synthetic`, {
      context: PHONE,
    });
    const { page } = lab;
    await page.getByTestId('lens-legend').locator('tbody tr').nth(7).waitFor();
    await expectFit(page, 'the curves');
    await page.getByTestId('lens-view-batch').tap();
    await page.getByTestId('lens-matrix').waitFor();
    await expectFit(page, 'the batch');
    await page.getByTestId('lens-view-tokens').tap();
    await page.getByTestId('lens-token').nth(2).tap();
    await page.getByTestId('lens-verdict-ppo').waitFor();
    await expectFit(page, 'the tokens');
  });

  it('so are the inspector and the timeline', async () => {
    lab = await openLab(`${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&workers=1&stop=3`, {
      context: PHONE,
    });
    const { page } = lab;
    await page.getByTestId('link-run').tap();
    await reach(page, 3, 120);
    await page.keyboard.press('i');
    await page.getByTestId('sample').first().waitFor();
    await expectFit(page, 'the inspector');
    await page.keyboard.press('w');
    await page.getByTestId('timeline-figure').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByTestId('timeline-panel').getByRole('heading').first().waitFor();
    await expectFit(page, 'the timeline');
  });
});

it('fades and slides nothing for whoever asks for less motion', async () => {
  lab = await openLab(inject('isolatedSite'), { context: { reducedMotion: 'reduce' } });
  const { page } = lab;
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        const lasts = (durations: string) =>
          durations.split(', ').some((duration) => parseFloat(duration) > 0.01);
        return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration));
      })
      .map((element) => element.className.toString()),
  );
  expect(moving).toEqual([]);
});
