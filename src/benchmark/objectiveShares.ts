/**
 * What each objective costs in an update of the default preset. All on one learner, in turns, on the same answers, every
 * other one of which is taken for right.
 */
import { defaultExperiment } from '../experiment/defaults.ts';
import { withLayer } from '../experiment/presets/index.ts';
import { type MethodName, objectives } from '../learning/objectives/index.ts';
import { median } from '../numerics/quantiles.ts';
import { createWasmEngine } from '../policy/engines/wasm/index.ts';
import { policySpec } from '../policy/specOf.ts';
import { createLearnerActor, createRolloutActor } from '../runtime/actors/index.ts';
import { createTask } from '../tasks/index.ts';
import { alternate, type Effort, type Surroundings } from './alternate.ts';
import { answersOf } from './answers.ts';
import { EngineClock } from './engineClock.ts';

export interface ObjectiveShare {
  readonly name: MethodName;
  /** Median milliseconds per update. */
  readonly ms: { readonly engine: number; readonly objective: number; readonly diagnostics: number };
  /** The objective as a share of the three. */
  readonly of_update: number;
}

export interface ObjectiveShares {
  /** The one with the largest share. */
  readonly dearest: ObjectiveShare;
  readonly of_update: Readonly<Record<MethodName, number>>;
}

export async function measureObjectives(
  effort: Effort,
  surroundings: Surroundings,
): Promise<ObjectiveShares> {
  // Some objectives need a value head. The step is too short to take θ away from the answers.
  const experiment = withLayer(defaultExperiment(), {
    policy: { valueHead: true },
    optimiser: { learningRate: 1e-6 },
  });
  const task = createTask(experiment);
  const { now } = surroundings;
  const clock = new EngineClock(await createWasmEngine(policySpec(experiment, task), 'wasm'), now);
  const learner = createLearnerActor(clock.engine, task, experiment);
  await learner.initialise();
  const rollout = createRolloutActor(clock.engine, task, experiment, 0, 'snapshot-0');
  const weights = { version: 0, update: 0, parameters: await learner.parameters() };
  const answers = await answersOf(rollout, weights, experiment);
  rollout.dispose();
  const samples = answers.map((sample) => ({ ...sample, reward: sample.member % 2 }));
  let update = 0;
  const names = Object.keys(objectives) as MethodName[];
  const entrants = names.map((name) => {
    const own = withLayer(experiment, { objective: { name } });
    return {
      run: async (): Promise<readonly number[]> => {
        learner.configure(own);
        const [inEngine, toGradient] = [clock.total, clock.toGradient];
        const began = now();
        await learner.update(samples, { update: update++, version: 0, dropped: [] });
        const engine = clock.total - inEngine;
        const objective = clock.toGradient - toGradient;
        return [engine, objective, now() - began - engine - objective];
      },
    };
  });
  const times = await alternate(entrants, effort, surroundings);
  learner.dispose();
  clock.engine.dispose();
  const shares = names.map((name, i): ObjectiveShare => {
    const [engine, objective, diagnostics] = times[i]!.map((rounds) => median(rounds)) as [
      number,
      number,
      number,
    ];
    return {
      name,
      ms: { engine, objective, diagnostics },
      of_update: objective / (engine + objective + diagnostics),
    };
  });
  return {
    dearest: shares.reduce((most, one) => (one.of_update > most.of_update ? one : most)),
    of_update: Object.fromEntries(shares.map(({ name, of_update: share }) => [name, share])) as Record<
      MethodName,
      number
    >,
  };
}
