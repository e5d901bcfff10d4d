/** Max staleness does what it says: 0 is exactly synchronous, 8 lets workers run ahead. */
import { afterEach, describe, expect, inject, it } from 'vitest';
import { accounted, click, frames, pause, reach, setNumber, settledLedger } from './support/controls.ts';
import { openLab, type Lab } from './support/lab.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.browser.close();
});

async function start(eta: number, link = ''): Promise<Lab> {
  lab = await openLab(inject('isolatedSite') + link);
  await setNumber(lab.page, 'rollout.workers', 2);
  await setNumber(lab.page, 'schedule.maxStaleness', eta);
  await click(lab.page, 'run');
  return lab;
}

describe('bounded staleness in a live run', () => {
  it('is exactly 0 at η = 0', async () => {
    const { page, errors } = await start(0);
    await reach(page, 12, 180);
    await pause(page);
    for (const frame of await frames(page)) {
      expect(frame.metrics.sample_staleness_theta_max).toBe(0);
      expect(frame.staleness.slice(1).every((count) => count === 0)).toBe(true);
      expect(frame.staleness[0]).toBeGreaterThan(0);
    }
    const ledger = await settledLedger(page);
    expect(accounted(ledger)).toBe(ledger.admitted);
    expect(errors).toEqual([]);
  });

  it('has a mean over 2 and a non-zero clip fraction at η = 8', async () => {
    const { page, errors } = await start(8);
    await reach(page, 30, 180);
    await pause(page);
    const late = (await frames(page)).filter((frame) => frame.update > 10);
    const mean =
      late.reduce((sum, frame) => sum + frame.metrics.sample_staleness_theta_avg!, 0) / late.length;
    const clip = Math.max(...late.map((frame) => frame.metrics.clip_out_of_range ?? 0));
    const active = Math.max(...late.map((frame) => frame.metrics.clip_ratio ?? 0));
    console.log(
      `η = 8: mean staleness ${mean.toFixed(2)}, largest clip fraction active ${active.toFixed(3)}, out of range ${clip.toFixed(3)}`,
    );
    expect(mean).toBeGreaterThan(2);
    expect(active).toBeGreaterThan(0);
    const ledger = await settledLedger(page);
    expect(accounted(ledger)).toBe(ledger.admitted);
    expect(errors).toEqual([]);
  });
});
