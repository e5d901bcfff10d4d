/** Sequences as flat arrays. What stands at masked positions is not read: it is 0 in what is packed. */
import { log } from '../../numerics/elementary.ts';
import type { Facts, Needs } from '../../learning/objectives/index.ts';
import { UsageError } from '../command.ts';
import type { RewardFacts } from './advantage.ts';
import type { Sequence } from './schema.ts';

/** Rows that were written in single precision, or with few digits, still pass. */
const SUM_TOLERANCE = 1e-3;

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

/** null is −∞ in a logarithm and 0 in a distribution, and refused elsewhere. */
export class Packing {
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
    return this.#pack(name, of, (value) => {
      if (value !== null && value > 0)
        throw new UsageError(`holds ${value}; a log-probability is at most 0.`);
      return value ?? -Infinity;
    });
  }

  numbers(key: TokenKey): Float64Array {
    return this.#pack(
      key,
      (sequence, i) => this.#given(sequence, i, key),
      (value) => {
        if (value === null) throw new UsageError('holds null at a counted token.');
        if (key === 'staleness' && !Number.isInteger(value))
          throw new UsageError(`holds ${value}; versions are whole numbers.`);
        return value;
      },
    );
  }

  rewards(): Float64Array {
    return Float64Array.from(this.#sequences, ({ reward }, i) => {
      if (reward === undefined) throw new UsageError(`Sequence ${i} needs "reward".`);
      return reward;
    });
  }

  distributions(needs: Needs): NonNullable<Facts['distributions']> {
    const vocabulary = Math.max(
      0,
      ...this.#sequences.map(({ probs_theta: rows }) =>
        Math.max(0, ...(rows ?? []).map((row) => row.length)),
      ),
    );
    return {
      vocabulary,
      logpTheta: this.#rows('probs_theta', vocabulary),
      ...(needs.behaveDistributions && { logpBehave: this.#rows('probs_behave', vocabulary) }),
    };
  }

  /** Logarithms of distributions; 0 at masked positions, whatever stands there. */
  #rows(key: 'probs_theta' | 'probs_behave', vocabulary: number): Float64Array {
    const rows = new Float64Array(this.#mask.length * vocabulary);
    let t = 0;
    this.#sequences.forEach((sequence, i) => {
      const own = sequence[key];
      if (own === undefined) throw new UsageError(`Sequence ${i} needs "${key}".`);
      for (const [n, row] of own.entries()) {
        const at = t++ * vocabulary;
        if (this.#mask[t - 1] === 0) continue;
        const where = `Sequence ${i}: row ${n} of ${key}`;
        if (row.length !== vocabulary)
          throw new UsageError(`${where} has ${row.length} entries, but the longest has ${vocabulary}.`);
        const sum = row.reduce<number>((total, p) => total + (p ?? 0), 0);
        if (row.some((p) => p !== null && p < 0) || Math.abs(sum - 1) > SUM_TOLERANCE)
          throw new UsageError(`${where} is no distribution; its entries add up to ${sum}.`);
        row.forEach((p, k) => (rows[at + k] = log(p ?? 0)));
      }
    });
    return rows;
  }

  rewardFacts(tokens: Pick<RewardFacts, 'offsets' | 'logpTheta'>): RewardFacts {
    return {
      ...tokens,
      mask: this.#mask,
      given: () =>
        this.#sequences.length === 0 || this.all('advantages') ? this.numbers('advantages') : undefined,
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

  /** @param read a value at a counted token; what it throws is told with the place */
  #pack(
    name: string,
    of: (sequence: Sequence, i: number) => readonly (number | null)[],
    read: (value: number | null) => number,
  ): Float64Array {
    const packed = new Float64Array(this.#mask.length);
    let t = 0;
    this.#sequences.forEach((sequence, i) => {
      for (const [n, value] of of(sequence, i).entries()) {
        const at = t++;
        if (this.#mask[at] === 0) continue;
        try {
          packed[at] = read(value);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          throw new UsageError(`Sequence ${i}, token ${n}: ${name} ${error.message}`);
        }
      }
    });
    return packed;
  }

  #given(sequence: Sequence, i: number, key: TokenKey): readonly (number | null)[] {
    const values = sequence[key];
    if (values === undefined) throw new UsageError(`Sequence ${i} needs "${key}".`);
    return values;
  }
}
