/** The two sides of a comparison at one θ, which the engine holds: a fresh on-policy gradient, and methods' on a batch. */
import type { Experiment } from '../../experiment/experiment.ts';
import { withMethod } from '../../learning/lens/evaluate.ts';
import { factsFor } from '../../learning/lens/facts.ts';
import { evaluateObjective, type MethodName } from '../../learning/objectives/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createTask } from '../../tasks/index.ts';
import { blocksOf, gradientOf, scoreBlocks } from './blocks.ts';
import { type BlockGradient, type Cosine, cosineOf } from './cosine.ts';
import { freshEvaluation, looksAtTokens, piecesOf, sampleAnswers, untruncated } from './fresh.ts';
import type { ScoredBatch } from './scored.ts';
import type { Work } from './work.ts';

/**
 * Blocks that a batch is cut into where it has as many groups. More would cost little but gain little: t for 15 degrees of
 * freedom is 2.13, for infinitely many 1.96.
 */
export const BLOCKS = 16;

export type MethodCosine =
  | { readonly method: MethodName; readonly cosine: Cosine }
  /** @property missing words that follow the method's name, as in "needs a value head" */
  | { readonly method: MethodName; readonly missing: string };

export interface Means {
  readonly engine: Engine;
  readonly experiment: Experiment;
  readonly work: Work;
}

/** Pieces of work of a fresh gradient. */
export function freshPieces(experiment: Experiment, groups: number): number {
  const blocks = Math.min(BLOCKS, groups);
  return piecesOf(groups) + (looksAtTokens(experiment) ? 2 : 1) * blocks;
}

/**
 * The gradient of REINFORCE on answers of θ itself.
 * @param parameters θ
 * @param seed names the prompts and the draws
 */
export async function freshGradient(
  { engine, experiment, work }: Means,
  { parameters, groups, seed }: { parameters: Float32Array; groups: number; seed: number },
): Promise<BlockGradient> {
  const task = createTask(experiment);
  const { temperature } = experiment.rollout;
  const own = untruncated(experiment);
  const samples = await sampleAnswers({ engine, task, experiment: own, parameters, groups, seed, work });
  const of = samples.map(({ group }) => group);
  const blocks = blocksOf(samples, of, BLOCKS, engine.spec.maxLength);
  const scores = looksAtTokens(experiment) ? await scoreBlocks(engine, blocks, temperature, work) : undefined;
  const evaluation = freshEvaluation(samples, experiment, task, scores);
  return gradientOf(engine, blocks, evaluation, temperature, work);
}

/** Each method's gradient on the batch against a fresh one. */
export async function compareMethods(
  { engine, experiment, work }: Means,
  { facts, blocks }: ScoredBatch,
  methods: readonly MethodName[],
  fresh: BlockGradient,
): Promise<readonly MethodCosine[]> {
  const found: MethodCosine[] = [];
  for (const method of methods) {
    const settings = withMethod(experiment, method);
    const own = factsFor(settings, facts);
    if ('missing' in own) {
      found.push({ method, missing: own.missing });
      await work.done(blocks.length);
      continue;
    }
    const evaluation = evaluateObjective(own.facts, settings);
    const gradient = await gradientOf(engine, blocks, evaluation, experiment.rollout.temperature, work);
    const cosine = cosineOf(gradient, fresh);
    found.push(cosine ? { method, cosine } : { method, missing: whyNone(gradient) });
  }
  return found;
}

function whyNone(gradient: BlockGradient): string {
  if (!Number.isFinite(gradient.square)) return 'has a gradient that is not finite';
  return gradient.square > 0
    ? 'has nothing to be compared with: the fresh gradient is zero, as all answers to a prompt earned the same'
    : 'has a gradient of zero on this batch';
}
