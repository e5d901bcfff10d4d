/** Every schedule has one fingerprint: twice in Node, once in Chromium. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Experiment } from '../src/experiment/experiment.ts';
import { decodeLink } from '../src/experiment/link.ts';
import { settings } from '../src/experiment/settings/index.ts';
import type { Engine } from '../src/policy/engine.ts';
import { createWasmEngine } from '../src/policy/engines/wasm/index.ts';
import { policySpec } from '../src/policy/specOf.ts';
import { runVirtual } from '../src/runtime/virtual/index.ts';
import { createTask } from '../src/tasks/index.ts';
import { click } from './support/controls.ts';
import { openLab, until, type Lab } from './support/lab.ts';

const UPDATES = 30;
/** What a schedule needs beside its name. */
const NEEDS: Readonly<Record<string, string>> = {
  exact: '&lag=5',
  periodic: '&publish=3',
  stages: '&stage=5',
  replay: '&lags=0x1-1x1-2x1-4x1-3x1',
};
const modes = settings.schedule.mode.options.map(({ value }) => value);
const linkOf = (mode: string): string =>
  `#preset=tiny-v1&clock=virtual&delay=0.5&vjitter=0.4&mode=${mode}${NEEDS[mode] ?? ''}&stop=${UPDATES}`;

function experimentOf(mode: string): Experiment {
  const parsed = decodeLink(linkOf(mode));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(' '));
  return parsed.experiment;
}

let lab: Lab;
let engine: Engine;
beforeAll(async () => {
  lab = await openLab(inject('isolatedSite'));
  const experiment = experimentOf('bounded');
  engine = await createWasmEngine(policySpec(experiment, createTask(experiment)), 'wasm');
});
afterAll(async () => {
  engine.dispose();
  await lab.browser.close();
});

async function inNode(mode: string): Promise<string> {
  const experiment = experimentOf(mode);
  const { fingerprint, updates } = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: () => undefined,
      frame: () => undefined,
      experiment: () => experiment,
      gate: async ({ phase, update, stalled }) => {
        await setImmediate();
        return phase === 'running' && (stalled || update >= UPDATES) ? 'stop' : 'go';
      },
    },
  });
  expect(updates).toBe(UPDATES);
  return fingerprint;
}

const seen = new Set<string>();

it.each(modes)('%s', async (mode) => {
  const { page } = lab;
  // Another query, so that the page is loaded anew and asks about the link.
  await page.goto(`${inject('isolatedSite')}?${mode}${linkOf(mode)}`);
  await click(page, 'link-run');
  const one = await inNode(mode);
  expect(await inNode(mode)).toBe(one);
  const { value } = await until(
    'the end of the run',
    60,
    async () => ({
      phase: await page.evaluate(() => window.laglab.phase()),
      ...(await page.evaluate(() => window.laglab.fingerprint())),
    }),
    ({ phase, update }) => phase === 'failed' || (phase === 'finished' && update === UPDATES),
  );
  expect(value).toBe(one);
  seen.add(one);
  expect(lab.errors).toEqual([]);
});

it('are different runs', () => {
  expect(seen.size).toBe(modes.length);
});
