/** The committed table: whole, and one of its runs, played again, has its fingerprint (`published.long.test.ts`: five cells). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { presetExperiment } from '../../experiment/presets/index.ts';
import { decodeLink, encodeLink } from '../../experiment/link.ts';
import { withValue } from '../../experiment/fields.ts';
import { type MethodName, objectives } from '../../learning/objectives/index.ts';
import { chosenCells, decodeTable, isAt } from '../../telemetry/sweep/index.ts';
import { play } from './play.ts';

const file = join(import.meta.dirname, '..', '..', '..', 'public', 'sweeps', 'stale-v1.json');
const parsed = decodeTable(readFileSync(file, 'utf8'));
if (!parsed.ok) throw new Error(parsed.message);
const { table } = parsed;

test('has every objective at four lags over five seeds, of the frozen preset', () => {
  expect([...table.methods].sort()).toEqual((Object.keys(objectives) as MethodName[]).sort());
  expect(table.lags).toEqual([0, 4, 16, 64]);
  expect(table.seeds).toEqual([1, 2, 3, 4, 5]);
  expect(table.commit).toMatch(/^[0-9a-f]{40}$/);
  const base = decodeLink(table.experiment);
  const preset = withValue(presetExperiment('stale-v1'), 'run.updates', table.updates);
  expect(base.ok && encodeLink(base.experiment)).toBe(encodeLink(preset));
  for (const { right } of table.runs) expect(right).toHaveLength(table.updates / table.every + 1);
});

test('gives the same bits again', async () => {
  const [cell] = chosenCells(table, table.commit, 1);
  const place = { ...cell!, seed: table.seeds[0]! };
  const { experiment, updates } = table;
  const { run } = await play({ place, experiment, updates, engine: 'wasm' });
  expect(run).toEqual(table.runs.find(isAt(place)));
});
