/**
 * The presets that are there to be watched learning do learn: three seeds each. Figures are printed. The default
 * preset's bounds are what was promised of it; the others' leave room for the spread between seeds.
 */
import { expect, it } from 'vitest';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { mean, tInterval } from '../../numerics/intervals.ts';
import { openEngine } from '../../policy/engines/open.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { runTo } from './runTo.ts';

const SEEDS = [1, 2, 3];
const UPDATES = 300;

it.each([
  { preset: 'sort-4-v1', warm: [0, 0.5], end: 0.8, gain: 0.3 },
  { preset: 'add-v1', warm: [0.3, 0.6], end: 0.75, gain: 0.25 },
  { preset: 'reach-v1', warm: [0.25, 0.6], end: 0.4, gain: 0.1 },
  { preset: 'sort-6-large-v1', warm: [0.3, 0.6], end: 0.6, gain: 0.2 },
  { preset: 'reverse-6-large-v1', warm: [0.1, 0.4], end: 0.4, gain: 0.2 },
])(
  '$preset gains at least $gain by reinforcement learning, mean of three seeds',
  async ({ preset, warm: [least, most], end: reached, gain }) => {
    const warm: number[] = [];
    const end: number[] = [];
    for (const seed of SEEDS) {
      const experiment = withLayer(presetExperiment(preset), { run: { seed } });
      const { engine } = await openEngine('wasm', policySpec(experiment, createTask(experiment)));
      const { accuracyWarm, accuracyEnd } = await runTo(UPDATES, { experiment, engine });
      engine.dispose();
      warm.push(accuracyWarm);
      end.push(accuracyEnd);
    }
    const gains = end.map((accuracy, i) => accuracy - warm[i]!);
    process.stdout.write(
      `${preset}: warm ${warm.join(' ')}; end ${end.join(' ')}; gain ${JSON.stringify(tInterval(gains))}\n`,
    );
    expect(mean(warm)).toBeGreaterThanOrEqual(least!);
    expect(mean(warm)).toBeLessThanOrEqual(most!);
    expect(mean(end)).toBeGreaterThanOrEqual(reached);
    expect(mean(gains)).toBeGreaterThanOrEqual(gain);
  },
  900_000,
);
