/** The benchmark's page on this machine: it measures, all contestants agree, and nothing of them is loaded before. */
import { afterEach, expect, inject, it } from 'vitest';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

const CONTESTANTS = ['limit', 'wasm', 'tfjs-wasm', 'tfjs', 'jaxjs'];

it('shows bars with finite numbers for everybody', async () => {
  lab = await openLab(`${inject('isolatedSite')}?view=benchmark`);
  const { page, errors } = lab;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.getByTestId('benchmark-quick').waitFor();
  expect(loaded.filter((url) => /contestant|jaxjs/.test(url))).toEqual([]);
  await page.getByTestId('benchmark-quick').click();
  const phase = () => page.getByTestId('benchmark-status').getAttribute('data-phase');
  await until('benchmark', 180, phase, (now) => now === 'done' || now === 'failed');
  expect(await page.getByTestId('benchmark-status').innerText()).toMatch(/^Done/);
  const rows = await page.getByTestId('case-step').locator('tbody tr').all();
  const shown = await Promise.all(
    rows.map(async (row) => ({
      contestant: await row.getAttribute('data-contestant'),
      ms: Number(await row.getAttribute('data-ms')),
      text: await row.locator('td').allInnerTexts(),
      bar: (await row.locator('.benchmark-bar > span').boundingBox())?.width,
    })),
  );
  expect(shown.map(({ contestant }) => contestant).sort()).toEqual([...CONTESTANTS].sort());
  for (const { ms, text, bar } of shown) {
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(Infinity);
    expect(text).toEqual([expect.stringMatching(/^[\d.]+ ms$/), expect.stringMatching(/^[\d.]+ ×$/)]);
    expect(bar).toBeGreaterThanOrEqual(3);
  }
  expect(shown.find(({ contestant }) => contestant === 'wasm')!.text[1]).toBe('1.00 ×');
  expect(errors).toEqual([]);
});

it('stops when told to, and when its page is left', async () => {
  lab = await openLab(`${inject('isolatedSite')}?view=benchmark`);
  const { page, errors } = lab;
  const status = page.getByTestId('benchmark-status');
  await page.getByTestId('benchmark-run').click();
  await page.getByTestId('benchmark-stop').click();
  await until(
    'stop',
    30,
    () => status.innerText(),
    (text) => text === 'Stopped.',
  );
  await page.getByTestId('benchmark-run').click();
  await page.getByTestId('back-to-lab').click();
  await until(
    'end of the threads',
    30,
    async () => page.workers().length,
    (count) => count === 0,
  );
  expect(errors).toEqual([]);
});
