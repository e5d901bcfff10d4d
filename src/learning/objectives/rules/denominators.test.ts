/**
 * Denominators (§0.3, §39): which answers a mean over answers counts, whether rejected tokens count, and which length sums are
 * divided by. What libraries do, in the lab's settings.
 */
import { describe, expect, it } from 'vitest';
import type { MethodGroup } from '../../../experiment/settings/index.ts';
import { aggregations, names, pack, randomFacts, settingsWith, tuned } from '../../testing/facts.ts';
import { probable, type ProbableToken } from '../../testing/probabilities.ts';
import type { Facts, LearningSettings, MethodName } from '../contract.ts';
import { evaluateObjective } from '../index.ts';

const fresh = { theta: 0.5, mu: 0.5, A: 1 };
const hidden = { ...fresh, masked: true };
/** Answers with one and with two counted tokens, and one with none. All losses of REINFORCE are −A·ln ½ = ln 2 a token. */
const withEmpty = probable([[fresh], [fresh, hidden, fresh], [hidden]]);

const lossOf = (facts: Facts, shared: Partial<LearningSettings['objective']>): number =>
  evaluateObjective(facts, settingsWith({ name: 'reinforce', ...shared })).loss / Math.LN2;

describe('a fully masked answer', () => {
  it.each([
    // Token means 1 and 1; token sums 1 and 2. maxLength is 8.
    { aggregation: 'seq-mean-token-mean', excluded: 1, counted: 2 / 3 },
    { aggregation: 'seq-mean-token-sum', excluded: 3 / 2, counted: 3 / 3 },
    { aggregation: 'seq-mean-token-sum-norm', excluded: 3 / 16, counted: 3 / 24 },
  ] as const)('$aggregation: left out as in verl, or counted as 0 as in trl, unirl and roll', (row) => {
    const { aggregation, excluded, counted } = row;
    expect(lossOf(withEmpty, { aggregation, emptySequences: 'exclude' })).toBeCloseTo(excluded, 14);
    expect(lossOf(withEmpty, { aggregation, emptySequences: 'count' })).toBeCloseTo(counted, 14);
  });

  it.each(['token-mean', 'sum', 'sum-token-mean', 'sum-norm'] as const)(
    '%s does not see it',
    (aggregation) => {
      const without = probable([[fresh], [fresh, hidden, fresh]]);
      for (const emptySequences of ['exclude', 'count'] as const) {
        expect(lossOf(withEmpty, { aggregation, emptySequences })).toBe(lossOf(without, { aggregation }));
      }
    },
  );

  it('is never divided by its length of 0, as m2po and epo do: every method, under every aggregation', () => {
    const facts = randomFacts(3, 'mixed', 1);
    for (const name of names) {
      for (const aggregation of aggregations) {
        for (const emptySequences of ['exclude', 'count'] as const) {
          const { loss, gradient } = evaluateObjective(
            facts,
            settingsWith({ name, aggregation, emptySequences }),
          );
          expect(Number.isFinite(loss), name).toBe(true);
          expect(gradient.every(Number.isFinite), name).toBe(true);
        }
      }
    }
  });

  it('counts in GMPO’s mean over all rows, as in verl, where empty answers count', () => {
    const gmpo = (emptySequences: 'exclude' | 'count'): number =>
      evaluateObjective(
        withEmpty,
        settingsWith({ name: 'gmpo', aggregation: 'as-published', emptySequences }),
      ).loss;
    // Two answers with −Ā·ratio = −1 each.
    expect(gmpo('count')).toBeCloseTo(-2 / 3, 14);
    expect(gmpo('exclude')).toBeCloseTo(-1, 14);
  });
});

describe('sums over a constant length', () => {
  const facts = { ...withEmpty, maxLength: 4 };

  it('verl: the mean over answers that have tokens, by L', () => {
    expect(lossOf(facts, { aggregation: 'seq-mean-token-sum-norm' })).toBeCloseTo(3 / 2 / 4, 14);
  });
  it('unirl: the mean over all answers, by L', () => {
    const rules = { aggregation: 'seq-mean-token-sum-norm', emptySequences: 'count' } as const;
    expect(lossOf(facts, rules)).toBeCloseTo(3 / 3 / 4, 14);
  });
  it('stable, roll, and DPPO as published: no mean over answers', () => {
    expect(lossOf(facts, { aggregation: 'sum-norm' })).toBeCloseTo(3 / 4, 14);
    for (const name of ['dppo-tv', 'dppo-kl', 'dppo-full-tv', 'dppo-full-kl'] as const) {
      const { loss } = evaluateObjective(facts, settingsWith({ name, aggregation: 'as-published' }));
      expect(loss / Math.LN2).toBeCloseTo(3 / 4, 14);
    }
  });
  it('slime: the sum of the answers’ means', () => {
    expect(lossOf(facts, { aggregation: 'sum-token-mean' })).toBeCloseTo(2, 14);
  });
});

/** An answer of two tokens and one of one; the first token's ratio of 9 is far outside every band. */
const apart: ProbableToken = { theta: 0.9, mu: 0.1, A: -1 };
const partly = probable([[apart, fresh], [fresh]]);

const rejecting: readonly { readonly name: MethodName; readonly own?: Record<string, unknown> }[] = [
  { name: 'mis' },
  { name: 'divergence-rejection', own: { level: 'token' } },
  { name: 'm2po-mask' },
  { name: 'decoupled-ppo', own: { filter: 'mask' } },
  { name: 'exact-old-logits' },
  { name: 'ppo-ewma-revised' },
];

