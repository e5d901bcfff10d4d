/**
 * Facts for tests: by hand, token by token, and at random with everything that makes a batch awkward. Used by
 * `*.test.ts` only.
 */
import { normal, STREAM, uniform } from '../../numerics/random.ts';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { type MethodGroup, settings, type SettingValues } from '../../experiment/settings/index.ts';
import { rowsAround } from '../lens/index.ts';
import type { Facts, LearningSettings, MethodName, Objective, TokenTerms } from '../objectives/contract.ts';
import { methodSettings, objectives } from '../objectives/index.ts';

export interface TokenFacts {
  readonly theta: number;
  readonly prox?: number;
  readonly behave?: number;
  readonly A: number;
  readonly staleness?: number;
  readonly masked?: boolean;
}

/** Packs sequences of tokens. Log-probabilities that a token does not name are its ℓθ. */
export function pack(sequences: readonly (readonly TokenFacts[])[], maxLength = 8): Facts {
  const offsets = [0];
  for (const sequence of sequences) offsets.push(offsets.at(-1)! + sequence.length);
  const tokens = sequences.flat();
  return {
    offsets: Int32Array.from(offsets),
    mask: Uint8Array.from(tokens, (token) => (token.masked ? 0 : 1)),
    logpTheta: Float64Array.from(tokens, (token) => token.theta),
    logpProx: Float64Array.from(tokens, (token) => token.prox ?? token.theta),
    logpBehave: Float64Array.from(tokens, (token) => token.behave ?? token.theta),
    advantage: Float64Array.from(tokens, (token) => token.A),
    staleness: Int32Array.from(tokens, (token) => token.staleness ?? 0),
    maxLength,
  };
}

/** The facts, some of the optional ones left out. */
export function without(facts: Facts, ...left: (keyof Facts)[]): Facts {
  const kept = Object.entries(facts).filter(([fact]) => !(left as string[]).includes(fact));
  return Object.fromEntries(kept) as unknown as Facts;
}

/** All methods. */
export const names = Object.keys(objectives) as MethodName[];

/** The ways to aggregate, `as-published` apart, which is one of them. */
export const aggregations = settings.objective.aggregation.options
  .map(({ value }) => value)
  .filter((value) => value !== 'as-published');

/** PPO with an asymmetric clip, or what the changes say; a method's own settings have their defaults. */
export function settingsWith(
  changes: Partial<LearningSettings['objective']>,
  own: Partial<Omit<LearningSettings, 'objective'>> = {},
): LearningSettings {
  const defaults = defaultExperiment();
  const objective = { ...defaults.objective, name: 'ppo', clipLow: 0.2, clipHigh: 0.28, ...changes } as const;
  return { ...defaults, ...own, objective };
}

/** A method with some of its own settings, and some shared ones, changed. */
export function tuned<N extends MethodName & MethodGroup>(
  name: N,
  own: Partial<SettingValues[N]>,
  shared: Partial<LearningSettings['objective']> = {},
): LearningSettings {
  const base = settingsWith({ ...shared, name });
  return { ...base, [name]: { ...base[name], ...own } };
}

/** What the chosen method makes of every token, which an evaluation does not hand out: losses before they are aggregated. */
export function termsOf(facts: Facts, settings: LearningSettings): TokenTerms {
  const method = objectives[settings.objective.name] as Objective;
  return method.terms(facts, methodSettings(settings), facts);
}

export type Signs = 'positive' | 'negative' | 'mixed';

const GARBAGE = [NaN, Infinity, -Infinity, 7];
/** Tokens that a position chooses from. */
export const VOCABULARY = 4;

/**
 * A random batch with every fact that any method reads: a single-token sequence, a fully masked one, ragged lengths,
 * interior masks, masked tokens that hold garbage, staleness to 256, and a group without variance (advantage 0) where
 * the signs are mixed. The distributions give the token that was chosen, which is the first, its ℓθ and ℓμ.
 *
 * @param spread largest |log r| and |log w|; half of the tokens stay within ±0.4, around the clip bounds
 */
