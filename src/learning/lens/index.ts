/**
 * The lens: what methods make of tokens, on paper and on a batch. Everything is what `evaluateObjective` says; there is no
 * formula of a method in this folder, nor an engine.
 *
 * - `contract.ts` what the lens looks at · `facts.ts` what one method reads of it · `evaluate.ts` a batch under any method
 * - `scope.ts` how far a method looks
 * - `probe.ts` one token on the axis of a curve · `curves.ts` its coefficient for A > 0 and A < 0 · `kinks.ts` where that breaks
 * - `synthetic.ts` batches without a run, with `rows.ts`
 */
export type { LensAnswers, LensBatch, LensFacts, LensMinibatch } from './contract.ts';
export { type BatchEvaluation, evaluateBatch, withMethod } from './evaluate.ts';
export { factsFor, type FactsFor } from './facts.ts';
export { type Scope, scopeOf } from './scope.ts';
export { type Probe, probeFacts, type ProbeRange, probeRanges, probeWith, reachOf } from './probe.ts';
export { type Curve, type Curves, curves } from './curves.ts';
export { syntheticBatch, syntheticDefaults, type SyntheticRequest } from './synthetic.ts';
export { rowsAround } from './rows.ts';
