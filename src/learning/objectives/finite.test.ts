/** Nothing is NaN or infinite, and nothing masked leaks, for any input that the contract allows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../diagnostics/index.ts';
import { aggregations, names, pack, settingsWith, type TokenFacts } from '../testing/facts.ts';
import type { Distributions, Evaluation, Facts, ObjectiveSettings } from './contract.ts';
import { evaluateObjective } from './index.ts';

const logp = fc.oneof(
  fc.constantFrom(-Infinity, 0, -0, -1e300, -5e-324),
  fc.double({ min: -40, max: 0, noNaN: true }),
  fc.double({ min: -2000, max: 0, noNaN: true }),
);
const advantage = fc.oneof(fc.constant(0), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
const anything = fc.double();

const token: fc.Arbitrary<TokenFacts> = fc.oneof(
  fc.record({
    theta: logp,
    prox: logp,
    behave: logp,
    A: advantage,
    staleness: fc.nat(300),
    masked: fc.constant(false),
  }),
  fc.record({
    theta: anything,
    prox: anything,
    behave: anything,
    A: anything,
    staleness: fc.integer(),
    masked: fc.constant(true),
  }),
);

const batch = fc.array(fc.array(token, { maxLength: 5 }), { maxLength: 5 }).chain((sequences) => {
  const tokens = sequences.flat();
  return fc
    .record({
      maxLength: fc.nat(20),
      vocabulary: fc.integer({ min: 1, max: 4 }),
    })
    .chain(({ maxLength, vocabulary }) =>
      fc
        .tuple(
          ...tokens.map((t) =>
            fc.array(t.masked ? anything : logp, { minLength: vocabulary, maxLength: vocabulary }),
          ),
        )
        .map((rows): Facts => {
          const distributions: Distributions = { vocabulary, logpTheta: Float64Array.from(rows.flat()) };
          return { ...pack(sequences, maxLength), distributions };
        }),
    );
});

const settings = (name: ObjectiveSettings['name']): fc.Arbitrary<ObjectiveSettings> =>
  fc.record({
    name: fc.constant(name),
    clipLow: fc.double({ min: 0, max: 1, noNaN: true }),
    clipHigh: fc.double({ min: 0, max: 10, noNaN: true }),
    aggregation: fc.constantFrom(...aggregations),
    entropyBonus: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.1, noNaN: true })),
  });

function numbersOf(evaluation: Evaluation): number[] {
  return [
    evaluation.loss,
    ...evaluation.gradient,
    ...evaluation.coefficients,
    ...(evaluation.logitRows ?? []),
    ...Object.values(evaluation.metrics),
  ];
}

/** The same batch, what is masked replaced by 0. */
function cleaned(facts: Facts): Facts {
  const keep = (values: Float64Array): Float64Array => values.map((value, t) => (facts.mask[t] ? value : 0));
  const { vocabulary, logpTheta } = facts.distributions!;
  return {
    ...facts,
    logpTheta: keep(facts.logpTheta),
    logpProx: keep(facts.logpProx!),
    logpBehave: keep(facts.logpBehave!),
    advantage: keep(facts.advantage),
    staleness: facts.staleness!.map((value, t) => (facts.mask[t] ? value : 0)),
    distributions: {
      vocabulary,
      logpTheta: logpTheta.map((value, k) => (facts.mask[Math.floor(k / vocabulary)] ? value : 0)),
    },
  };
}

describe.each(names)('%s', (name) => {
  it('gives finite numbers, 0 where masked, whatever the masked tokens hold', () => {
    fc.assert(
      fc.property(batch, settings(name), (facts, chosen) => {
        const evaluation = evaluateObjective(facts, chosen);
        expect(numbersOf(evaluation).filter((x) => !Number.isFinite(x))).toEqual([]);
        const { gradient, coefficients } = evaluation;
        const leaks = facts.mask.findIndex(
          (counts, t) => !counts && (gradient[t] !== 0 || coefficients[t] !== 0),
        );
        expect(leaks).toBe(-1);
        expect(evaluation).toEqual(evaluateObjective(cleaned(facts), chosen));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives finite diagnostics from counted tokens alone', () => {
    fc.assert(
      fc.property(batch, settings(name), (facts, chosen) => {
        const diagnostics = diagnose(facts, chosen);
        expect(Object.values(diagnostics).filter((x) => !Number.isFinite(x))).toEqual([]);
        expect(diagnostics).toEqual(diagnose(cleaned(facts), chosen));
        if (diagnostics.ess !== undefined) {
          expect(diagnostics.ess).toBeGreaterThan(0);
          expect(diagnostics.ess).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has loss 0 and no metrics where nothing counts', () => {
    for (const facts of [pack([]), pack([[]]), pack([[{ theta: NaN, A: NaN, masked: true }]])]) {
      const { loss, metrics } = evaluateObjective(facts, settingsWith({ name }));
      expect(loss).toBe(0);
      expect(metrics).toEqual({});
      expect(diagnose(facts, settingsWith({ name }))).toEqual({});
    }
  });
});
