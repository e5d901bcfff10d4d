/** Breaks a run on purpose and measures what follows, inside the page, so that the test's own delays do not count. */
import { cpus, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import type { Fault } from '../../src/runtime/session.ts';
import { accounted } from './controls.ts';

export interface Recovery {
  /** Milliseconds from the fault until the screen tells of it; null = nothing was told. */
  readonly told: number | null;
  readonly message: string;
  /** Milliseconds until a rollout worker that was replaced has weights to sample with again. */
  readonly back: number | null;
  /** Milliseconds until the first update that was finished after it was told, or until the run paused. */
  readonly wentOn: number | null;
  /** Longest time in milliseconds from the fault on in which no update came. */
  readonly longestGap: number;
  readonly phase: string;
}

/**
 * Milliseconds within which a run has to go on: three seconds, and in proportion more where so many programs ask
 * for each core that no thread can answer in time.
 */
export function deadline(): number {
  const perCore = loadavg()[0]! / cpus().length;
  return 3000 * Math.max(1, perCore / 2);
}

/** How long the run is watched after it went on. */
const AFTER_MS = 700;

/** Causes a fault and watches the run until it went on, for `seconds` at most. */
export function breakRun(page: Page, fault: Fault, seconds: number): Promise<Recovery> {
  return page.evaluate(
    async ([what, milliseconds, after]) => {
      const { laglab } = window;
      const known = new Set(laglab.problems().map(({ id }) => id));
      const news = () => laglab.problems().find(({ id }) => !known.has(id));
      const own = () => laglab.workers().find((state) => what.kind !== 'nan' && state.worker === what.thread);
      const samples = own()?.samples ?? 0;
      const begun = performance.now();
      let told: number | null = null;
      let back: number | null = null;
      let wentOn: number | null = null;
      let toldAt = 0;
      let update = laglab.updates().length;
      let updateAt = begun;
      let longestGap = 0;
      laglab.fault(what);
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const now = performance.now();
        const reached = laglab.updates().length;
        if (reached > update) {
          longestGap = Math.max(longestGap, now - updateAt);
          update = reached;
          updateAt = now;
        }
        if (told === null && news() !== undefined) {
          told = now - begun;
          toldAt = reached;
        }
        const worker = own();
        // A new thread counts its samples from 0, and has no weights before it begins.
        if (back === null && worker && worker.samples < samples && worker.version >= 0) back = now - begun;
        const phase = laglab.phase();
        if (told !== null && wentOn === null && (reached > toldAt || phase === 'paused'))
          wentOn = now - begun;
        if (now - begun > milliseconds || (wentOn !== null && now - begun > wentOn + after)) {
          if (phase === 'running') longestGap = Math.max(longestGap, now - updateAt);
          return { told, message: news()?.message ?? '', back, wentOn, longestGap, phase };
        }
      }
    },
    [fault, seconds * 1000, AFTER_MS] as const,
  );
}

/** What must hold whatever happened: update numbers follow one another, and the ledger balances. */
export async function books(
  page: Pick<Page, 'evaluate'>,
): Promise<{ readonly gaps: number; readonly unaccounted: number }> {
  const { updates, ledger } = await page.evaluate(() => ({
    updates: window.laglab.updates(),
    ledger: window.laglab.ledger()!,
  }));
  return {
    gaps: updates.filter((update, n) => update !== n + 1).length,
    unaccounted: ledger.admitted - accounted(ledger),
  };
}
