/** A whole session by keyboard alone: preset, run, change, pause, inspect, reset, and pages and back. */
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { reach } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

const MOST_TABS = 60;

interface Focused {
  readonly id: string | undefined;
  readonly label: string | null;
  /** Whether a person sees that it has the focus. */
  readonly seen: boolean;
  /** Whether it lies in the inspector's list. */
  readonly inGrid: boolean;
}

function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      id: element.dataset.testid,
      label: element.getAttribute('aria-label') ?? element.textContent,
      seen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      inGrid: element.closest('[data-testid="inspector-grid"]') !== null,
    };
  });
}

/** Presses Tab until what is wanted has the focus, and expects every stop on the way to be seen. */
async function tabTo(page: Page, what: string, wanted = ({ id }: Focused) => id === what): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    expect(stop.seen, `the focus on ${stop.id ?? 'an element without a test name'} is seen`).toBe(true);
    if (wanted(stop)) return;
  }
  throw new Error(`${what} was not reached with ${MOST_TABS} presses of Tab.`);
}

function phase(page: Page): Promise<string> {
  return page.evaluate(() => window.laglab.phase());
}

async function phaseIs(page: Page, wanted: string): Promise<void> {
  await until(
    wanted,
    60,
    () => phase(page),
    (now) => now === wanted,
  );
}

it('chooses a preset, runs it, changes a setting, pauses, steps, inspects and resets', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page, errors } = lab;
  const { keyboard } = page;
  await page.getByTestId('run').waitFor();
  const experiment = () => page.evaluate(() => window.laglab.experiment());

  // The preset, from the list: by Tab, and by typing the beginning of its name.
  await tabTo(page, 'preset');
  await keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await keyboard.type('Tiny');
  await keyboard.press('Enter');
  expect((await experiment()).preset).toBe('tiny-v1');
  expect((await focused(page)).id).toBe('preset');

  // A setting that acts after a reset, and one without an end, by the palette and the box.
  await keyboard.press('Control+k');
  await keyboard.type('stop after');
  await keyboard.press('Enter');
  await until(
    'the box of “Stop after”',
    5,
    () => focused(page),
    ({ id }) => id === 'input-run.updates',
  );
  await keyboard.type('0');
  await keyboard.press('Enter');
  expect((await experiment()).run.updates).toBe(0);
  await keyboard.press('Escape');

  // Run, by its key: nothing has the focus now.
  await keyboard.press('Space');
  await reach(page, 6, 120);

  // Change while it runs: by a foreign name, and by the arrow keys of the slider.
  await keyboard.press('Control+k');
  await keyboard.type('max_head_offpolicyness');
  await keyboard.press('Enter');
  await until(
    'the box of “Max staleness”',
    5,
    () => focused(page),
    ({ id }) => id === 'input-schedule.maxStaleness',
  );
  await keyboard.type('6');
  await keyboard.press('Enter');
  await tabTo(page, 'slider-schedule.maxStaleness');
  await keyboard.press('ArrowRight');
  expect((await experiment()).schedule.maxStaleness).toBe(7);
  const before = await page.evaluate(() => window.laglab.frames().at(-1)!.update);
  await reach(page, before + 4, 60);
  expect(await page.evaluate(() => window.laglab.frames().at(-1)!.revision)).toBeGreaterThan(0);

  // Pause and one step, by their keys; the slider leaves letters and Space alone.
  await keyboard.press('Space');
  await phaseIs(page, 'paused');
  const update = await page.evaluate(() => window.laglab.frames().at(-1)!.update);
  await keyboard.press('s');
  await until(
    'one more update',
    30,
    () => page.evaluate(() => window.laglab.frames().at(-1)!.update),
    (now) => now === update + 1,
  );

  // Inspect: the second token of the first sample of the last batch that has two, and the numbers behind it.
  await keyboard.press('i');
  await page.getByTestId('sample').first().waitFor();
  await tabTo(page, 'the list of samples', ({ inGrid }) => inGrid);
  await keyboard.press('ArrowRight');
  for (let row = 0; row < 20 && (await focused(page)).label?.includes('token 1 of 1:'); row++) {
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('ArrowRight');
  expect((await focused(page)).label).toContain('token 2 of');
  const advantage = Number(await page.getByTestId('detail-advantage').getAttribute('data-value'));
  expect(Number.isFinite(advantage)).toBe(true);
  await keyboard.press('Escape');
  await page.getByTestId('inspector').waitFor({ state: 'detached' });

  // A page and back; the paused run is still there.
  await keyboard.press('d');
  await page.getByTestId('capabilities-page').waitFor();
  await keyboard.press('Escape');
  await page.getByTestId('phase').waitFor();
  await phaseIs(page, 'paused');

  await keyboard.press('r');
  await phaseIs(page, 'idle');
  expect(errors).toEqual([]);
}, 240_000);

it('can be told to leave single keys alone, and remembers it', async () => {
  lab = await openLab(inject('isolatedSite'));
  const { page } = lab;
  await page.getByTestId('run').waitFor();
  await page.keyboard.press('?');
  await page.getByTestId('help-dialog').waitFor();
  await tabTo(page, 'plain-keys');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByTestId('help-dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page.reload();
  await page.getByTestId('phase').waitFor();
  await page.keyboard.press('d');
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').waitFor();
  expect(await page.getByTestId('capabilities-page').count()).toBe(0);
});
