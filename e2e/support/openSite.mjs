/**
 * How every script that drives the built lab begins: packages and build as far as they are missing, a browser, and the site.
 * Plain Node, with nothing installed.
 */
import { ensureBrowser, FLAGS, REMEDY } from '../../src/cli/launch/browser.mjs';
import { ensureBuilt, ensureInstalled, say } from '../../src/cli/launch/prepare.mjs';

/**
 * Ends the process, with the remedy, where there is no browser.
 * @param port where the isolated site is served, or at the next free one
 * @returns the site, and what starts a fresh headless browser, with more flags where some are given
 */
export async function openSite(port) {
  ensureInstalled();
  await ensureBuilt();
  const executablePath = await ensureBrowser();
  if (!executablePath) {
    say(REMEDY);
    process.exit(1);
  }
  const { chromium } = await import('playwright-core');
  const { serve } = await import('../../src/cli/launch/serve.mjs');
  const launch = (flags = []) => chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
  return { site: await serve({ port }), launch };
}
