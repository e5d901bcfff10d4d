/**
 * `npm run screenshots`: runs the built lab and takes the pictures that the README shows: the lab at three widths in its
 * themes, and its views one by one, all from one running experiment. They are committed, so that a change of looks can be
 * reviewed.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../src/cli/launch/prepare.mjs';
import { openSite } from './support/openSite.mjs';

const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
];
/** A run with something to see: stale, clipped, and a setting changed on the way. */
const LINK = '#preset=sort-4-v1&eta=4&workers=2&stop=0';
const UPDATES_BEFORE_CHANGE = 25;
const UPDATES = 45;
/** Until what a picture is of has been drawn. */
const SETTLE_MS = 1500;

const folder = join(import.meta.dirname, 'screenshots');
mkdirSync(folder, { recursive: true });
const { site, launch } = await openSite(6473);
const browser = await launch();
const page = await browser.newPage({ viewport: SIZES[0], colorScheme: 'light' });

async function reach(update) {
  await page.waitForFunction((wanted) => (window.laglab.frames().at(-1)?.update ?? 0) >= wanted, update, {
    timeout: 300_000,
  });
}

/** @param of what is to be seen; the whole screen without */
async function shoot(name, of = page) {
  await page.waitForTimeout(SETTLE_MS);
  const path = join(folder, `${name}.png`);
  await of.screenshot({ path });
  say(path);
}

/** What a person would type to get there. */
async function find(words) {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').fill(words);
}

/** The lab in all sizes and themes. */
async function shootSizes() {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await shoot(`${size.name}-${colorScheme}`);
    }
  }
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ colorScheme: 'light' });
  await find('Theme projector');
  await page.keyboard.press('Enter');
  await shoot('wide-projector');
  await find('Theme as the system');
  await page.keyboard.press('Enter');
}

/** Its views, while the run stands still. */
async function shootViews() {
  await page.getByTestId('pause').first().click();
  await page.getByTestId('pipeline-figure').hover({ position: { x: 700, y: 60 } });
  await shoot('pipeline', page.getByTestId('pipeline'));
  await page.mouse.move(0, 0);

  await page.keyboard.press('i');
  await page.getByTestId('inspector-colour-ratio').click();
  await page.getByTestId('inspector-sort').selectOption('ratio');
  await page.getByTestId('token').nth(1).click();
  await shoot('inspector', page.getByTestId('inspector'));
  await page.getByTestId('inspector-close').click();

  await page.keyboard.press('w');
  await page.getByTestId('timeline-figure').focus();
  // Down to the learner, and on to an update of it.
  for (let track = 0; track < 3; track++) await page.keyboard.press('ArrowDown');
  while (!(await page.getByTestId('timeline-spoken').textContent()).includes('trains')) {
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForTimeout(100);
  }
  await page.keyboard.press('Enter');
  await shoot('timeline', page.getByTestId('timeline'));
  await page.getByTestId('timeline-close').click();

  await find('clip negative');
  await shoot('palette', page.getByTestId('palette'));
  await page.keyboard.press('Escape');

  await page.keyboard.press('d');
  await page.waitForFunction(
    () => document.querySelector('[data-testid="self-test-badge"]')?.textContent?.includes('passed'),
    undefined,
    { timeout: 120_000 },
  );
  await shoot('device');
}

/** The lens on a page of its own, on the batch that the standing run trained on last, and the sweep. */
async function shootPages() {
  await page.getByTestId('back-to-lab').click();
  await page.keyboard.press('o');
  await page.getByTestId('lens-place').click();
  await page.getByTestId('lens-positive-ppo').waitFor();
  await shoot('lens-curves');

  await page.getByTestId('lens-view-batch').click();
  await page.getByTestId('lens-methods-table').waitFor();
  await page.getByTestId('lens-cosine').click();
  await page.waitForSelector('[data-testid="lens-cosine-status"][data-phase="done"]', { timeout: 300_000 });
  await shoot('lens-batch');

  await page.getByTestId('lens-view-tokens').click();
  await page.getByTestId('lens-filter-dropped').click();
  await page.getByTestId('lens-token').first().click();
  await page.getByTestId('lens-verdicts').waitFor();
  await shoot('lens-tokens');

  await page.keyboard.press('m');
  await page.getByTestId('heat-ppo-recompute-64').click();
  await shoot('sweep');
}

await page.goto(site.addresses[0] + LINK);
await page.getByTestId('link-run').click();
await reach(UPDATES_BEFORE_CHANGE);
const box = page.getByTestId('input-schedule.maxStaleness').first();
await box.fill('12');
await box.press('Enter');
await reach(UPDATES);
await shootSizes();
await shootViews();
await shootPages();
await browser.close();
await site.close();
