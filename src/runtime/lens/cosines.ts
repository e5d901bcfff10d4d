/**
 * How far each method's gradient on a captured batch points where a fresh on-policy gradient points: both taken at the θ of
 * the capture, by backpropagation of exactly what the learner would have backpropagated.
 *
 * - the fresh one: answers of θ itself to other prompts, REINFORCE (`fresh.ts`), in blocks of whole prompt groups
 * - a method's: all answers of the batch as one optimiser batch, evaluated once at θ (`scored.ts`), its rows backpropagated
 *   in blocks of whole prompt groups, distributions and values included
 * - their cosine with its interval: `cosine.ts`
 *
 * `cosinesAtLags` does the same for batches that are sampled for it, as large as one likes, by weights of the past.
 *
 * The engine is the question's own: its θ, slots and optimiser are overwritten. The same question has the same answer.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { MethodName } from '../../learning/objectives/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { givenAgain } from './again.ts';
import { blocksOf, scoreBlocks, takeOver } from './blocks.ts';
import type { Capture } from './capture.ts';
import { BLOCKS, compareMethods, freshGradient, freshPieces, type MethodCosine } from './compare.ts';
import { type PastBatch, pastBatch, pastPieces } from './pastBatch.ts';
import { factsAt } from './scored.ts';
import { type Watcher, Work } from './work.ts';

export type { MethodCosine } from './compare.ts';

/** Fresh answers where nothing else is said: sixteen default batches. */
const FRESH_ANSWERS = 4096;

export interface CosineReport {
  /** Answers of the batch, and of the fresh one. */
  readonly answers: number;
  readonly fresh: number;
  readonly methods: readonly MethodCosine[];
}

interface Question extends Watcher {
  /** Made for the experiment's policy. */
  readonly engine: Engine;
  readonly methods: readonly MethodName[];
  readonly seed: number;
  /** Fresh answers; made up to whole prompts, and at least two of these. */
  readonly fresh?: number;
}

export interface CosineQuestion extends Question {
  readonly capture: Capture;
}

export interface LagsQuestion extends Question {
  readonly experiment: Experiment;
  /** θ */
  readonly parameters: Float32Array;
  /** All are compared with the same fresh gradient. */
  readonly batches: readonly PastBatch[];
}

/**
 * @throws Error where θ or the answers of the capture are not known, or it has fewer than two prompts · the signal's
 *   reason where it is aborted
 */
export async function measureCosines(question: CosineQuestion): Promise<CosineReport> {
  const { engine, capture, methods } = question;
  const { experiment, parameters } = capture;
  if (parameters === undefined) throw new Error('the weights before this update are not known');
  const { answers, given } = givenAgain(capture);
  const blocks = blocksOf(answers, given.groups, BLOCKS, engine.spec.maxLength);
  const groups = freshGroups(question, experiment);
  const work = new Work(freshPieces(experiment, groups) + (1 + methods.length) * blocks.length, question);
  const means = { engine, experiment, work };
  await takeOver(engine, parameters);
  const { temperature } = experiment.rollout;
  const scores = await scoreBlocks(engine, blocks, temperature, work);
  const batch = { blocks, facts: factsAt(given, scores, engine.spec.vocabulary) };
  const fresh = await freshGradient(means, { parameters, groups, seed: freshSeed(question) });
  const { groupSize } = experiment.schedule;
  return {
    answers: answers.length,
    fresh: groups * groupSize,
    methods: await compareMethods(means, batch, methods, fresh),
  };
}

/**
 * The same on answers that weights of the past give for it: one report a batch. Batches have other prompts than the fresh
 * answers, and the same as one another, so that what differs between them is who answered.
 * @throws the signal's reason where it is aborted
 */
export async function cosinesAtLags(question: LagsQuestion): Promise<readonly CosineReport[]> {
  const { engine, experiment, parameters, batches, methods, seed } = question;
  const groups = freshGroups(question, experiment);
  const pieces = batches.map((batch) => pastPieces(batch, methods.length));
  const work = new Work(
    pieces.reduce((sum, own) => sum + own, freshPieces(experiment, groups)),
    question,
  );
  const means = { engine, experiment, work };
  await takeOver(engine, parameters);
  const fresh = await freshGradient(means, { parameters, groups, seed: freshSeed(question) });
  const { groupSize } = experiment.schedule;
  const reports: CosineReport[] = [];
  for (const past of batches) {
    const batch = await pastBatch(means, past, methods, 2 * seed + 1);
    reports.push({
      answers: past.groups * groupSize,
      fresh: groups * groupSize,
      methods: await compareMethods(means, batch, methods, fresh),
    });
  }
  return reports;
}

/** The answers of the past and the fresh ones are to other prompts. */
function freshSeed({ seed }: Question): number {
  return 2 * seed;
}

function freshGroups({ fresh = FRESH_ANSWERS }: Question, { schedule }: Experiment): number {
  return Math.max(2, Math.ceil(fresh / schedule.groupSize));
}
