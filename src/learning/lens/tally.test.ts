import { describe, expect, it } from 'vitest';
import { binAbove } from '../../numerics/doubling.ts';
import { names, pack, settingsWith } from '../testing/facts.ts';
import { diagnose } from '../diagnostics/index.ts';
import type { MethodName } from '../objectives/contract.ts';
import { evaluateObjective } from '../objectives/index.ts';
import { agreement } from './agreement.ts';
import type { LensBatch } from './contract.ts';
import { type BatchEvaluation, evaluateBatch, withMethod } from './evaluate.ts';
import { syntheticBatch, syntheticDefaults } from './synthetic.ts';
import { AGE_EDGES, type Counts, type Tally, tally, TALLY_SIGNS } from './tally.ts';
import { verdictsOf } from './verdicts.ts';

const settings = settingsWith({});

function batchOf(seeds: readonly number[]): LensBatch {
  const minibatches = seeds.flatMap(
    (seed) => syntheticBatch({ ...syntheticDefaults, answers: 16, seed, spread: 0.4 }, settings).minibatches,
  );
  return { settings, minibatches };
}

function tallied(batch: LensBatch, name: (typeof names)[number]): Tally {
  const found = tally(batch, withMethod(batch.settings, name));
  if ('missing' in found) throw new Error(found.missing);
  return found;
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((a, b) => a + b, 0);
}

describe('a tally', () => {
  it.each(names)('of %s counts the verdicts of all tokens, by sign and by age', (name) => {
    const batch = batchOf([1, 2]);
    const { tokens, leftOut, all, positive, negative, byAge } = tallied(batch, name);
    const own = withMethod(settings, name);
    const evaluated = evaluateBatch(batch, own);
    if ('missing' in evaluated) throw new Error(evaluated.missing);
    const seen = batch.minibatches.flatMap(({ facts }, m) =>
      verdictsOf(own, facts, evaluated.minibatches[m]!).map(({ verdict, baseline }, t) => ({
        verdict,
        sign: baseline > 0 ? 'positive' : baseline < 0 ? 'negative' : 'none',
        bin: binAbove(AGE_EDGES, facts.staleness![t]!),
      })),
    );
    expect(tokens + leftOut).toBe(seen.length);
    for (const verdict of Object.keys(all) as (keyof Counts)[]) {
      const those = seen.filter((token) => token.verdict === verdict);
      expect(all[verdict]).toBe(those.length);
      expect(positive[verdict]).toBe(those.filter(({ sign }) => sign === 'positive').length);
      expect(negative[verdict]).toBe(those.filter(({ sign }) => sign === 'negative').length);
      byAge!.forEach((signs, bin) =>
        TALLY_SIGNS.forEach((sign, s) =>
          expect(signs[s]![verdict]).toBe(
            those.filter((token) => token.bin === bin && token.sign === sign).length,
          ),
        ),
      );
    }
  });

  it('drops under PPO as many tokens as its clip cuts, whose advantage is not 0', () => {
    const batch = batchOf([3]);
    const { facts } = batch.minibatches[0]!;
    const evaluation = evaluateObjective(facts, settings);
    const { clip_ratio: clipped } = diagnose(facts, settings, evaluation);
    const { all, tokens } = tallied(batch, 'ppo');
    expect(all.dropped).toBeGreaterThan(0);
    expect(all.dropped / tokens).toBeCloseTo(clipped!, 12);
  });

  it('leaves masked tokens out, and knows no ages where the batch has none', () => {
    const facts = pack([
      [
        { theta: -1, A: 1 },
        { theta: -1, A: 1, masked: true },
      ],
      [{ theta: -1, A: 0 }],
    ]);
    const { staleness: _, ...ageless } = facts;
    const found = tallied({ settings, minibatches: [{ facts: ageless }] }, 'reinforce');
    expect(found).toMatchObject({ tokens: 2, leftOut: 1, byAge: undefined });
    expect(found.all).toMatchObject({ kept: 1, 'nothing to learn': 1 });
    expect(total(found.all)).toBe(2);
    expect(total(found.positive)).toBe(1);
  });

  it('has effective sample sizes of weights and of ratios', () => {
    // ρ = 1 and 2; A = 1 and −3. TIS's weights are ρ: c = 1 and −6.
    const facts = pack([[{ theta: -1, A: 1 }], [{ theta: -1, behave: -1 - Math.LN2, A: -3 }]]);
    const { weights, ratios } = tallied({ settings, minibatches: [{ facts }] }, 'tis').ess;
    expect(weights).toBeCloseTo((3 * 3) / (2 * 5), 12);
    expect(ratios).toBeCloseTo((3 * 3) / (2 * 5), 12);
    const reinforce = tallied({ settings, minibatches: [{ facts }] }, 'reinforce').ess;
    expect(reinforce.weights).toBe(1);
    const reversed = { facts: pack([[{ theta: -1, behave: -3, A: 1 }]]) };
    expect(tallied({ settings, minibatches: [reversed] }, 'spo').ess.weights).toBeNaN();
  });

  it('weighs in its effective sample sizes only tokens that count, and as weights only those with an advantage', () => {
    // ρ = 1, 2, 4 and 8; the third has A = 0, the fourth is masked.
    const behave = (doublings: number): number => -1 - doublings * Math.LN2;
    const facts = pack([
      [{ theta: -1, A: 1 }],
      [{ theta: -1, behave: behave(1), A: -3 }],
      [{ theta: -1, behave: behave(2), A: 0 }],
      [{ theta: -1, behave: behave(3), A: 5, masked: true }],
    ]);
    const { weights, ratios } = tallied({ settings, minibatches: [{ facts }] }, 'tis').ess;
    expect(weights).toBeCloseTo((3 * 3) / (2 * 5), 12);
    expect(ratios).toBeCloseTo((7 * 7) / (3 * 21), 12);
  });

  it('has bins of age that double: fresh tokens, those one version old, then 2 and 3, and so on', () => {
    expect(AGE_EDGES).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256]);
  });

  it('says what is missing', () => {
    const facts = pack([[{ theta: -1, A: 1 }]]);
    expect(tally({ settings, minibatches: [{ facts }] }, withMethod(settings, 'a2c'))).toEqual({
      missing: 'needs a value head',
    });
  });
});

