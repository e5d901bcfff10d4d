/**
 * The gradient of REINFORCE on answers of the past, against the on-policy gradient: on the default preset, on the WASM
 * engine, at one θ, by how many updates the sampler is behind it.
 *
 * Samplers are compared at the same θ: the preset's policy after 64 updates at lag 0, and what it was 0, 4, 16 and 64
 * updates before. So nothing but the age of the answers differs. (Runs that train at different lags have learnt different
 * things after as many updates: `lag.long.test.ts` measures those too.)
 *
 * At lag 0 both sides estimate the same gradient, and a plain cosine below 1 is noise. How many answers it takes to see that
 * is asked of a pilot of other answers: as many as make the plain cosine 0.975 on average, half-way from the claimed 0.95 to
 * 1 (`answersFor`). The other lags have fewer answers, which their intervals say: enough to tell them from lag 0, not always
 * from one another. That they fall among themselves is a statement about several seeds (`lag.long.test.ts`).
 */
import { expect, test } from 'vitest';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { answersFor } from './cosine.ts';
import { cosinesAtLags } from './cosines.ts';
import { onlyCosine, textOf, weightsAt } from './testing.ts';

const LAGS = [4, 16, 64] as const;
const UPDATE = 64;
const CLAIMED = 0.95;
const PILOT = 4096;
const OTHERS = 16_384;

const experiment = withLayer(presetExperiment('sort-4-v1'), {
  schedule: { mode: 'exact', exactLag: 0 },
  evaluation: { every: 1000 },
});
const { groupSize } = experiment.schedule;

test('REINFORCE points where the fresh gradient points at lag 0, and away from it at every other lag', async () => {
  const engine = await createWasmEngine(policySpec(experiment, createTask(experiment)), 'wasm');
  const weights = await weightsAt(
    experiment,
    engine,
    [0, ...LAGS].map((lag) => UPDATE - lag),
  );
  const at = (lag: number, answers: number) => ({
    sampler: weights.get(UPDATE - lag)!,
    lag,
    groups: Math.ceil(answers / groupSize),
  });
  const question = { engine, experiment, parameters: weights.get(UPDATE)!, methods: ['reinforce'] as const };
  const pilot = await cosinesAtLags({ ...question, batches: [at(0, PILOT)], fresh: PILOT, seed: 1 });
  const { norm, freshNorm } = onlyCosine(pilot[0]!);
  const needed = Math.max(
    answersFor(norm, PILOT, (1 + CLAIMED) / 2),
    answersFor(freshNorm, PILOT, (1 + CLAIMED) / 2),
  );
  const batches = [at(0, needed), ...LAGS.map((lag) => at(lag, OTHERS))];
  const reports = await cosinesAtLags({ ...question, batches, fresh: needed, seed: 2 });
  engine.dispose();

  const found = reports.map(onlyCosine);
  reports.forEach((report, n) =>
    process.stdout.write(`REINFORCE at lag ${[0, ...LAGS][n]!}: ${textOf(report)}\n`),
  );
  const [fresh, ...stale] = found;
  expect(fresh!.plain.value).toBeGreaterThan(CLAIMED);
  expect(fresh!.corrected!.low).toBeLessThan(1);
  expect(fresh!.corrected!.high).toBeGreaterThan(1);
  for (const { corrected } of stale) expect(corrected!.high).toBeLessThan(fresh!.corrected!.low);
}, 180_000);
