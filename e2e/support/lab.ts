/** Opens the lab in a fresh headless browser and reads what a person would read. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { FLAGS } from '../../src/cli/launch/browser.mjs';

export interface OpenOptions {
  /** Whether the software WebGPU adapter is offered. */
  readonly webgpu?: boolean;
  readonly context?: BrowserContextOptions;
  readonly args?: readonly string[];
}

export interface Lab {
  readonly browser: Browser;
  readonly page: Page;
  /** Errors the page or its console reported. */
  readonly errors: string[];
}

/** Starts a browser and opens an address. Without a browser on this machine it fails with the remedy. */
export async function openLab(address: string, options: OpenOptions = {}): Promise<Lab> {
  const executablePath = process.env.LAGLAB_BROWSER;
  if (!executablePath) {
    throw new Error(
      'No browser: run `npm test`, which finds or installs one, or set LAGLAB_BROWSER to the path of Chrome, Edge or Chromium.',
    );
  }
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...FLAGS,
      ...(options.webgpu ? ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] : []),
      ...(options.args ?? []),
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options.context });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(address);
  return { browser, page, errors };
}

/** Waits until a condition on the page's numbers holds; fails with the last state after `seconds`. */
export async function until<T>(
  what: string,
  seconds: number,
  probe: () => Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await probe();
    if (holds(value)) return value;
    if (Date.now() > end)
      throw new Error(`${what}: not within ${seconds} s; last seen ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
