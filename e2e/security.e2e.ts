/**
 * Nothing leaves the page's own origin, and nothing breaks its content security policy: recorded for page, workers and
 * service worker while a person uses everything, on both kinds of host.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { click, reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

interface Record {
  /** Addresses that were asked for, from anywhere. */
  readonly requests: string[];
  /** What the policy forbade. */
  readonly violations: string[];
}

/** Listens to all pages of a context, to their workers, and to what the service worker asks for. */
async function record(context: BrowserContext, page: Page): Promise<Record> {
  const requests: string[] = [];
  const violations: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  // Violations in workers reach the console only.
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await context.exposeFunction('laglabTestViolation', (text: string) => void violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell = (window as unknown as { laglabTestViolation(text: string): void }).laglabTestViolation;
      tell(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  return { requests, violations };
}

/** A session that opens everything which loads or draws something of its own. */
async function useEverything(page: Page): Promise<void> {
  await click(page, 'link-run');
  await reach(page, 4, 180);
  await click(page, 'pause');
  await page.getByTestId('preset').first().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('stale');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByTestId('help-dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Max staleness').first().click();
  await page.keyboard.press('Escape');
  // A chart's definition loads KaTeX and its fonts.
  await page
    .getByRole('button', { name: /^About/ })
    .first()
    .click();
  await page.locator('.katex').first().waitFor({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  // The self-test starts every engine in a worker.
  await page.keyboard.press('d');
  await until(
    'the self-test',
    90,
    () => page.getByTestId('self-test-badge').getAttribute('data-verdict'),
    (verdict) => verdict === 'passed',
  );
}

const LINK = '#preset=tiny-v1&engine=tfjs-wasm&workers=1&warm=4';

it('asks for nothing from elsewhere and obeys its policy, as npm start serves it', async () => {
  lab = await openLab('about:blank');
  const { page, errors } = lab;
  const seen = await record(page.context(), page);
  const response = await page.goto(inject('isolatedSite') + LINK);
  const policy = response!.headers()['content-security-policy']!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/'unsafe-(eval|inline|hashes)'|\*|https?:/);
  await useEverything(page);
  expect(seen.requests.length).toBeGreaterThan(20);
  expect(elsewhere(seen.requests, inject('isolatedSite'))).toEqual([]);
  expect(seen.violations).toEqual([]);
  expect(errors).toEqual([]);
});

it('does the same on a host that sends no headers: page and service worker bring the policy', async () => {
  lab = await openLab('about:blank');
  const { page } = lab;
  const seen = await record(page.context(), page);
  await page.goto(inject('plainSite') + LINK);
  await until('isolation', 60, () => page.evaluate(() => crossOriginIsolated).catch(() => false), Boolean);
  const headers = await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src]')!.src;
    return Promise.all(
      [location.href, script].map((address) =>
        fetch(address).then((answer) => answer.headers.get('content-security-policy') ?? ''),
      ),
    );
  });
  for (const policy of headers) expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  await useEverything(page);
  expect(elsewhere(seen.requests, inject('plainSite'))).toEqual([]);
  expect(seen.violations).toEqual([]);
});

it('would have noticed: a foreign request and code from text are refused', async () => {
  lab = await openLab('about:blank');
  const { page } = lab;
  const seen = await record(page.context(), page);
  await page.goto(inject('isolatedSite'));
  const outcome = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
    return {
      foreign: await fetch('https://example.invalid/').then(
        () => 'sent',
        () => 'refused',
      ),
      injected: 'injected' in window,
    };
  });
  expect(outcome).toEqual({ foreign: 'refused', injected: false });
  await until(
    'violations',
    10,
    () => Promise.resolve(seen.violations.join('\n')),
    (text) => ['connect-src', 'script-src', 'style-src'].every((directive) => text.includes(directive)),
  );
});

function elsewhere(requests: readonly string[], site: string): string[] {
  const own = new URL(site).origin;
  return requests.filter((address) => {
    const { protocol, origin } = new URL(address);
    return protocol !== 'data:' && protocol !== 'blob:' && protocol !== 'about:' && origin !== own;
  });
}
