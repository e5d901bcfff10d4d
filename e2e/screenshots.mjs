/**
 * `npm run screenshots`: runs the built lab and takes the pictures that the README shows, in both themes and at
 * three widths, from a running experiment. They are committed, so that a change of looks can be reviewed.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, FLAGS, REMEDY } from '../src/cli/launch/browser.mjs';
import { ensureBuilt, ensureInstalled, say } from '../src/cli/launch/prepare.mjs';

const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
];
/** A run with something to see: stale, clipped, and a setting changed on the way. */
const LINK = '#preset=sort-4-v1&eta=4&workers=2&stop=0';
const UPDATES_BEFORE_CHANGE = 25;
const UPDATES = 45;

ensureInstalled();
await ensureBuilt();
const executablePath = await ensureBrowser();
if (!executablePath) {
  say(REMEDY);
  process.exit(1);
}
const { chromium } = await import('playwright-core');
const { serve } = await import('../src/cli/launch/serve.mjs');
const folder = join(import.meta.dirname, 'screenshots');
mkdirSync(folder, { recursive: true });
const site = await serve({ port: 6473 });
const browser = await chromium.launch({ executablePath, args: FLAGS });

async function reach(page, update) {
  await page.waitForFunction((wanted) => (window.laglab.frames().at(-1)?.update ?? 0) >= wanted, update, {
    timeout: 300_000,
  });
}

/** One run, looked at in all sizes and themes. */
const page = await browser.newPage({ viewport: SIZES[0], colorScheme: 'light' });
await page.goto(site.addresses[0] + LINK);
await page.getByTestId('link-run').click();
await reach(page, UPDATES_BEFORE_CHANGE);
const box = page.getByTestId('input-schedule.maxStaleness').first();
await box.fill('12');
await box.press('Enter');
await reach(page, UPDATES);
for (const size of SIZES) {
  await page.setViewportSize(size);
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForTimeout(1500);
    const path = join(folder, `${size.name}-${theme}.png`);
    await page.screenshot({ path });
    say(path);
  }
}
await browser.close();
await site.close();