export function randomFacts(seed: number, signs: Signs, spread: number): Facts {
  const draw = (a: number, b: number, c: number): number => uniform(seed, STREAM.test, a, b, c);
  const sequences: TokenFacts[][] = [];
  const count = 4 + Math.floor(draw(0, 0, 0) * 5);
  for (let i = 0; i < count; i++) {
    const length = i === 0 ? 1 : 1 + Math.floor(draw(i, 0, 1) * 9);
    const zeroVariance = signs === 'mixed' && i === 2;
    const size = zeroVariance ? 0 : Math.abs(normal(seed, STREAM.test, i, 0, 2)) + 0.05;
    const sign = signs === 'mixed' ? (draw(i, 0, 3) < 0.5 ? -1 : 1) : signs === 'positive' ? 1 : -1;
    const sequence: TokenFacts[] = [];
    for (let t = 0; t < length; t++) {
      const masked = i === 1 || (i > 1 && draw(i, t, 4) < 0.2);
      const reach = draw(i, t, 5) < 0.5 ? 0.4 : spread;
      const logR = (2 * draw(i, t, 6) - 1) * reach;
      const logW = (2 * draw(i, t, 7) - 1) * reach;
      // The largest of the three log-probabilities is just below 0.
      const top = Math.max(0, -logR, -logR - logW) + 3 * draw(i, t, 8) + 0.01;
      const garbage = GARBAGE[Math.floor(draw(i, t, 9) * GARBAGE.length)]!;
      sequence.push({
        theta: masked ? garbage : -top,
        prox: masked ? garbage : -top - logR,
        behave: masked ? garbage : -top - logR - logW,
        A: masked ? garbage : sign * size,
        staleness: Math.floor(draw(i, t, 10) * 257),
        masked,
      });
    }
    sequences.push(sequence);
  }
  return complete(pack(sequences, 10), seed);
}

/** The facts that are missing, at random; garbage where masked. */
function complete(facts: Facts, seed: number): Facts {
  const { mask, offsets, logpTheta, logpBehave } = facts;
  const count = offsets.length - 1;
  const perToken = (place: number, of: (u: number, t: number) => number): Float64Array =>
    Float64Array.from(mask, (counts, t) => {
      const u = uniform(seed, STREAM.test, 100 + place, t, 0);
      return counts ? of(u, t) : GARBAGE[Math.floor(u * GARBAGE.length)]!;
    });
  const rows = (first: Float64Array, place: number): Float64Array =>
    rowsAround(first, mask, VOCABULARY, (t, k) => uniform(seed, STREAM.test, place, t, k));
  return {
    ...facts,
    logpOld: perToken(0, (u, t) => Math.min(0, logpBehave![t]! + 0.2 * (u - 0.5))),
    logpRef: perToken(1, (u, t) => Math.min(0, logpTheta[t]! + 2 * (u - 0.5))),
    values: perToken(2, (u) => 2 * u - 1),
    valuesOld: perToken(3, (u) => 2 * u - 1),
    rewards: perToken(4, (u) => (u < 0.3 ? 1 : 0)),
    entropy: perToken(5, (u) => 1.3 * u),
    entropyHistory: Float64Array.from({ length: 6 }, (_, k) => 0.3 + 0.1 * k),
    sequenceRewards: Float64Array.from({ length: count }, (_, i) =>
      uniform(seed, STREAM.test, 90, i, 0) < 0.5 ? 1 : 0,
    ),
    groups: Int32Array.from({ length: count }, (_, i) => Math.floor(i / 2)),
    distributions: {
      vocabulary: VOCABULARY,
      logpTheta: rows(logpTheta, 91),
      logpBehave: rows(logpBehave!, 92),
    },
    seed,
  };
}
