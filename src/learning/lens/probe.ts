/**
 * The probe: one token whose importance ratio runs over the axis of a curve, in an answer, in a batch.
 *
 * Every token of a probe's facts has these, with x its log-ratio log π_θ/μ:
 *
 * - ℓθ = ℓμ + x; ℓp, ℓ_old = ℓμ + λx, whichever policy ℓp is; ℓref = ℓμ
 * - two symbols, itself and "another"; H̄ is the entropy of μ where it has the probe's probability
 * - the probe has the probability of the setting, and so have the others as far as their ratio leaves them a
 *   probability ≤ 1. The others of its answer have its advantage, and log-ratios spread·z, z normal
 * - where the spread is not 0 there are other answers of the same length, with log-ratios of the same spread about 0
 *   and advantages of the same size, whose signs take turns. Where it is 0 the answer stands alone
 * - values are 0, and the reward of an answer is its advantage at its last token, so that a value head expects nothing;
 *   its raw reward is 1 if the advantage is positive, else 0
 */
import { expm1, log } from '../../numerics/elementary.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import { tokenEntropies } from '../diagnostics/entropy.ts';
import type { Needs } from '../objectives/contract.ts';
import type { LensFacts } from './contract.ts';

/** What the sliders say. */
export interface Probe {
  /** d of every token, in versions. */
  readonly staleness: number;
  /** log μ of the token. Its ratio can be no more than 1/μ. */
  readonly logBehave: number;
  /** Of the token in its answer, from 0. */
  readonly position: number;
  /** Tokens of an answer. */
  readonly length: number;
  /** Standard deviation of the log-ratios of all other tokens. */
  readonly spread: number;
  /** |A| */
  readonly advantage: number;
  /** λ: how far the proximal policy is on the way from the sampler (0) to θ (1). */
  readonly proximal: number;
  /** Of the others' log-ratios, and of what a method chooses at random. */
  readonly seed: number;
}

export interface ProbeRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly integer: boolean;
}

/** Between what a probe's numbers may lie. A position is also less than the length. */
export const probeRanges: Readonly<Record<keyof Probe, ProbeRange>> = {
  staleness: { min: 0, max: 256, default: 4, integer: true },
  logBehave: { min: -20, max: 0, default: log(0.05), integer: false },
  position: { min: 0, max: 63, default: 0, integer: true },
  length: { min: 1, max: 64, default: 1, integer: true },
  spread: { min: 0, max: 2, default: 0, integer: false },
  advantage: { min: 0, max: 10, default: 1, integer: false },
  proximal: { min: 0, max: 1, default: 0, integer: false },
  seed: { min: 0, max: 0xffff_ffff, default: 1, integer: true },
};

const KEYS = Object.keys(probeRanges) as (keyof Probe)[];

/** All numbers brought into their ranges, what is no number replaced by the default; the position into the answer. */
export function probeWith(numbers: Partial<Probe> = {}): Probe {
  const entries = KEYS.map((key) => {
    const { min, max, default: standard, integer } = probeRanges[key];
    const given = numbers[key] ?? standard;
    const value = Math.min(max, Math.max(min, Number.isNaN(given) ? standard : given));
    return [key, integer ? Math.round(value) : value];
  });
  const probe = Object.fromEntries(entries) as unknown as Probe;
  return { ...probe, position: Math.min(probe.position, probe.length - 1) };
}

/** Where a curve is defined: the largest log-ratio that a token of this probability can have. */
export function reachOf({ logBehave }: Probe): number {
  return 0 - logBehave;
}

/** The probe's whole batch at one point: its answer first, then the others. This is what a curve's point stands for. */
export function probeFacts(probe: Probe, logRatio: number, sign: 1 | -1): LensFacts {
  const bench = benchOf(probe, { answers: [sign], alone: false, others: true }, EVERYTHING);
  bench.set(0, logRatio);
  return bench.facts;
}

/** Facts with several probes, whose log-ratios can be set again and again. */
export interface Bench {
  readonly facts: LensFacts;
  /** Sets the log-ratio of the k-th probe. */
  set(k: number, logRatio: number): void;
  /** Where the k-th probe is. */
  at(k: number): number;
}

export interface BenchLayout {
  /** Sign of the advantage of each probe's answer. */
  readonly answers: ArrayLike<number>;
  /** Whether a probe is the only token of its answer, for methods that look no further. */
  readonly alone: boolean;
  /** Whether the other answers are there, for methods that look at them. */
  readonly others: boolean;
}

type Wanted = Pick<Needs, 'distributions' | 'behaveDistributions' | 'values' | 'entropy'>;

const EVERYTHING: Wanted = { distributions: true, values: true, entropy: true };

