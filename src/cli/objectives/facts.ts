/**
 * Facts from JSON, as the README describes them, packed for an objective. Names are checked, lengths must agree, and what
 * the method needs must be there; masked positions may hold any number or null.
 */
import { z } from 'zod';
import { log } from '../../numerics/elementary.ts';
import type { Facts, Needs } from '../../learning/objectives/index.ts';
import { UsageError } from '../command.ts';
import { advantagesOf, type AdvantageWish, type RewardFacts } from './advantage.ts';

const cell = z.union([z.number(), z.null()]);
const tokens = z.array(cell).optional();
const sequenceSchema = z.strictObject({
  logp_theta: z.array(cell),
  logp_prox: tokens,
  logp_behave: tokens,
  logp_old: tokens,
  logp_ref: tokens,
  advantages: tokens,
  mask: z.array(z.union([z.literal(0), z.literal(1), z.boolean()])).optional(),
  staleness: tokens,
  values: tokens,
  values_old: tokens,
  rewards: tokens,
  reward: z.number().optional(),
  group: z.number().int().optional(),
  entropy: tokens,
  probs_behave: z.array(z.array(cell)).optional(),
  probs_theta: z.array(z.array(cell)).optional(),
});
const factsSchema = z.strictObject({
  sequences: z.array(sequenceSchema),
  max_length: z.number().int().nonnegative().optional(),
  entropy_history: z.array(z.number()).optional(),
  seed: z.number().int().nonnegative().optional(),
});

type Sequence = z.infer<typeof sequenceSchema>;
type TokenKey =
  | 'logp_prox'
  | 'logp_behave'
  | 'logp_old'
  | 'logp_ref'
  | 'values'
  | 'values_old'
  | 'rewards'
  | 'entropy'
  | 'staleness'
  | 'advantages';

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
  const { sequences, max_length: maxLength, entropy_history: history, seed } = parse(text);
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

function parse(text: string): z.infer<typeof factsSchema> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The facts are no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = factsSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`The facts at ${issue!.path.join('.') || 'the top'}: ${issue!.message}.`);
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

/** Flat arrays from sequences; null is −∞ for logarithms and refused elsewhere, but for masked positions. */
class Packing {
  readonly #sequences: readonly Sequence[];
  readonly #mask: Uint8Array;

  constructor(sequences: readonly Sequence[], mask: Uint8Array) {
    this.#sequences = sequences;
    this.#mask = mask;
  }

  all(key: TokenKey): boolean {
    return this.#sequences.length > 0 && this.#sequences.every((sequence) => sequence[key] !== undefined);
  }

  either(first: TokenKey, second: TokenKey): TokenKey {
    return !this.all(first) && this.all(second) ? second : first;
  }

  logp(key: TokenKey): Float64Array {
    return this.logs(key, (sequence, i) => this.#given(sequence, i, key));
  }

  logs(name: string, of: (sequence: Sequence, i: number) => readonly (number | null)[]): Float64Array {
    const flat = this.#sequences.flatMap((sequence, i) => [...of(sequence, i)]);
    return Float64Array.from(flat, (value, t) => {
      if (value !== null && value > 0 && this.#mask[t]) {
        throw new UsageError(`${name} holds ${value}; a log-probability is at most 0.`);
      }
      return value ?? -Infinity;
    });
  }

  numbers(key: TokenKey): Float64Array {
    const flat = this.#sequences.flatMap((sequence, i) => [...this.#given(sequence, i, key)]);
    return Float64Array.from(flat, (value, t) => {
      if (value === null && this.#mask[t]) throw new UsageError(`${key} holds null at a counted token.`);
      return value ?? 0;
    });
  }

  rewards(): Float64Array {
    return Float64Array.from(this.#sequences, ({ reward }, i) => {
      if (reward === undefined) throw new UsageError(`Sequence ${i} needs "reward".`);
      return reward;
    });
  }

  distributions(needs: Needs): NonNullable<Facts['distributions']> {
    const vocabulary =
      this.#sequences.find(({ probs_theta: rows }) => rows?.[0])?.probs_theta?.[0]?.length ?? 0;
    const rows = (key: 'probs_theta' | 'probs_behave'): Float64Array =>
      Float64Array.from(
        this.#sequences.flatMap((sequence, i) => {
          const own = sequence[key];
          if (own === undefined) throw new UsageError(`Sequence ${i} needs "${key}".`);
          return own.flatMap((row) => {
            if (row.length !== vocabulary) throw new UsageError(`${key} has rows of different lengths.`);
            return row.map((p) => log(Math.max(0, p ?? 0)));
          });
        }),
      );
    return {
      vocabulary,
      logpTheta: rows('probs_theta'),
      ...(needs.behaveDistributions && { logpBehave: rows('probs_behave') }),
    };
  }

  rewardFacts(tokens: Pick<RewardFacts, 'offsets' | 'logpTheta'>): RewardFacts {
    return {
      ...tokens,
      mask: this.#mask,
      given: () => (this.all('advantages') ? this.numbers('advantages') : undefined),
      rewards: () => this.rewards(),
      groups: () => this.groups(),
      tokenRewards: () => (this.all('rewards') ? this.numbers('rewards') : undefined),
      reference: () => this.logp('logp_ref'),
      distributions: () => this.distributions({}),
    };
  }

  groups(): Int32Array {
    return Int32Array.from(this.#sequences, ({ group }, i) => {
      if (group === undefined) throw new UsageError(`Sequence ${i} needs "group" to estimate advantages.`);
      return group;
    });
  }

  #given(sequence: Sequence, i: number, key: TokenKey): readonly (number | null)[] {
    const values = sequence[key];
    if (values === undefined) throw new UsageError(`Sequence ${i} needs "${key}".`);
    return values;
  }
}
