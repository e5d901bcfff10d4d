/** Exact lag k, live: after the first k updates the staleness histogram is one bar at k. */
import { afterEach, expect, inject, it } from 'vitest';
import { click, frames, pause, reach } from './support/controls.ts';
import { openLab, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

it.each([0, 1, 8, 64])('is one bar at k = %i', async (lag) => {
  lab = await openLab(
    `${inject('isolatedSite')}#preset=tiny-v1&engine=wasm&mode=exact&lag=${lag}&workers=2&stop=0`,
  );
  const { page, errors } = lab;
  await click(page, 'link-run');
  await reach(page, lag + 8, 180);
  await pause(page);
  const late = (await frames(page)).filter((frame) => frame.update > lag);
  expect(late.length).toBeGreaterThanOrEqual(8);
  for (const frame of late) {
    const bars = frame.staleness.flatMap((count, age) => (count > 0 ? [age] : []));
    expect(bars).toEqual([lag]);
  }
  expect(errors).toEqual([]);
});