/** Tokens of other answers at least, and other answers at least. */
const OTHER_TOKENS = 32;
const OTHER_ANSWERS = 4;
const VOCABULARY = 2;

/** @param wanted which of the facts that take long to make are wanted: with all, the facts are complete */
export function benchOf(probe: Probe, { answers, alone, others }: BenchLayout, wanted: Wanted): Bench {
  const { advantage, seed } = probe;
  const length = alone ? 1 : probe.length;
  const own = alone ? 0 : probe.position;
  const surrounding = others ? otherAnswers(probe) : 0;
  const sequences = answers.length + surrounding;
  const columns = columnsOf(probe, sequences * length, wanted);
  // Curves are drawn while a slider moves: loops here, where callbacks would cost as much as the methods.
  const offsets = new Int32Array(sequences + 1);
  const signs = new Int8Array(sequences);
  const groups = new Int32Array(sequences);
  const sequenceRewards = new Float64Array(sequences);
  for (let i = 0; i < sequences; i++) {
    offsets[i + 1] = (i + 1) * length;
    signs[i] = i < answers.length ? answers[i]! : (i - answers.length) % 2 === 0 ? 1 : -1;
    groups[i] = i;
    sequenceRewards[i] = signs[i]! * advantage > 0 ? 1 : 0;
  }
  // The answer of every probe is the same but for the probe.
  const mates = Float64Array.from({ length }, (_, k) => (k === own ? 0 : logRatioOf(probe, 0, k)));
  for (let i = 0; i < sequences; i++) {
    const A = signs[i]! * advantage;
    for (let k = 0; k < length; k++) {
      const t = i * length + k;
      columns.advantage[t] = A;
      if (columns.rewards && k === length - 1) columns.rewards[t] = A;
      const x = i < answers.length ? mates[k]! : logRatioOf(probe, i - answers.length + 1, k);
      columns.write(t, Math.min(probe.logBehave, -x), x);
    }
  }
  return {
    facts: {
      ...columns.facts,
      offsets,
      maxLength: probe.length,
      sequenceRewards,
      groups,
      seed,
    },
    set: (k, x) => columns.write(k * length + own, probe.logBehave, x),
    at: (k) => k * length + own,
  };
}

function otherAnswers({ spread, length }: Probe): number {
  return spread === 0 ? 0 : Math.max(OTHER_ANSWERS, Math.ceil(OTHER_TOKENS / length));
}

/** Of token k of answer i, answer 0 being the probe's. */
function logRatioOf({ spread, seed }: Probe, i: number, k: number): number {
  return spread === 0 ? 0 : spread * normal(seed, STREAM.lens, i, k);
}

/** Arrays over the tokens of a bench, and how a token is written into them. */
function columnsOf(probe: Probe, tokens: number, wanted: Wanted) {
  const column = (): Float64Array => new Float64Array(tokens);
  const [logpTheta, logpBehave, prox, advantage] = [column(), column(), column(), column()];
  const rows = (wanted.distributions || wanted.behaveDistributions || wanted.entropy) && {
    vocabulary: VOCABULARY,
    logpTheta: new Float64Array(tokens * VOCABULARY),
    logpBehave: new Float64Array(tokens * VOCABULARY),
  };
  const rewards = wanted.values ? column() : undefined;
  const entropy = wanted.entropy ? column() : undefined;
  const mask = new Uint8Array(tokens).fill(1);
  const facts = {
    mask,
    logpTheta,
    logpBehave,
    logpRecomputed: prox,
    logpAveraged: prox,
    logpOld: prox,
    logpRef: logpBehave,
    advantage,
    staleness: new Int32Array(tokens).fill(probe.staleness),
    entropyHistory: Float64Array.of(entropyOf(probe.logBehave)),
    ...(rows && { distributions: rows }),
    ...(rewards && { rewards, values: column(), valuesOld: column() }),
    ...(entropy && { entropy }),
  };
  const write = (t: number, behave: number, x: number): void => {
    logpTheta[t] = behave + x;
    logpBehave[t] = behave;
    prox[t] = behave + probe.proximal * x;
    if (rows) {
      writeRow(rows.logpTheta, t, behave + x);
      writeRow(rows.logpBehave, t, behave);
    }
    if (entropy) entropy[t] = entropyOf(behave + x);
  };
  return { facts, advantage, rewards, write };
}

function writeRow(rows: Float64Array, t: number, logp: number): void {
  rows[VOCABULARY * t] = logp;
  rows[VOCABULARY * t + 1] = log(-expm1(logp));
}

function entropyOf(logp: number): number {
  const row = new Float64Array(VOCABULARY);
  writeRow(row, 0, logp);
  return tokenEntropies({ vocabulary: VOCABULARY, logpTheta: row }, Uint8Array.of(1))[0]!;
}