function changed(
  name: MethodName,
  own = {},
  shared: Partial<LearningSettings['objective']> = {},
): LearningSettings {
  return tuned(name as MethodGroup, own as never, shared);
}

describe('a rejected token', () => {
  // ℓp = ℓθ, so that w is the ratio of 9 and r is 1.
  const facts = { ...partly, logpProx: partly.logpTheta };

  it.each(rejecting)(
    '$name: counts as in areal and slime, or not as in verl and in areal’s M2PO',
    ({ name, own }) => {
      const gradient = (rejectedTokens: 'keep' | 'drop'): number[] =>
        Array.from(
          evaluateObjective(facts, changed(name, own, { rejectedTokens, aggregation: 'token-mean' }))
            .gradient,
          (g) => g + 0,
        );
      expect(gradient('keep')).toEqual([0, -1 / 3, -1 / 3]);
      expect(gradient('drop')).toEqual([0, -1 / 2, -1 / 2]);
    },
  );

  it('is no answer any more once all tokens of its answer are rejected', () => {
    const lone = probable([[apart], [fresh]]);
    const gradient = (rejectedTokens: 'keep' | 'drop') =>
      evaluateObjective(lone, changed('mis', {}, { rejectedTokens, aggregation: 'seq-mean-token-mean' }))
        .gradient[1];
    expect([gradient('keep'), gradient('drop')]).toEqual([-1 / 2, -1]);
  });

  it('keeps counting with IcePop, which zeroes the weight and leaves the mask', () => {
    for (const rejectedTokens of ['keep', 'drop'] as const) {
      const settings = changed('icepop', {}, { rejectedTokens, aggregation: 'token-mean' });
      expect(evaluateObjective(partly, settings).gradient[1]).toBe(-1 / 3);
    }
  });

  it.each([
    { token: 'zero', gradient: -1 / 3 },
    { token: 'reject', gradient: -1 / 2 },
  ] as const)('as a correction over another method: $token', ({ token, gradient }) => {
    const settings = settingsWith({ name: 'reinforce', rejectedTokens: 'drop', aggregation: 'token-mean' });
    const corrected = { ...settings, correction: { ...settings.correction, token } };
    expect(evaluateObjective(partly, corrected).gradient[1]).toBe(gradient);
  });
});

describe('a batch in which everything is rejected', () => {
  const facts = probable([[apart, apart], [apart]]);
  const all: typeof rejecting = [
    { name: 'mis' },
    { name: 'icepop' },
    { name: 'seq-mis' },
    { name: 'geometric-rejection' },
    { name: 'divergence-rejection' },
    { name: 'success-conditioning' },
    { name: 'prime-ipo', own: { kappa: 0 } },
  ];

  it.each(all)('$name: loss and gradient 0, where verl’s loss is NaN', ({ name, own }) => {
    for (const rejectedTokens of ['keep', 'drop'] as const) {
      for (const aggregation of aggregations) {
        const { loss, gradient } = evaluateObjective(
          facts,
          changed(name, own, { rejectedTokens, aggregation }),
        );
        expect(loss + 0).toBe(0);
        expect(gradient).toEqual(new Float64Array(3));
      }
    }
  });

  it('opsm: the same for bad answers that have all fallen', () => {
    const fallen = probable([[{ theta: 0.1, mu: 0.9, A: -1 }]]);
    for (const rejectedTokens of ['keep', 'drop'] as const) {
      const { loss, gradient } = evaluateObjective(fallen, settingsWith({ name: 'opsm', rejectedTokens }));
      expect([loss + 0, gradient[0]]).toEqual([0, 0]);
    }
  });

  it('m2po-mask never comes to that: one token stays', () => {
    const { gates } = evaluateObjective(facts, settingsWith({ name: 'm2po-mask' }));
    expect(gates.second_moment!.reduce((a, b) => a + b, 0)).toBe(2);
  });
});

describe('aggregations as published', () => {
  it('divides success conditioning by the successes: the mean over them of sums', () => {
    const scored: Facts = {
      ...pack([
        [
          { theta: -1, A: 0 },
          { theta: -2, A: 0 },
        ],
        [{ theta: -4, A: 0 }],
        [{ theta: -8, A: 0 }],
      ]),
      sequenceRewards: Float64Array.of(1, 0, 1),
    };
    const settings = settingsWith({
      name: 'success-conditioning',
      aggregation: 'as-published',
      rejectedTokens: 'drop',
    });
    // −((−1 − 2) + (−8))/2
    expect(evaluateObjective(scored, settings).loss).toBe(5.5);
  });

  it.each([
    { aggregation: 'token-mean', gradient: [-2 / 3, -2 / 3, -1 / 3] },
    { aggregation: 'seq-mean-token-mean', gradient: [-2 / 4, -2 / 4, -1 / 2] },
  ] as const)(
    'GSPO under $aggregation: areal’s c_t = A·s_i a token, or verl’s A·s_i/N_i',
    ({ aggregation, gradient }) => {
      // Ratios 1 and 4, so s = 2 for the answer of two tokens; A < 0 is not clipped above.
      const facts = pack([
        [
          { theta: -1, prox: -1, A: -1 },
          { theta: -1, prox: -1 - Math.log(4), A: -1 },
        ],
        [{ theta: -1, A: -1 }],
      ]);
      const actual = evaluateObjective(facts, settingsWith({ name: 'gspo', aggregation })).gradient;
      gradient.forEach((value, t) => expect(actual[t]).toBeCloseTo(-value, 14));
    },
  );
});