describe('agreement', () => {
  it('is 1 of a method with itself, symmetric, and counts signs token by token', () => {
    const batch = batchOf([4, 5]);
    const found = agreement(batch, ['reinforce', 'ppo', 'tis']);
    const evaluate = (name: MethodName): BatchEvaluation => evaluateBatch(batch, withMethod(settings, name));
    expect(agreement(batch, ['reinforce', 'ppo', 'tis'], evaluate)).toEqual(found);
    expect(found.methods).toEqual(['reinforce', 'ppo', 'tis']);
    found.sameSign.forEach((row, i) => {
      expect(row[i]).toBe(1);
      expect(found.correlation[i]![i]).toBeCloseTo(1, 12);
      row.forEach((share, j) => expect(found.sameSign[j]![i]).toBe(share));
    });
    // REINFORCE and TIS differ nowhere in sign; PPO differs from both where it drops.
    const { all, tokens } = tallied(batch, 'ppo');
    expect(found.sameSign[0]![2]).toBe(1);
    expect(found.sameSign[0]![1]).toBeCloseTo(1 - all.dropped / tokens, 12);
    expect(found.correlation[0]![1]).toBeLessThan(found.correlation[0]![2]!);
  });

  it('leaves out methods that cannot be evaluated, and says why', () => {
    const facts = pack([
      [
        { theta: -1, A: 1 },
        { theta: -1, A: -1 },
        { theta: NaN, A: NaN, masked: true },
      ],
    ]);
    const found = agreement({ settings, minibatches: [{ facts }] }, ['v-trace', 'reinforce', 'ppo']);
    expect(found.methods).toEqual(['reinforce', 'ppo']);
    expect(found.missing).toEqual({ 'v-trace': 'needs a value head' });
    expect(found.sameSign.map((row) => [...row])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
