/**
 * Batches that no policy has sampled, with chosen spread, age and mismatch, and with every fact that any method reads. They
 * are made up: only what is asked for can be learnt from them.
 *
 * An answer is as old as all of its tokens. With z, z', … standard normal for each token and d its age:
 *
 *   ℓ_old = ℓμ + mismatch·z            the engines' disagreement about the weights that sampled the token
 *   ℓθ = ℓ_old + drift·z'              drift² is spread² on average over ages, and grows with d: no age, no drift; where
 *                                      all ages are 0 it is spread² for every token
 *   ℓ_recomputed = ℓθ − drift·z''/10   θ has moved little since the update began
 *   ℓ_averaged = (ℓ_old + ℓθ)/2        the average lags behind
 *   ℓref = ℓμ + z'''/2
 *
 * Answers are right or wrong, reward 1 or 0, in groups of the same prompt; the advantage is the reward less the group's
 * mean, so that a group that is all right or all wrong has nothing to teach. Where a value is needed it is the chance of
 * being right, seen unclearly.
 */
import { log } from '../../numerics/elementary.ts';
import { normal, STREAM, uniform } from '../../numerics/random.ts';
import { advantages } from '../advantages/index.ts';
import { tokenEntropies } from '../diagnostics/entropy.ts';
import type { LearningSettings } from '../objectives/contract.ts';
import { broadcast } from '../objectives/sequences.ts';
import type { LensBatch, LensFacts } from './contract.ts';
import { rowsAround } from './rows.ts';

export interface SyntheticRequest {
  readonly seed: number;
  /** Answers of the batch; the last group may be smaller than the others. */
  readonly answers: number;
  /** Tokens of the longest answers; the others have half of that at least. */
  readonly length: number;
  /** Standard deviation of log π_θ/π_old over the batch. */
  readonly spread: number;
  /** Of the oldest answers, in versions; all ages up to it are as likely. Twice the mean age. */
  readonly age: number;
  /** Standard deviation of log π_old/μ. */
  readonly mismatch: number;
  /** Chance that an answer is right, 0 to 1. */
  readonly positive: number;
}

/** What a batch is like unless asked otherwise. */
export const syntheticDefaults: SyntheticRequest = {
  seed: 1,
  answers: 64,
  length: 8,
  spread: 0.2,
  age: 8,
  mismatch: 0.02,
  positive: 0.5,
};

const GROUP = 8;
const VOCABULARY = 8;

/** What is drawn: one number of its own for each, keyed by (what, answer, token). */
const DRAW = {
  length: 0,
  age: 1,
  right: 2,
  surprise: 3,
  mismatch: 4,
  drift: 5,
  recent: 6,
  reference: 7,
  value: 8,
  thetaRow: 9,
  behaveRow: 10,
} as const;

/** One minibatch, under the settings that are handed through. @throws RangeError for a batch without tokens */
export function syntheticBatch(request: SyntheticRequest, settings: LearningSettings): LensBatch {
  if (!(request.answers >= 1 && request.length >= 1))
    throw new RangeError('a batch needs at least one answer of one token');
  return { settings, minibatches: [{ facts: syntheticFacts(request) }] };
}

function syntheticFacts({
  seed,
  answers,
  length,
  spread,
  age,
  mismatch,
  positive,
}: SyntheticRequest): LensFacts {
  // Beside the keys of the probe's others, which begin with an answer's number.
  const evenly = (what: number, i: number, k = 0): number => uniform(seed, STREAM.lens, i, k, 1, what);
  const normally = (what: number, i: number, k: number): number => normal(seed, STREAM.lens, i, k, 1, what);

  const lengths = Array.from({ length: answers }, (_, i) => {
    const least = Math.ceil(length / 2);
    return least + Math.floor(evenly(DRAW.length, i) * (length - least + 1));
  });
  const offsets = new Int32Array(answers + 1);
  lengths.forEach((count, i) => (offsets[i + 1] = offsets[i]! + count));
  const tokens = offsets.at(-1)!;
  const mask = new Uint8Array(tokens).fill(1);
  const layout = { offsets, mask };
  const groups = Int32Array.from(lengths, (_, i) => Math.floor(i / GROUP));
  const sequenceRewards = Float64Array.from(lengths, (_, i) => (evenly(DRAW.right, i) < positive ? 1 : 0));
  const ages = lengths.map((_, i) => Math.floor(evenly(DRAW.age, i) * (age + 1)));
  const staleness = Int32Array.from(broadcast(layout, ages));

  const column = (): Float64Array => new Float64Array(tokens);
  const [logpTheta, logpBehave, logpOld, logpRef] = [column(), column(), column(), column()];
  const [logpRecomputed, logpAveraged] = [column(), column()];
  const [values, valuesOld, rewards] = [column(), column(), column()];
  lengths.forEach((count, i) => {
    // The mean age is half the largest.
    const drift = age === 0 ? spread : spread * Math.sqrt(ages[i]! / (age / 2));
    for (let k = 0; k < count; k++) {
      const t = offsets[i]! + k;
      const old = mismatch * normally(DRAW.mismatch, i, k);
      const theta = old + drift * normally(DRAW.drift, i, k);
      const recomputed = theta - (drift * normally(DRAW.recent, i, k)) / 10;
      const reference = normally(DRAW.reference, i, k) / 2;
      // The likeliest of the policies leaves something to the other symbols.
      const surprise = 0.01 - log(1 - evenly(DRAW.surprise, i, k));
      const mu = -surprise - Math.max(0, old, theta, recomputed, reference);
      logpBehave[t] = mu;
      logpOld[t] = mu + old;
      logpTheta[t] = mu + theta;
      logpRecomputed[t] = mu + recomputed;
      logpAveraged[t] = mu + (old + theta) / 2;
      logpRef[t] = mu + reference;
      valuesOld[t] = Math.min(1, Math.max(0, positive + normally(DRAW.value, i, k) / 5));
      values[t] = (9 * valuesOld[t]! + sequenceRewards[i]!) / 10;
      if (k === count - 1) rewards[t] = sequenceRewards[i]!;
    }
  });

  const rows = (own: Float64Array, what: number): Float64Array => {
    const answerOf = Int32Array.from(broadcast(layout, Int32Array.from(lengths.keys())));
    return rowsAround(own, mask, VOCABULARY, (t, k) => {
      const i = answerOf[t]!;
      return 0.1 + evenly(what, i, (t - offsets[i]!) * VOCABULARY + k);
    });
  };
  const distributions = {
    vocabulary: VOCABULARY,
    logpTheta: rows(logpTheta, DRAW.thetaRow),
    logpBehave: rows(logpBehave, DRAW.behaveRow),
  };
  const entropy = tokenEntropies(distributions, mask);
  return {
    ...layout,
    logpTheta,
    logpBehave,
    logpOld,
    logpRef,
    logpRecomputed,
    logpAveraged,
    advantage: broadcast(layout, advantages['group-mean'].estimate(sequenceRewards, groups)),
    staleness,
    values,
    valuesOld,
    rewards,
    sequenceRewards,
    distributions,
    entropy,
    entropyHistory: Float64Array.from({ length }, (_, k) => meanAt(k, entropy, offsets)),
    groups,
    maxLength: length,
    seed,
  };
}

/** Mean at a place in the answers, over those that reach so far. The longest place is reached by none at times: then 0. */
function meanAt(place: number, values: Float64Array, offsets: Int32Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (offsets[i]! + place >= offsets[i + 1]!) continue;
    sum += values[offsets[i]! + place]!;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
