/**
 * How the cosine of REINFORCE with the fresh on-policy gradient falls with lag on the default preset, over seeds: at the same
 * θ, where nothing but the age of the answers differs, and in runs that train at that lag, which learn different policies.
 * There it does not fall from every lag to the next: at 64 updates of lag a policy learns so little that what it was 64
 * updates before is nearly what it is.
 */
import { expect, test } from 'vitest';
import type { Experiment } from '../../experiment/experiment.ts';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { type Interval, tInterval } from '../../numerics/intervals.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { cosinesAtLags } from './cosines.ts';
import { onlyCosine, textOf, weightsAt } from './testing.ts';

const LAGS = [0, 4, 16, 64] as const;
const ANSWERS = 16_384;
/** Fewer runs are needed to say what runs at one lag are like than how lags differ. */
const SEEDS = { sameWeights: 10, ownRuns: 4 };

function experimentOf(seed: number, exactLag: number): Experiment {
  return withLayer(presetExperiment('sort-4-v1'), {
    run: { seed },
    schedule: { mode: 'exact', exactLag },
    evaluation: { every: 1000 },
  });
}

/** Corrected cosines by lag. @param update of a run at `exactLag`, whose weights of `lags` updates before sample */
async function corrected(
  seed: number,
  exactLag: number,
  update: number,
  lags: readonly number[],
): Promise<readonly number[]> {
  const experiment = experimentOf(seed, exactLag);
  const { groupSize } = experiment.schedule;
  const engine = await createWasmEngine(policySpec(experiment, createTask(experiment)), 'wasm');
  const weights = await weightsAt(
    experiment,
    engine,
    [0, ...lags].map((lag) => update - lag),
  );
  const reports = await cosinesAtLags({
    engine,
    experiment,
    parameters: weights.get(update)!,
    batches: lags.map((lag) => ({ sampler: weights.get(update - lag)!, lag, groups: ANSWERS / groupSize })),
    methods: ['reinforce'],
    fresh: ANSWERS,
    seed: 1,
  });
  engine.dispose();
  return reports.map((report, n) => {
    say(`seed ${seed}, update ${update}, lag ${lags[n]!}: ${textOf(report)}`);
    const { corrected: found } = onlyCosine(report);
    if (found === undefined) throw new Error('lost in noise');
    return found.value;
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** t intervals over seeds. @param found one list a seed, by lag */
function pooled(found: readonly (readonly number[])[], of: (byLag: readonly number[]) => number): Interval {
  return tInterval(found.map(of));
}

function text({ mean, low, high, n }: Interval): string {
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] over ${n} seeds`;
}

test('at the same θ: over 0.95 at lag 0, and lower the older the answers', async () => {
  const found: (readonly number[])[] = [];
  for (let seed = 1; seed <= SEEDS.sameWeights; seed++) found.push(await corrected(seed, 0, 64, LAGS));
  const byLag = LAGS.map((_, n) => pooled(found, (values) => values[n]!));
  byLag.forEach((interval, n) => say(`same weights, lag ${LAGS[n]!}: ${text(interval)}`));
  const falls = LAGS.slice(1).map((_, n) => pooled(found, (values) => values[n]! - values[n + 1]!));
  falls.forEach((fall, n) =>
    say(`same weights, fall from lag ${LAGS[n]!} to ${LAGS[n + 1]!}: ${text(fall)}`),
  );
  const whole = pooled(found, (values) => values[1]! - values.at(-1)!);
  say(`same weights, fall from lag ${LAGS[1]} to ${LAGS.at(-1)!}: ${text(whole)}`);
  expect(byLag[0]!.low).toBeGreaterThan(0.95);
  expect(falls[0]!.low).toBeGreaterThan(0);
  expect(whole.low).toBeGreaterThan(0);
}, 1_200_000);

test('in runs that train at their own lag: over 0.95 at lag 0', async () => {
  const found: (readonly number[])[] = [];
  for (let seed = 1; seed <= SEEDS.ownRuns; seed++) {
    const values: number[] = [];
    for (const lag of LAGS) values.push(...(await corrected(seed, lag, 128, [lag])));
    found.push(values);
  }
  const byLag = LAGS.map((_, n) => pooled(found, (values) => values[n]!));
  byLag.forEach((interval, n) => say(`own run, lag ${LAGS[n]!}: ${text(interval)}`));
  expect(byLag[0]!.low).toBeGreaterThan(0.95);
}, 1_200_000);
