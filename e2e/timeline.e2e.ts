/** The timeline of a virtual and of a live run: its spans, a prompt followed by keys, and the trace that Perfetto opens. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { traceFormat } from '../src/telemetry/timeline/traceFormat.ts';
import { click } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

/** Runs a link to its end and opens the timeline by its key. */
async function opened(link: string): Promise<Page> {
  lab = await openLab(`${inject('isolatedSite')}#${link}`);
  const { page } = lab;
  await click(page, 'link-run');
  await until(
    'the end of the run',
    60,
    () => page.evaluate(() => window.laglab.phase()),
    (phase) => phase === 'finished',
  );
  await page.keyboard.press('w');
  await page.getByTestId('timeline-figure').focus();
  return page;
}

const spoken = (page: Page) => page.getByTestId('timeline-spoken').textContent();
const ticket = (page: Page) => page.getByTestId('timeline-way').getAttribute('data-ticket');
const moments = (page: Page) => page.getByTestId('timeline-way').locator('b').allTextContents();

async function said(page: Page, what: RegExp): Promise<string> {
  const text = await until(
    `said: ${what}`,
    10,
    () => spoken(page),
    (now) => what.test(now ?? ''),
  );
  return text!;
}

/** The trace as it is saved, and the names of its tracks. */
async function trace(page: Page) {
  const [download] = await Promise.all([page.waitForEvent('download'), click(page, 'timeline-trace')]);
  const { traceEvents } = traceFormat.parse(JSON.parse(readFileSync(await download.path(), 'utf8')));
  const tracks = traceEvents.flatMap((event) =>
    event.ph === 'M' && event.name === 'thread_name' ? [event.args.name] : [],
  );
  return { name: download.suggestedFilename(), traceEvents, tracks };
}

it('shows a virtual run, goes by keys from a worker to an update and through its prompts, and saves the trace', async () => {
  const page = await opened('preset=tiny-v1&clock=virtual&stop=30&workers=2');
  const { spans, prompts } = await page.evaluate(() => window.laglab.timeline());
  const ledger = await page.evaluate(() => window.laglab.ledger()!);
  expect(prompts).toBe(ledger.admitted);
  expect(spans).toBeGreaterThan(90);

  await page.keyboard.press('0');
  const whole = await said(page, /^0\.000 s to/);
  await page.keyboard.press('+');
  expect(await said(page, /^(?!0\.000)/)).not.toBe(whole);
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
  await said(page, /^The learner trains: update \d+\. From/);
  await page.keyboard.press('Enter');
  expect(await said(page, /^Prompt \d+\. .*Admitted.*finished.*takes it.*Gradient: update/)).toContain(
    'worker',
  );
  const first = await ticket(page);
  await page.keyboard.press('PageDown');
  await said(page, new RegExp(`^Prompt (?!${first}\\.)`));
  expect(await ticket(page)).not.toBe(first);
  const times = (await moments(page)).map(parseFloat);
  expect(times).toHaveLength(4);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  await click(page, 'timeline-previous');
  expect(await ticket(page)).toBe(first);

  const { name, traceEvents, tracks } = await trace(page);
  expect(name).toBe('laglab-tiny-v1-seed-1-30.trace.json');
  expect(tracks).toEqual(['worker 1', 'worker 2', 'learner', 'weights']);
  expect(traceEvents.filter(({ ph }) => ph === 'X')).toHaveLength(spans);
  expect(traceEvents.filter(({ ph }) => ph === 'f')).toHaveLength(ledger.trained);

  await click(page, 'timeline-table');
  const rows = page.getByTestId('timeline-tables').locator('tbody tr');
  expect(await rows.first().textContent()).toContain('Worker 1');
  await page.keyboard.press('Escape');
  await page.getByTestId('timeline').waitFor({ state: 'detached' });
  expect(lab!.errors).toEqual([]);
});

it('shows a live run, by pointer and from the inspector’s sample', async () => {
  const page = await opened('preset=tiny-v1&engine=wasm&workers=2&stop=25');
  const { spans, prompts } = await page.evaluate(() => window.laglab.timeline());
  const ledger = await page.evaluate(() => window.laglab.ledger()!);
  expect(prompts).toBeLessThanOrEqual(ledger.admitted);
  expect(prompts).toBeGreaterThanOrEqual(ledger.trained);
  expect(spans).toBeGreaterThan(75);
  const { tracks, traceEvents } = await trace(page);
  expect(tracks).toEqual(['worker 1', 'worker 2', 'learner', 'weights']);
  const names = new Set(traceEvents.flatMap((event) => (event.ph === 'X' ? [event.name] : [])));
  expect([...names]).toEqual(expect.arrayContaining(['decode', 'rollout', 'train_step', 'update_weights']));

  // A drag to later shows earlier times, and it follows no more.
  const { x, y, width, height } = (await page.getByTestId('timeline-figure').boundingBox())!;
  expect(await page.getByTestId('timeline-now').getAttribute('aria-pressed')).toBe('true');
  await page.mouse.move(x + 0.6 * width, y + 0.2 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.8 * width, y + 0.2 * height, { steps: 4 });
  await page.mouse.up();
  expect(await page.getByTestId('timeline-now').getAttribute('aria-pressed')).toBe('false');

  await page.keyboard.press('i');
  await page.getByTestId('sample').first().waitFor();
  expect(await page.getByTestId('timeline').count()).toBe(0);
  await page.getByTestId('inspector').getByRole('rowheader').first().click();
  await click(page, 'details-timeline');
  expect(await page.getByTestId('timeline-panel').textContent()).toContain('writes answers');
  expect(await moments(page)).toHaveLength(4);
  expect(await page.getByTestId('inspector').count()).toBe(0);
  expect(lab!.errors).toEqual([]);
});
