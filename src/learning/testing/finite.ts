/**
 * What must hold for any input that the contract allows: nothing is NaN or infinite, and nothing masked leaks. Used by
 * `*.test.ts` only.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { diagnose } from '../diagnostics/index.ts';
import type { Evaluation, Facts, LearningSettings, MethodName } from '../objectives/contract.ts';
import { evaluateObjective } from '../objectives/index.ts';
import { pack, settingsWith } from './facts.ts';
import { settingsArbitrary } from './settings.ts';

const logp = fc.oneof(
  fc.constantFrom(-Infinity, 0, -0, -1e300, -5e-324),
  fc.double({ min: -40, max: 0, noNaN: true }),
  fc.double({ min: -2000, max: 0, noNaN: true }),
);
const advantage = fc.oneof(fc.constant(0), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
const anything = fc.double();

const VOCABULARY = 3;
const rows = { minLength: VOCABULARY, maxLength: VOCABULARY };
const bounded = fc.double({ min: -1e3, max: 1e3, noNaN: true });

const counts = fc.record({
  theta: logp,
  prox: logp,
  behave: logp,
  old: logp,
  ref: logp,
  A: advantage,
  value: bounded,
  valueOld: bounded,
  reward: bounded,
  entropy: fc.double({ min: 0, max: 4, noNaN: true }),
  staleness: fc.nat(300),
  rowTheta: fc.array(logp, rows),
  rowBehave: fc.array(logp, rows),
  masked: fc.constant(false),
});

/** Policies that nearly agree, or agree to the last bit: where the bounds of most methods lie. */
const close = counts.chain((token) =>
  fc
    .tuple(
      fc.double({ min: -6, max: -2, noNaN: true }),
      fc.array(fc.oneof(fc.constantFrom(0, 0.25, -0.25), fc.double({ min: -2, max: 2, noNaN: true })), {
        minLength: 5,
        maxLength: 5,
      }),
    )
    .map(([base, offsets]) => {
      const [theta, prox, behave, old, ref] = offsets.map((offset) => base + offset);
      return { ...token, theta: theta!, prox: prox!, behave: behave!, old: old!, ref: ref! };
    }),
);

const masked = fc.record({
  theta: anything,
  prox: anything,
  behave: anything,
  old: anything,
  ref: anything,
  A: anything,
  value: anything,
  valueOld: anything,
  reward: anything,
  entropy: anything,
  staleness: fc.integer(),
  rowTheta: fc.array(anything, rows),
  rowBehave: fc.array(anything, rows),
  masked: fc.constant(true),
});

const batch = fc
  .record({
    sequences: fc.array(fc.array(fc.oneof(counts, close, masked), { maxLength: 5 }), { maxLength: 5 }),
    maxLength: fc.nat(20),
    history: fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 1, maxLength: 4 }),
    seed: fc.nat(1000),
    scores: fc.array(bounded, { minLength: 5, maxLength: 5 }),
  })
  .map(({ sequences, maxLength, history, seed, scores }): Facts => {
    const tokens = sequences.flat();
    const take = (of: (token: (typeof tokens)[number]) => number): Float64Array =>
      Float64Array.from(tokens, of);
    return {
      ...pack(sequences, maxLength),
      logpOld: take((token) => token.old),
      logpRef: take((token) => token.ref),
      values: take((token) => token.value),
      valuesOld: take((token) => token.valueOld),
      rewards: take((token) => token.reward),
      entropy: take((token) => token.entropy),
      entropyHistory: Float64Array.from(history),
      sequenceRewards: Float64Array.from(sequences, (_, i) => scores[i]!),
      groups: Int32Array.from(sequences, (_, i) => i >> 1),
      distributions: {
        vocabulary: VOCABULARY,
        logpTheta: Float64Array.from(tokens.flatMap((token) => token.rowTheta)),
        logpBehave: Float64Array.from(tokens.flatMap((token) => token.rowBehave)),
      },
      seed,
    };
  });

