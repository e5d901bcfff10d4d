/** The benchmark in an isolated page of a headless Chromium. The launchers and the browser's driver are not bundled. */
import type { Measured, Plan } from '../benchmark/index.ts';
import { say } from './command.ts';
import type * as browsers from './launch/browser.mjs';
import type * as preparations from './launch/prepare.mjs';
import type * as servers from './launch/serve.mjs';
import { isolation } from './siteHeaders.ts';

/** Both from here and from the bundle in `.cache/cli/`, two folders below the root. */
const launchers = new URL('../../src/cli/launch/', import.meta.url);

export interface MeasuredInChromium {
  readonly measured: Measured;
  /** Its version. */
  readonly browser: string;
}

/** @throws Error where there is no browser, or the benchmark fails */
export async function measureInChromium(plan: Omit<Plan, 'where'>): Promise<MeasuredInChromium> {
  const { ensureBenchPage } = await launcher<typeof preparations>('prepare.mjs');
  const { ensureBrowser, FLAGS, REMEDY } = await launcher<typeof browsers>('browser.mjs');
  const { serve } = await launcher<typeof servers>('serve.mjs');
  const { chromium } = await import('playwright-core');
  const executablePath = await ensureBrowser();
  if (executablePath === undefined) throw new Error(REMEDY);
  // Isolated, but without the lab's content security: TensorFlow.js makes its threads from text.
  const site = await serve({ port: 6573, outDir: await ensureBenchPage(), headers: { ...isolation } });
  const browser = await chromium.launch({ executablePath, args: [...FLAGS] });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => say(`  page: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') say(`  page: ${message.text()}`);
    });
    await page.exposeFunction('tellProgress', say);
    await page.goto(site.addresses[0]!);
    if (!(await page.evaluate(() => crossOriginIsolated))) throw new Error('the page is not isolated');
    const measured = await page.evaluate((wanted) => window.runBenchmark(wanted), {
      ...plan,
      where: 'chromium',
    } as const);
    return { measured, browser: browser.version() };
  } finally {
    await browser.close();
    await site.close();
  }
}

function launcher<T>(file: string): Promise<T> {
  return import(/* @vite-ignore */ new URL(file, launchers).href) as Promise<T>;
}
