/**
 * The page of the sweep shows the committed table, with the command that made it; a cell opens its run, and the run comes
 * out in this browser with the published fingerprint.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { decodeTable, isAt, type SweepTable } from '../src/telemetry/sweep/index.ts';
import { violations } from './support/axe.ts';
import { click } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

const text = readFileSync(join(import.meta.dirname, '..', 'public', 'sweeps', 'stale-v1.json'), 'utf8');

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

function published(): SweepTable {
  const parsed = decodeTable(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.table;
}

it('shows every cell of the committed table and where it comes from', async () => {
  const table = published();
  lab = await openLab(`${inject('isolatedSite')}?view=sweep&measure=change&order=64&cell=ppo.64`);
  const { page, errors } = lab;
  await page.getByTestId('heat-map').waitFor();
  expect(await page.locator('.heat-cell').count()).toBe(table.methods.length * table.lags.length);
  expect(await page.getByTestId('sweep-cell').getAttribute('aria-label')).toMatch(/^PPO.*, lag 64$/);
  expect(await page.getByTestId('sweep-made').innerText()).toContain(table.command);
  expect(await page.getByTestId('sweep-made').innerText()).toContain(table.commit.slice(0, 10));
  // The column that rows are sorted by goes down.
  const changes = await page.locator('[data-testid$="-64"].heat-cell').allInnerTexts();
  const values = changes.map((cell) => Number(/:\s+(\S+)/.exec(cell)![1]!.replace('−', '-')));
  expect(values).toEqual(values.toSorted((a, b) => b - a));

  await click(page, 'sweep-measure-final');
  await click(page, 'heat-order-64');
  await page.getByTestId('heat-ppo-0').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await page.getByTestId('sweep-cell').getAttribute('aria-label')).toMatch(/, lag 4$/);
  expect(new URL(page.url()).search).toBe('?view=sweep&cell=ppo.4');
  for (const theme of ['light', 'dark', 'projector']) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    expect(await violations(page, theme !== 'light'), theme).toEqual([]);
  }
  expect(errors).toEqual([]);
});

it('lets a run of the table happen again, to its fingerprint', async () => {
  const table = published();
  lab = await openLab(`${inject('isolatedSite')}?view=sweep&cell=reinforce.16`);
  const { page, errors } = lab;
  await page.getByTestId('sweep-run-2').click();
  const end = await until(
    'the run is done',
    180,
    async () => ({
      phase: await page.evaluate(() => window.laglab.phase()),
      fingerprint: await page.evaluate(() => window.laglab.fingerprint()),
    }),
    ({ phase, fingerprint }) => phase === 'finished' && fingerprint?.update === table.updates,
  );
  const run = table.runs.find(isAt({ method: 'reinforce', lag: 16, seed: 2 }))!;
  expect(end.fingerprint!.value).toBe(run.fingerprint);
  expect(new URL(page.url()).search).toBe('');
  await page
    .getByText(`Seed 2 came out as published, with the fingerprint ${run.fingerprint}.`)
    .first()
    .waitFor();

  // Back on the page the same cell is open, and the address says so; a run that goes on is not ended unasked.
  await page.keyboard.press('m');
  await page.getByTestId('sweep-cell').waitFor();
  expect(new URL(page.url()).search).toBe('?view=sweep&cell=reinforce.16');
  await page.getByTestId('sweep-run-3').click();
  await page.keyboard.press('m');
  await page.getByTestId('sweep-run-4').click();
  await page.getByTestId('sweep-question').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.laglab.experiment().run.seed)).toBe(3);
  expect(errors).toEqual([]);
});
