/**
 * `npm run firefox`: opens the built lab in Firefox, where one is installed (or Debian's can be), runs the default
 * preset over two workers and says what came of it. --json prints one line, last on stdout.
 *
 * It is a command and not a test, because few machines have Firefox; its figure stands in the README.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureBuilt, ensureInstalled, say } from '../src/cli/launch/prepare.mjs';

const LINK = '#preset=sort-4-v1&workers=2&stop=100';
const DEADLINE_MS = 120_000;
const PLACES = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

function report(result) {
  console.log(
    process.argv.includes('--json') ? JSON.stringify(result) : JSON.stringify(result, undefined, 2),
  );
}

ensureInstalled();
await ensureBuilt();
const find = () => PLACES.find((path) => existsSync(path));
if (!find() && process.getuid?.() === 0) {
  say('No Firefox found; installing one …');
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', 'firefox-esr'],
  ]) {
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2] });
  }
}
const executablePath = find();
if (!executablePath) {
  report({ ran: false, reason: 'no Firefox is installed and none could be' });
  process.exit(1);
}

const { launch } = await import('puppeteer-core');
const { serve } = await import('../src/cli/launch/serve.mjs');
const site = await serve({ port: 6573 });
const browser = await launch({ browser: 'firefox', executablePath, headless: true });
const page = await browser.newPage();
const errors = [];
page.on('pageerror', (error) => errors.push(String(error)));
await page.goto(site.addresses[0] + LINK);
await page.waitForSelector('[data-testid=link-run]');
const began = Date.now();
await page.click('[data-testid=link-run]');
await page.waitForFunction(() => ['finished', 'failed'].includes(window.laglab.phase()), {
  timeout: DEADLINE_MS,
});
const result = await page.evaluate(() => ({
  phase: window.laglab.phase(),
  isolated: crossOriginIsolated,
  webgpu: 'gpu' in navigator,
  engine: window.laglab.engine(),
  updates: window.laglab.frames().at(-1)?.update ?? 0,
  accuracy: window.laglab.accuracy().map((point) => [point.stage, point.update, point.value]),
}));
report({
  ran: true,
  browser: await browser.version(),
  seconds: (Date.now() - began) / 1000,
  ...result,
  errors,
});
await browser.close();
await site.close();
process.exit(result.phase === 'finished' ? 0 : 1);
