/** The default preset learns: three seeds, no threshold but the issue's own. Figures are printed. */
import { expect, it } from 'vitest';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { mean, tInterval } from '../../numerics/intervals.ts';
import { openEngine } from '../../policy/engines/open.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { runVirtual } from './run.ts';

const SEEDS = [1, 2, 3];
const UPDATES = 300;

it('sort-4-v1 gains at least 0.3 by reinforcement learning and ends at 0.8 or more, mean of three seeds', async () => {
  const warm: number[] = [];
  const end: number[] = [];
  for (const seed of SEEDS) {
    const preset = presetExperiment('sort-4-v1');
    const experiment = withLayer(preset, { run: { seed } });
    const { engine } = await openEngine('wasm', policySpec(experiment, createTask(experiment)));
    const { accuracyWarm, accuracyEnd } = await runVirtual({
      experiment,
      engine,
      hooks: {
        event: () => undefined,
        frame: () => undefined,
        gate: async ({ phase, update }) => (phase === 'running' && update >= UPDATES ? 'stop' : 'go'),
        experiment: () => experiment,
      },
    });
    engine.dispose();
    warm.push(accuracyWarm!);
    end.push(accuracyEnd!);
  }
  const gains = end.map((accuracy, i) => accuracy - warm[i]!);
  process.stdout.write(
    `warm ${warm.join(' ')}; end ${end.join(' ')}; gain ${JSON.stringify(tInterval(gains))}\n`,
  );
  expect(mean(warm)).toBeLessThanOrEqual(0.5);
  expect(mean(end)).toBeGreaterThanOrEqual(0.8);
  expect(mean(gains)).toBeGreaterThanOrEqual(0.3);
}, 600_000);
