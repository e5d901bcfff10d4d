/** A batch that nobody asked for in time: what is known of it afterwards. Nothing is computed by a policy here. */
import type { LensFacts, LensMinibatch } from '../../learning/lens/contract.ts';
import { needsOf } from '../../learning/objectives/index.ts';
import type { Trained, TrainedBatch } from '../actors/batchDetails.ts';
import { visitSeed } from '../actors/visitFacts.ts';
import type { Capture } from './capture.ts';
import { lensAnswers, lensFacts } from './lensFacts.ts';

/** @param parameters θ as it was before the update, where that is kept */
export function knownOf(batch: TrainedBatch, parameters?: Float32Array): Capture {
  const { update, version, experiment } = batch;
  return {
    update,
    version,
    experiment,
    batch: {
      settings: experiment,
      minibatches: batch.minibatches.map((trained, order) => minibatchOf(trained, order, batch)),
    },
    ...(parameters && { parameters }),
    complete: false,
    unkept: 0,
  };
}

function minibatchOf(trained: Trained, order: number, { update, experiment }: TrainedBatch): LensMinibatch {
  const { samples, facts, entropy, coefficients, gates } = trained;
  const known: LensFacts = {
    // For the first visit θ is still as it was before the update.
    ...(order === 0 && { logpRecomputed: facts.logpTheta }),
    entropy,
    sequenceRewards: Float64Array.from(samples, ({ reward }) => reward),
    seed: visitSeed(experiment, update - 1, order),
    ...lensFacts(facts, needsOf(experiment)),
  };
  return { facts: known, trained: { coefficients, gates }, answers: lensAnswers(samples) };
}
