/** A batch of answers in blocks of whole prompt groups, in which it is scored and its gradient is taken. */
import type { Evaluation } from '../../learning/objectives/index.ts';
import type { AdamSettings, Engine } from '../../policy/engine.ts';
import {
  type Answer,
  concatenate,
  pack,
  type Packed,
  type PackedScores,
  scatter,
} from '../actors/packing.ts';
import { emptyOptimiser } from '../actors/warmStart.ts';
import { scoreAll } from '../actors/witness.ts';
import { BlockGradient } from './cosine.ts';
import type { Work } from './work.ts';

/** Consecutive answers, and which tokens of the whole batch are theirs. */
export interface Block<A extends Answer = Answer> {
  readonly packed: Packed<A>;
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts a batch into `count` blocks, or into as many as it has groups, of groups as equal in number as they can be. All
 * blocks have one shape.
 * @param groups group of each answer, those of a group side by side
 */
export function blocksOf<A extends Answer>(
  answers: readonly A[],
  groups: ArrayLike<number>,
  count: number,
  length: number,
): readonly Block<A>[] {
  const starts = answers.flatMap((_, i) => (i > 0 && groups[i] === groups[i - 1] ? [] : [i]));
  const blocks = Math.min(count, starts.length);
  const cut = (k: number): number => starts[Math.floor((k * starts.length) / blocks)] ?? answers.length;
  const parts = Array.from({ length: blocks }, (_, k) => answers.slice(cut(k), cut(k + 1)));
  const rows = Math.max(0, ...parts.map((part) => part.length));
  let from = 0;
  return parts.map((part) => {
    const packed = pack(part, rows, length);
    const block = { packed, from, to: from + packed.places.length };
    from = block.to;
    return block;
  });
}

/** Everything that θ says of the batch; a block is a piece of work. */
export async function scoreBlocks(
  engine: Engine,
  blocks: readonly Block[],
  temperature: number,
  work: Work,
): Promise<PackedScores> {
  const scores: PackedScores[] = [];
  for (const { packed } of blocks) {
    scores.push(await scoreAll(engine, packed, temperature));
    await work.done();
  }
  const joined = (of: (scores: PackedScores) => Float64Array): Float64Array => concatenate(scores.map(of));
  return {
    logprobs: joined(({ logprobs }) => logprobs),
    entropy: joined(({ entropy }) => entropy),
    distributions: joined(({ distributions }) => distributions!),
    ...(engine.spec.valueHead && { values: joined(({ values }) => values!) }),
  };
}

/**
 * The gradient by θ of an evaluated batch, block by block, each times the number of blocks: their mean is the gradient of
 * the whole. A block is a piece of work. @param evaluation of the whole batch at once
 */
export async function gradientOf(
  engine: Engine,
  blocks: readonly Block[],
  evaluation: Pick<Evaluation, 'gradient' | 'logitRows' | 'valueGradient'>,
  temperature: number,
  work: Work,
): Promise<BlockGradient> {
  const { gradient, logitRows, valueGradient } = evaluation;
  const { vocabulary } = engine.spec;
  const gradients: Float32Array[] = [];
  for (const { packed, from, to } of blocks) {
    const own = (rows: Float64Array, width = 1): Float32Array =>
      scatter(
        rows.subarray(from * width, to * width).map((value) => value * blocks.length),
        packed,
        width,
      );
    await engine.accumulate(packed.batch, {
      temperature,
      logprobs: own(gradient),
      ...(logitRows && { logits: own(logitRows, vocabulary) }),
      ...(valueGradient && { values: own(valueGradient) }),
    });
    gradients.push(await engine.readGradient());
    await engine.step(STAND);
    await work.done();
  }
  return new BlockGradient(gradients);
}

/** Has θ in the engine, and nothing of what was computed on it before. */
export async function takeOver(engine: Engine, parameters: Float32Array): Promise<void> {
  await engine.load('theta', parameters);
  await emptyOptimiser(engine);
  await engine.step(STAND);
}

/** A step of no length: it clears the gradient, and θ stays. */
const STAND: AdamSettings = { learningRate: 0, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, gradientClip: 0 };
