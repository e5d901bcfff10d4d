/** One batch of answers to an experiment's first prompts. */
import type { Experiment } from '../experiment/experiment.ts';
import type { RolloutActor, Weights } from '../runtime/actors/index.ts';
import type { Sample } from '../runtime/memory/index.ts';

export async function answersOf(
  rollout: RolloutActor,
  weights: Weights,
  { schedule }: Experiment,
): Promise<readonly Sample[]> {
  await rollout.load(weights);
  await rollout.begin(
    Array.from({ length: schedule.batchGroups }, (_, ticket) => ticket),
    0,
  );
  const samples: Sample[] = [];
  while (rollout.active) {
    for (const ticket of (await rollout.advance(0, 0)).finished) samples.push(...ticket.samples);
  }
  return samples;
}
