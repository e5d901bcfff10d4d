/**
 * Facts from JSON, as the README describes them, packed for an objective. Names are checked, lengths must agree, and what
 * the method needs must be there; masked positions may hold any number or null.
 */
import type { Facts, Needs } from '../../learning/objectives/index.ts';
import { UsageError } from '../command.ts';
import { advantagesOf, type AdvantageWish } from './advantage.ts';
import { Packing } from './packing.ts';
import { parseFacts, type Sequence } from './schema.ts';

export interface ReadFacts {
  readonly facts: Facts;
  /** Per-token numbers, sequence by sequence; with a width, a row a token. */
  split(values: ArrayLike<number>, width?: number): number[][] | number[][][];
}

/**
 * @param needs what the method reads
 * @param wish which advantages, where they are not given
 * @throws UsageError that names the sequence and the fact
 */
export function readFacts(
  text: string,
  needs: Needs,
  wish: AdvantageWish,
): ReadFacts & {
  split(values: ArrayLike<number>): number[][];
} {
  const { sequences, max_length: maxLength, entropy_history: history, seed } = parseFacts(text);
  sequences.forEach(checkLengths);
  const offsets = new Int32Array(sequences.length + 1);
  sequences.forEach((sequence, i) => (offsets[i + 1] = offsets[i]! + sequence.logp_theta.length));
  const mask = Uint8Array.from(
    sequences.flatMap(({ mask: own, logp_theta: theta }) => own?.map(Number) ?? theta.map(() => 1)),
  );
  const packed = new Packing(sequences, mask);
  const logpTheta = packed.logs('logp_theta', (sequence) => sequence.logp_theta);
  const facts: Facts = {
    offsets,
    mask,
    logpTheta,
    advantage: advantagesOf(packed.rewardFacts({ offsets, logpTheta }), wish),
    maxLength: maxLength ?? Math.max(1, ...sequences.map(({ logp_theta: theta }) => theta.length)),
    ...((needs.behave || packed.all('logp_behave')) && { logpBehave: packed.logp('logp_behave') }),
    ...(needs.prox && {
      logpProx: packed.logp(
        needs.prox === 'old'
          ? packed.either('logp_old', 'logp_prox')
          : packed.either('logp_prox', 'logp_old'),
      ),
    }),
    ...((needs.old || packed.all('logp_old')) && { logpOld: packed.logp('logp_old') }),
    ...((needs.reference || packed.all('logp_ref')) && { logpRef: packed.logp('logp_ref') }),
    ...((needs.staleness || packed.all('staleness')) && {
      staleness: Int32Array.from(packed.numbers('staleness')),
    }),
    ...(needs.values && { values: packed.numbers('values'), rewards: packed.numbers('rewards') }),
    ...(packed.all('values_old') && { valuesOld: packed.numbers('values_old') }),
    ...((needs.entropy || packed.all('entropy')) && { entropy: packed.numbers('entropy') }),
    ...(needs.sequenceRewards && { sequenceRewards: packed.rewards() }),
    ...(history && { entropyHistory: Float64Array.from(history) }),
    ...((needs.distributions || needs.behaveDistributions) && { distributions: packed.distributions(needs) }),
    groups: Int32Array.from(sequences, ({ group }, i) => group ?? i),
    seed: seed ?? 1,
  };
  if (needs.entropyHistory && !history)
    throw new UsageError('The facts need "entropy_history": mean past entropies by position.');
  return {
    facts,
    split: ((values: ArrayLike<number>, width?: number) =>
      sequences.map((_, i) =>
        Array.from({ length: offsets[i + 1]! - offsets[i]! }, (_unused, k) => {
          const t = offsets[i]! + k;
          return width === undefined
            ? values[t]!
            : Array.from({ length: width }, (_row, v) => values[t * width + v]!);
        }),
      )) as ReadFacts['split'] & ((values: ArrayLike<number>) => number[][]),
  };
}

function checkLengths(sequence: Sequence, i: number): void {
  const length = sequence.logp_theta.length;
  for (const [name, value] of Object.entries(sequence)) {
    if (Array.isArray(value) && value.length !== length) {
      throw new UsageError(
        `Sequence ${i}: ${name} has ${value.length} entries, but logp_theta has ${length}.`,
      );
    }
  }
}
