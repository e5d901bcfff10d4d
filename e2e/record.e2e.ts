/**
 * A run of 500 updates recorded in Node opens in the page and plays again to its fingerprint; a branch at update 200
 * without a change ends where the original did, one with a change elsewhere; what the page saves opens again.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { presetExperiment, withLayer } from '../src/experiment/presets/index.ts';
import { createWasmEngine } from '../src/policy/engines/wasm/index.ts';
import { policySpec } from '../src/policy/specOf.ts';
import { runVirtual } from '../src/runtime/virtual/index.ts';
import { createTask } from '../src/tasks/index.ts';
import { decodeFrame } from '../src/telemetry/frame.ts';
import {
  batchOf,
  decodeRecord,
  encodeRecord,
  Recorder,
  type RunRecord,
} from '../src/telemetry/record/index.ts';
import { click, setNumber } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

const UPDATES = 500;
const folder = mkdtempSync(join(tmpdir(), 'laglab-'));
const file = join(folder, 'run.json');

let lab: Lab;
let page: Page;
let original: RunRecord;

/** With a change at update 120, so that there is something to play again. */
async function recordInNode(): Promise<RunRecord> {
  const experiment = withLayer(presetExperiment('tiny-v1'), { run: { clock: 'virtual', updates: UPDATES } });
  const later = withLayer(experiment, { schedule: { maxStaleness: 6 } });
  const engine = await createWasmEngine(policySpec(experiment, createTask(experiment)), 'wasm');
  const recorder = new Recorder(experiment);
  let done = 0;
  const { fingerprint } = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: (event) => {
        if (event.kind === 'changes') recorder.changed(batchOf(event));
        if (event.kind === 'accuracy') recorder.accuracy(event);
      },
      frame: (data) => recorder.frame(decodeFrame(data)),
      experiment: () => (done >= 120 ? later : experiment),
      gate: async ({ phase, update }) => {
        await setImmediate();
        done = update;
        return phase === 'running' && update >= UPDATES ? 'stop' : 'go';
      },
    },
  });
  engine.dispose();
  return recorder.record('wasm', { update: UPDATES, value: fingerprint });
}

beforeAll(async () => {
  original = await recordInNode();
  writeFileSync(file, encodeRecord(original));
  lab = await openLab(inject('isolatedSite'));
  page = lab.page;
}, 240_000);

afterAll(async () => {
  await lab.browser.close();
  rmSync(folder, { recursive: true });
});

async function open(path: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(page, 'open-run')]);
  await chooser.setFiles(path);
}

const words = (): Promise<string | null> => page.getByTestId('record-words').textContent();
const fingerprint = () => page.evaluate(() => window.laglab.fingerprint());
const phase = () => page.evaluate(() => window.laglab.phase());

async function comesTo(update: number, rest: 'paused' | 'finished'): Promise<string> {
  await until(
    `${rest} at update ${update}`,
    180,
    async () => ({ phase: await phase(), at: (await fingerprint())?.update }),
    (now) => now.phase === rest && now.at === update,
  );
  return (await fingerprint())!.value;
}

/** Chooses an update with the record's slider, by keys, and plays again up to it. */
async function backTo(update: number): Promise<void> {
  const thumb = page.getByTestId('record-update');
  await thumb.focus();
  await thumb.press('Home');
  for (let at = 0; at < update; at += 10) await thumb.press('PageUp');
  expect(await page.getByTestId('replay').textContent()).toBe(`Back to update ${update}`);
  await click(page, 'replay');
}

describe('a run of 500 updates that was recorded elsewhere', () => {
  it('opens with its curves and its change', async () => {
    await open(file);
    await until('it is shown', 20, words, (text) => text === 'A recorded run of 500 updates.');
    expect(await page.evaluate(() => window.laglab.frames().at(-1)!.update)).toBe(UPDATES);
    expect(await phase()).toBe('idle');
  });

  it('plays again to its fingerprint', async () => {
    await click(page, 'replay');
    expect(await comesTo(UPDATES, 'finished')).toBe(original.fingerprint);
    await until('the verdict', 10, words, (text) => text?.includes('same fingerprint') ?? false);
    expect(lab.errors).toEqual([]);
  });

  it('is the original again when a branch at update 200 changes nothing', async () => {
    await backTo(200);
    const at200 = await comesTo(200, 'paused');
    await click(page, 'run');
    expect(await comesTo(UPDATES, 'finished')).toBe(original.fingerprint);

    await backTo(200);
    expect(await comesTo(200, 'paused')).toBe(at200);
    await setNumber(page, 'schedule.maxStaleness', 16);
    await click(page, 'run');
    expect(await comesTo(UPDATES, 'finished')).not.toBe(original.fingerprint);
    expect(lab.errors).toEqual([]);
  });

  it('is saved as a branch, and that opens and plays again too', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), click(page, 'save-run')]);
    const path = join(folder, 'branch.json');
    await download.saveAs(path);
    const parsed = decodeRecord(readFileSync(path, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.record.changes.map(({ update }) => update)).toEqual([121, 201]);
    expect(download.suggestedFilename()).toBe('laglab-tiny-v1-seed-1-500.json');
    await page.reload();
    await open(path);
    await click(page, 'replay');
    expect(await comesTo(UPDATES, 'finished')).toBe(parsed.record.fingerprint);
    await until('the verdict', 10, words, (text) => text?.includes('same fingerprint') ?? false);
  });

  it('says in words what is no run', async () => {
    writeFileSync(file, '{"format":"laglab-run","version":1}');
    await open(file);
    await page.getByText('cannot be opened').first().waitFor({ timeout: 10_000 });
  });
});
