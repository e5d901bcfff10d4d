/** Hides a tab in the middle of a run, then freezes it, and looks at what is left when it comes back. */
import { expect } from 'vitest';
import { books } from './break.ts';
import { until } from './lab.ts';
import { Tab } from './tab.ts';

const sleep = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** How long the tab is hidden, and then frozen too; over five seconds, so that the lab says that it slept. */
export interface Absence {
  readonly hidden: number;
  readonly frozen: number;
}

export async function hideAndFreeze(site: string, seconds: Absence): Promise<void> {
  const tab = await Tab.open(`${site}#preset=tiny-v1&engine=wasm&workers=1&eta=2&stop=0`);
  const { page } = tab;
  const updates = (): Promise<number> => page.evaluate(() => window.laglab.updates().length);
  const progress = (count: number): Promise<number> =>
    until(`update ${count}`, 60, updates, (reached) => reached >= count);
  try {
    const run = await page.waitForSelector('[data-testid="link-run"]');
    await run!.click();
    const visible = await progress(20);
    await tab.hide();
    await sleep(seconds.hidden);
    const hidden = await updates();
    await tab.freeze();
    await sleep(seconds.frozen);
    await tab.thaw();
    await tab.show();
    const after = await progress(hidden + 20);
    const told = await page.evaluate(() => window.laglab.problems().map(({ message }) => message));
    console.log(
      `updates ${visible} when hidden, ${hidden} after ${seconds.hidden} s, ${after} after ${seconds.frozen} s frozen. ${told.join(' ')}`,
    );
    // Workers are not held back in a hidden tab.
    expect(hidden).toBeGreaterThan(visible + 5);
    expect(await books(page)).toEqual({ gaps: 0, unaccounted: 0 });
    const { phase, problems, clock } = await page.evaluate(() => ({
      phase: window.laglab.phase(),
      problems: window.laglab.problems(),
      clock: window.laglab.frames().at(-1)!.seconds,
    }));
    expect(phase).toBe('running');
    // No thread was taken for dead.
    expect(problems.map(({ severity }) => severity)).toEqual(['note']);
    expect(problems[0]!.message).toMatch(/^The page slept for about \d+ seconds\. Nothing was lost/);
    expect(clock).toBeGreaterThan(seconds.hidden);
  } finally {
    await tab.close();
  }
}
