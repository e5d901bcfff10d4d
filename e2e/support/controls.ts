/** The lab's controls as a person uses them, and its read-only `window.laglab` for exact readings. */
import type { Page } from 'playwright-core';
import type { Field } from '../../src/experiment/settings/index.ts';
import type { Ledger } from '../../src/pipeline/contract.ts';
import type { LabApi, PlainFrame } from '../../src/ui/labApi.ts';
import { until } from './lab.ts';

declare global {
  interface Window {
    readonly laglab: LabApi;
  }
}

/** Types a value into a setting's number box, as a person would. */
export async function setNumber(page: Page, field: Field, value: number): Promise<void> {
  const box = page.getByTestId(`input-${field}`).first();
  await box.fill(String(value));
  await box.press('Enter');
}

export async function click(page: Page, id: string): Promise<void> {
  await page.getByTestId(id).first().click();
}

export function frames(page: Page): Promise<readonly PlainFrame[]> {
  return page.evaluate(() => window.laglab.frames());
}

export function lastUpdate(page: Page): Promise<number> {
  return page.evaluate(() => window.laglab.frames().at(-1)?.update ?? 0);
}

/** Waits until the run has made this many updates; fails at once when the run fails. */
export async function reach(page: Page, update: number, seconds: number): Promise<void> {
  const state = await until(
    `update ${update}`,
    seconds,
    () =>
      page.evaluate(() => ({
        update: window.laglab.frames().at(-1)?.update ?? 0,
        phase: window.laglab.phase(),
      })),
    (now) => now.update >= update || now.phase === 'failed',
  );
  if (state.phase === 'failed') throw new Error('The run failed.');
}

/** Pauses by the button and waits until the lab says so. */
export async function pause(page: Page): Promise<void> {
  await click(page, 'pause');
  await until(
    'pause',
    30,
    () => page.evaluate(() => window.laglab.phase()),
    (phase) => phase === 'paused',
  );
}

/** The ledger once all in flight has been told: its terms add up to what was admitted. */
export async function settledLedger(page: Page): Promise<Ledger> {
  const ledger = await page.evaluate(() => window.laglab.ledger());
  if (!ledger) throw new Error('No ledger yet.');
  return ledger;
}

/** Sum of the ledger's states, which must equal `admitted`. */
export function accounted(ledger: Ledger): number {
  return (
    ledger.running +
    ledger.queued +
    ledger.training +
    ledger.trained +
    ledger.dropped +
    ledger.rejected +
    ledger.lost
  );
}
