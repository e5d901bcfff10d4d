/**
 * Facts for tests that think of a token by its probabilities, with every optional fact that any method reads. Used by
 * `*.test.ts` only.
 */
import { log } from '../../numerics/elementary.ts';
import type { Facts } from '../objectives/contract.ts';
import { pack } from './facts.ts';

export interface ProbableToken {
  /** π_θ(y) */
  readonly theta: number;
  /** μ(y) */
  readonly mu: number;
  /** π_p(y); μ(y) when left out. */
  readonly prox?: number;
  readonly A: number;
  /** Staleness. */
  readonly d?: number;
  readonly masked?: boolean;
}

/** Symbols; the token's own is the first, the others share what it leaves. */
const VOCABULARY = 3;

/** Sequences of such tokens. The reference is θ itself, rewards and values are 0, ℓ_old is ℓp. */
export function probable(sequences: readonly (readonly ProbableToken[])[]): Facts {
  const tokens = sequences.flat();
  const facts = pack(
    sequences.map((sequence) =>
      sequence.map(({ theta, mu, prox = mu, A, d = 0, masked = false }) => ({
        theta: log(theta),
        behave: log(mu),
        prox: log(prox),
        A,
        staleness: d,
        masked,
      })),
    ),
  );
  const rows = (of: (token: ProbableToken) => number): Float64Array =>
    Float64Array.from(
      tokens.flatMap((token) => [of(token), ...new Array<number>(VOCABULARY - 1).fill((1 - of(token)) / 2)]),
      log,
    );
  return {
    ...facts,
    logpOld: facts.logpProx!,
    logpRef: facts.logpTheta,
    values: new Float64Array(tokens.length),
    rewards: new Float64Array(tokens.length),
    entropyHistory: Float64Array.of(1),
    sequenceRewards: new Float64Array(sequences.length),
    groups: Int32Array.from(sequences, (_, i) => i),
    distributions: {
      vocabulary: VOCABULARY,
      logpTheta: rows(({ theta }) => theta),
      logpBehave: rows(({ mu }) => mu),
    },
    seed: 1,
  };
}

/** A sequence for each token, so that what looks at sequences sees one token alone. */
export function alone(tokens: readonly ProbableToken[]): Facts {
  return probable(tokens.map((token) => [token]));
}
