/**
 * The answers of a capture as one batch, each once, by group and member, with what does not change while θ does: what the
 * sampler recorded, other policies' scores, and what the answers earned.
 */
import type { LensFacts, LensMinibatch } from '../../learning/lens/contract.ts';
import { type Answer, concatenate, select } from '../actors/packing.ts';
import type { Capture } from './capture.ts';
import type { Given } from './scored.ts';

/** Where an answer is. */
interface Place {
  readonly minibatch: LensMinibatch;
  readonly index: number;
  readonly group: number;
  readonly member: number;
}

/**
 * Seed and entropies of the past are those of the first minibatch. The averaged policy moves with every step, so that it
 * is known of the whole batch only where that was one step.
 * @throws Error for a batch without answers
 */
export function givenAgain({ batch }: Pick<Capture, 'batch'>): {
  readonly answers: readonly Answer[];
  readonly given: Given;
} {
  const { minibatches } = batch;
  const places = placesOf(minibatches);
  const first = minibatches[0]!.facts;
  const known = (of: (facts: LensFacts) => unknown): boolean =>
    minibatches.every(({ facts }) => of(facts) !== undefined);
  /** One column of all tokens; nothing where a minibatch has none. */
  const tokens = (of: (facts: LensFacts) => Float64Array | undefined, width = 1): Float64Array | undefined =>
    known(of)
      ? concatenate(
          places.map(({ minibatch: { facts }, index }) => select(of(facts)!, facts.offsets, [index], width)),
        )
      : undefined;
  const offsets = offsetsOf(places);
  return {
    answers: places.map(answerAt),
    given: {
      offsets,
      mask: Uint8Array.from(tokens(({ mask }) => Float64Array.from(mask))!),
      advantage: tokens(({ advantage }) => advantage)!,
      groups: Int32Array.from(places, ({ group }) => group),
      maxLength: first.maxLength,
      ...present({
        logpBehave: tokens(({ logpBehave }) => logpBehave),
        logpOld: tokens(({ logpOld }) => logpOld),
        logpRef: tokens(({ logpRef }) => logpRef),
        logpAveraged: minibatches.length === 1 ? first.logpAveraged : undefined,
        rewards: tokens(({ rewards }) => rewards),
        behaveRows: tokens(
          ({ distributions }) => distributions?.logpBehave,
          first.distributions?.vocabulary ?? 0,
        ),
        staleness: known(({ staleness }) => staleness)
          ? Int32Array.from(tokens(({ staleness }) => Float64Array.from(staleness!))!)
          : undefined,
        sequenceRewards: known(({ sequenceRewards }) => sequenceRewards)
          ? Float64Array.from(places, ({ minibatch, index }) => minibatch.facts.sequenceRewards![index]!)
          : undefined,
        entropyHistory: first.entropyHistory,
        seed: first.seed,
      }),
    },
  };
}

function placesOf(minibatches: readonly LensMinibatch[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const minibatch of minibatches) {
    const { answers } = minibatch;
    if (answers === undefined) throw new Error('the batch has no answers that could be scored again');
    answers.group.forEach((group, index) => {
      const member = answers.member[index]!;
      const name = `${group} ${member}`;
      if (!places.has(name)) places.set(name, { minibatch, index, group, member });
    });
  }
  return [...places.values()].sort((a, b) => a.group - b.group || a.member - b.member);
}

function answerAt({ minibatch: { facts, answers }, index }: Place): Answer {
  const { promptTokens, promptOffsets, tokens } = answers!;
  const prompt = promptTokens.subarray(promptOffsets[index], promptOffsets[index + 1]);
  const response = tokens.subarray(facts.offsets[index], facts.offsets[index + 1]);
  return {
    tokens: Int32Array.from([...prompt, ...response]),
    promptLength: prompt.length,
    length: prompt.length + response.length,
  };
}

function offsetsOf(places: readonly Place[]): Int32Array {
  const offsets = new Int32Array(places.length + 1);
  places.forEach(({ minibatch: { facts }, index }, i) => {
    offsets[i + 1] = offsets[i]! + facts.offsets[index + 1]! - facts.offsets[index]!;
  });
  return offsets;
}

/** What of these there is. */
function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
