/** What lies outside a method's scope may be anything; what lies inside matters. For all methods. */
import { describe, expect, it } from 'vitest';
import { normal, STREAM, uniform } from '../../numerics/random.ts';
import { names, randomFacts, settingsWith, tuned } from '../testing/facts.ts';
import { randomSettings } from '../testing/settings.ts';
import type { Facts, LearningSettings } from '../objectives/contract.ts';
import { evaluateObjective } from '../objectives/index.ts';
import { rowsAround } from './rows.ts';
import { type Scope, scopeOf } from './scope.ts';

/** The facts with all that is not kept drawn anew, masks included. */
function disturbed(facts: Facts, keeps: (t: number) => boolean, seed: number): Facts {
  const { offsets } = facts;
  const draw = (what: number, t: number): number => uniform(seed, STREAM.test, 900 + what, t);
  const other = <T extends Float64Array | Int32Array | Uint8Array>(values: T, of: (t: number) => number): T =>
    values.map((value, t) => (keeps(t) ? value : of(t))) as T;
  const logp = (values: Float64Array, what: number): Float64Array =>
    other(values, (t) => -0.01 - 3 * draw(what, t));
  const logpTheta = logp(facts.logpTheta, 0);
  const logpBehave = logp(facts.logpBehave!, 1);
  const mask = other(facts.mask, (t) => (draw(2, t) < 0.7 ? 1 : 0));
  const { vocabulary } = facts.distributions!;
  const rows = (kept: Float64Array, own: Float64Array, what: number): Float64Array => {
    const drawn = rowsAround(own, mask, vocabulary, (t, k) => 0.1 + draw(what, t * vocabulary + k));
    return drawn.map((value, at) => (keeps(Math.floor(at / vocabulary)) ? kept[at]! : value));
  };
  const sequenceRewards = facts.sequenceRewards!.map((reward, i) => {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (keeps(t)) return reward;
    return draw(3, i) < 0.5 ? 1 : 0;
  });
  return {
    ...facts,
    mask,
    logpTheta,
    logpBehave,
    logpProx: logp(facts.logpProx!, 4),
    logpOld: logp(facts.logpOld!, 5),
    logpRef: logp(facts.logpRef!, 6),
    advantage: other(facts.advantage, (t) => normal(seed, STREAM.test, 920, t)),
    staleness: other(facts.staleness!, (t) => Math.floor(20 * draw(7, t))),
    values: other(facts.values!, (t) => draw(8, t)),
    valuesOld: other(facts.valuesOld!, (t) => draw(9, t)),
    rewards: other(facts.rewards!, (t) => draw(10, t)),
    entropy: other(facts.entropy!, (t) => draw(11, t)),
    sequenceRewards,
    distributions: {
      vocabulary,
      logpTheta: rows(facts.distributions!.logpTheta, logpTheta, 12),
      logpBehave: rows(facts.distributions!.logpBehave!, logpBehave, 13),
    },
  };
}

/** Whether a token is in the scope of token t. */
function within(scope: Scope, { offsets }: Facts, t: number): (other: number) => boolean {
  if (scope === 'batch') return () => true;
  if (scope === 'token') return (other) => other === t;
  const i = offsets.findLastIndex((start) => start <= t);
  return (other) => other >= offsets[i]! && other < offsets[i + 1]!;
}

/** What is seen of a token. */
function seen(facts: Facts, settings: LearningSettings, t: number): unknown {
  const { coefficients, gates } = evaluateObjective(facts, settings);
  return { c: coefficients[t], gates: Object.entries(gates).map(([name, acts]) => [name, acts[t]]) };
}

/** Whether something outside a scope changes what is seen of a token, in a random batch. */
function leaks(scope: Scope, settings: LearningSettings, seed: number): boolean {
  const facts = randomFacts(seed, 'mixed', seed % 2 === 0 ? 1 : 0.3);
  const counted = Array.from(facts.mask.keys()).filter((t) => facts.mask[t]);
  const t = counted[Math.floor(uniform(seed, STREAM.test, 940) * counted.length)]!;
  const before = seen(facts, settings, t);
  const after = seen(disturbed(facts, within(scope, facts, t), seed), settings, t);
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** CPPO and Clip-Cov show in the 38th default batch first how far they look. */
const seeds = Array.from({ length: 40 }, (_, seed) => seed);
/** Some methods look at others seldom: of a batch of thirty tokens KL-Cov touches one. */
const moreSeeds = Array.from({ length: 500 }, (_, seed) => seed);

/** Covariances are small, so that a band drawn from all of its range has seldom one in it. */
const anyCovariance = tuned('clip-cov', { low: 0, high: 100 });

const narrower: Readonly<Record<Scope, Scope | undefined>> = {
  token: undefined,
  sequence: 'token',
  batch: 'sequence',
};

describe.each(names)('%s', (name) => {
  it('is not touched by what lies outside its scope, under any settings and any correction', () => {
    const settings = settingsWith({ name });
    expect(seeds.filter((seed) => leaks(scopeOf(settings), settings, seed))).toEqual([]);
    const { correction } = settings;
    // Corrections widen the scope of most: every other one is without.
    const drawn = (seed: number): LearningSettings => ({
      ...randomSettings(name, seed),
      ...(seed % 2 === 1 && { correction }),
    });
    expect(seeds.slice(0, 24).filter((seed) => leaks(scopeOf(drawn(seed)), drawn(seed), seed))).toEqual([]);
  });

  it('has no scope wider than it looks', () => {
    const { correction } = settingsWith({});
    const scope = scopeOf(settingsWith({ name }));
    const next = narrower[scope];
    const uncorrected = (seed: number): LearningSettings =>
      name === 'clip-cov' ? anyCovariance : { ...randomSettings(name, seed), correction };
    const wide = moreSeeds.some(
      (seed) =>
        next !== undefined && scopeOf(uncorrected(seed)) === scope && leaks(next, uncorrected(seed), seed),
    );
    expect(wide).toBe(scope !== 'token');
  });
});

describe('a correction', () => {
  it('makes a method look as far as the correction does', () => {
    const { correction } = settingsWith({});
    const scopeWith = (own: Partial<typeof correction>, name: (typeof names)[number] = 'ppo'): Scope =>
      scopeOf(settingsWith({ name }, { correction: { ...correction, ...own } }));
    expect(scopeWith({})).toBe('token');
    expect(scopeWith({ token: 'truncate' })).toBe('token');
    expect(scopeWith({ rejection: 'k3', rejectionLevel: 'token' })).toBe('token');
    expect(scopeWith({ rejection: 'geometric', rejectionLevel: 'token' })).toBe('sequence');
    expect(scopeWith({ rejection: 'k1', rejectionLevel: 'max' })).toBe('sequence');
    expect(scopeWith({ sequence: 'truncate' })).toBe('sequence');
    expect(scopeWith({ opsm: 0.1 })).toBe('sequence');
    expect(scopeWith({ token: 'truncate', normalise: true })).toBe('batch');
    expect(scopeWith({ normalise: true })).toBe('token');
    expect(scopeWith({ token: 'truncate' }, 'sat')).toBe('batch');
    expect(scopeWith({ token: 'truncate' }, 'gspo')).toBe('sequence');
  });
});
