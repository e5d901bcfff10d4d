/** A batch as large as one likes, sampled by weights of the past, as the learner would have found it at a later θ. */
import { withMethod } from '../../learning/lens/evaluate.ts';
import { type MethodName, needsOf } from '../../learning/objectives/index.ts';
import { createTask } from '../../tasks/index.ts';
import { pack, perToken } from '../actors/packing.ts';
import { PastWeights } from '../actors/pastWeights.ts';
import { provide } from '../actors/provisions.ts';
import { trainedMask, visitSeed } from '../actors/visitFacts.ts';
import { blocksOf, scoreBlocks } from './blocks.ts';
import { BLOCKS, type Means } from './compare.ts';
import { earnedAnswers, looksAtTokens, piecesOf, sampleAnswers } from './fresh.ts';
import { factsAt, type ScoredBatch } from './scored.ts';

export interface PastBatch {
  /** μ: the weights that sample. */
  readonly sampler: Float32Array;
  /** How many versions θ is ahead of them. */
  readonly lag: number;
  /** Prompts; at least two. */
  readonly groups: number;
}

/** Pieces of work, the comparison of so many methods included. */
export function pastPieces({ groups }: PastBatch, methods: number): number {
  return piecesOf(groups) + (1 + methods) * Math.min(BLOCKS, groups);
}

/**
 * The engine must hold θ. There is no reference, no averaged policy and no past entropy: these belong to a run.
 * @param methods that will be evaluated on it: what they need is computed
 * @param seed names the prompts and the draws
 */
export async function pastBatch(
  { engine, experiment, work }: Means,
  { sampler, lag, groups: count }: PastBatch,
  methods: readonly MethodName[],
  seed: number,
): Promise<ScoredBatch> {
  const task = createTask(experiment);
  const { temperature, precision } = experiment.rollout;
  const { maxLength, vocabulary } = engine.spec;
  const samples = await sampleAnswers({
    ...{ engine, task, experiment, work, seed },
    parameters: sampler,
    groups: count,
  });
  const groups = Int32Array.from(samples, ({ group }) => group);
  const packed = pack(samples, samples.length, maxLength);
  const all = methods.map((method) => needsOf(withMethod(experiment, method)));
  const needs = {
    old: all.some(({ old, prox }) => old === true || prox === 'old'),
    behaveDistributions: all.some(({ behaveDistributions }) => behaveDistributions === true),
  };
  // Answers are stamped with version 0.
  const past = new PastWeights([{ version: 0, parameters: sampler }]);
  const { old, behaveRows } = await provide(engine, past, packed, { needs, temperature, precision });
  const blocks = blocksOf(samples, groups, BLOCKS, maxLength);
  const scores = await scoreBlocks(engine, blocks, temperature, work);
  const { advantages, rewards } = earnedAnswers(
    samples,
    experiment,
    task,
    looksAtTokens(experiment) ? scores : undefined,
  );
  const given = {
    offsets: packed.offsets,
    mask: trainedMask(packed, experiment, { endToken: task.endToken, longest: task.maxResponseLength }),
    logpBehave: perToken(packed, (sample) => sample.behaveLogprobs),
    advantage: advantages,
    rewards,
    staleness: new Int32Array(packed.places.length).fill(lag),
    groups,
    sequenceRewards: Float64Array.from(samples, ({ reward }) => reward),
    maxLength: task.maxResponseLength,
    seed: visitSeed(experiment, seed, 0),
    ...(old && { logpOld: old }),
    ...(behaveRows && { behaveRows }),
  };
  return { blocks, facts: factsAt(given, scores, vocabulary) };
}