function numbersOf(evaluation: Evaluation): number[] {
  return [
    evaluation.loss,
    ...evaluation.gradient,
    ...evaluation.coefficients,
    ...(evaluation.logitRows ?? []),
    ...(evaluation.valueGradient ?? []),
    ...Object.values(evaluation.metrics),
  ];
}

/** The same batch, what is masked replaced by 0. */
function cleaned(facts: Facts): Facts {
  const keep = <T extends Float64Array | Int32Array>(values: T): T =>
    values.map((value, at) =>
      facts.mask[Math.floor((at * facts.mask.length) / values.length)] ? value : 0,
    ) as T;
  const { vocabulary, logpTheta, logpBehave } = facts.distributions!;
  return {
    ...facts,
    logpTheta: keep(facts.logpTheta),
    logpProx: keep(facts.logpProx!),
    logpBehave: keep(facts.logpBehave!),
    logpOld: keep(facts.logpOld!),
    logpRef: keep(facts.logpRef!),
    advantage: keep(facts.advantage),
    values: keep(facts.values!),
    valuesOld: keep(facts.valuesOld!),
    rewards: keep(facts.rewards!),
    entropy: keep(facts.entropy!),
    staleness: keep(facts.staleness!),
    distributions: { vocabulary, logpTheta: keep(logpTheta), logpBehave: keep(logpBehave!) },
  };
}

/** A batch in which no token counts, with all facts. */
function nothing(sequences: Parameters<typeof pack>[0]): Facts {
  const facts = pack(sequences);
  const none = new Float64Array(facts.mask.length).fill(NaN);
  const everySequence = new Float64Array(sequences.length);
  return {
    ...facts,
    logpOld: none,
    logpRef: none,
    values: none,
    valuesOld: none,
    rewards: none,
    entropy: none,
    entropyHistory: Float64Array.of(1),
    sequenceRewards: everySequence,
    groups: new Int32Array(sequences.length),
    distributions: { vocabulary: 1, logpTheta: none, logpBehave: none },
    seed: 1,
  };
}

function diagnosed(facts: Facts, settings: LearningSettings): Record<string, number> {
  return diagnose(facts, settings, evaluateObjective(facts, settings));
}

/** Evaluations of random batches under random settings. @param runs how many */
export function expectFiniteEvaluations(name: MethodName, runs: number): void {
  fc.assert(
    fc.property(batch, settingsArbitrary(name), (facts, chosen) => {
      const evaluation = evaluateObjective(facts, chosen);
      expect(numbersOf(evaluation).filter((x) => !Number.isFinite(x))).toEqual([]);
      const { gradient, coefficients } = evaluation;
      const leaks = facts.mask.findIndex(
        (counted, t) => !counted && (gradient[t] !== 0 || coefficients[t] !== 0),
      );
      expect(leaks).toBe(-1);
      expect(evaluation).toEqual(evaluateObjective(cleaned(facts), chosen));
    }),
    { numRuns: runs },
  );
}

/** Diagnostics of the same. */
export function expectFiniteDiagnostics(name: MethodName, runs: number): void {
  fc.assert(
    fc.property(batch, settingsArbitrary(name), (facts, chosen) => {
      const diagnostics = diagnosed(facts, chosen);
      expect(Object.values(diagnostics).filter((x) => !Number.isFinite(x))).toEqual([]);
      expect(diagnostics).toEqual(diagnosed(cleaned(facts), chosen));
      if (diagnostics.ess !== undefined) {
        expect(diagnostics.ess).toBeGreaterThan(0);
        expect(diagnostics.ess).toBeLessThanOrEqual(1 + 1e-12);
      }
    }),
    { numRuns: runs },
  );
}

/** Batches without a counted token. */
export function expectNothingOfNothing(name: MethodName): void {
  for (const facts of [nothing([]), nothing([[]]), nothing([[{ theta: NaN, A: NaN, masked: true }]])]) {
    const { loss, metrics } = evaluateObjective(facts, settingsWith({ name }));
    expect(loss).toBe(0);
    expect(Object.values(metrics).filter((value) => !Number.isFinite(value))).toEqual([]);
    // Nothing but what the method says of itself.
    expect(diagnosed(facts, settingsWith({ name }))).toEqual(metrics);
  }
}
