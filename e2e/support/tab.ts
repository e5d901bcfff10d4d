/**
 * A browser whose tab can really be hidden and frozen. Playwright tells every page that it is in front, so this one
 * is driven by puppeteer, without the flags that keep hidden pages awake.
 */
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { FLAGS } from '../../src/cli/launch/browser.mjs';

/** What puppeteer and Chromium's headless mode do to keep hidden pages as awake as visible ones. */
const KEPT_AWAKE = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

export class Tab {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #devtools: CDPSession;

  private constructor(browser: Browser, page: Page, devtools: CDPSession) {
    this.#browser = browser;
    this.page = page;
    this.#devtools = devtools;
  }

  static async open(address: string): Promise<Tab> {
    const executablePath = process.env.LAGLAB_BROWSER;
    if (!executablePath) throw new Error('No browser: set LAGLAB_BROWSER, or run `npm test`.');
    const browser = await puppeteer.launch({
      executablePath,
      headless: true,
      args: FLAGS.filter((flag) => !KEPT_AWAKE.includes(flag)),
      ignoreDefaultArgs: KEPT_AWAKE,
    });
    const page = await browser.newPage();
    await page.goto(address);
    return new Tab(browser, page, await page.createCDPSession());
  }

  /** Puts another tab in front. */
  async hide(): Promise<void> {
    const other = await this.#browser.newPage();
    await other.bringToFront();
    if (await this.page.evaluate(() => !document.hidden)) throw new Error('the tab is not hidden');
  }

  /** Stops all that runs in the hidden tab, as browsers do to save energy and as a closed lid does. */
  async freeze(): Promise<void> {
    await this.#devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async thaw(): Promise<void> {
    await this.#devtools.send('Page.setWebLifecycleState', { state: 'active' });
  }

  async show(): Promise<void> {
    await this.page.bringToFront();
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
