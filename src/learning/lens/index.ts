/**
 * The lens: what methods make of tokens, on paper and on a batch. Everything is what `evaluateObjective` says; there is no
 * formula of a method in this folder, nor an engine.
 *
 * - `contract.ts` what the lens looks at · `facts.ts` what one method reads of it · `evaluate.ts` a batch under any method
 * - `scope.ts` how far a method looks
 * - `probe.ts` one token on the axis of a curve · `curves.ts` its coefficient for A > 0 and A < 0 · `kinks.ts` where that breaks
 * - `stances.ts` methods that disagree
 * - `verdicts.ts` what a method does to each token · `gates.ts` by which rule · `reasons/` why, in a sentence
 * - `tally.ts` how many tokens · `agreement.ts` which methods do the same
 * - `synthetic.ts` batches without a run, with `rows.ts`
 */
export type { LensAnswers, LensBatch, LensFacts, LensMinibatch } from './contract.ts';
export { type BatchEvaluation, evaluateBatch, withMethod } from './evaluate.ts';
export { factsFor, type FactsFor } from './facts.ts';
export { type Scope, scopeOf } from './scope.ts';
export { type Probe, probeFacts, type ProbeRange, probeRanges, probeWith, reachOf } from './probe.ts';
export { type Curve, type Curves, curves } from './curves.ts';
export { type Stance, stances } from './stances.ts';
export {
  type Reading,
  readingOf,
  readingWords,
  type TokenVerdict,
  type Verdict,
  limitedTokens,
  verdictOf,
  VERDICTS,
  verdictsOf,
} from './verdicts.ts';
export { FOUND, type GateKind, gateKinds } from './gates.ts';
export { reason } from './reasons/index.ts';
export { AGE_EDGES, type Counts, type EffectiveSizes, type Tally, tally, TALLY_SIGNS } from './tally.ts';
export { type Agreement, agreement } from './agreement.ts';
export { syntheticBatch, syntheticDefaults, type SyntheticRequest } from './synthetic.ts';
export { rowsAround } from './rows.ts';
