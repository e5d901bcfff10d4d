/**
 * The two actors that every driver drives; `contract.ts` says what they are.
 *
 * `rolloutActor.ts` answers prompts (`rolloutRows.ts` holds the answers under way) · `learnerActor.ts` learns:
 * `warmStart.ts`, `learnerUpdate.ts` with `minibatches.ts`, `packing.ts` and `visitFacts.ts`, `evaluation.ts` ·
 * `recentBatches.ts` the last batches, for inspection (`batchDetails.ts`) · `witness.ts` what other methods would have read,
 * for the lens (`runtime/lens`)
 */
export { createLearnerActor } from './learnerActor.ts';
export { createRolloutActor } from './rolloutActor.ts';
export { type BatchDetails, buffersOf, type TrainedBatch } from './batchDetails.ts';
export { RecentBatches } from './recentBatches.ts';
export { accuracyOf, heldOutPrompts } from './evaluation.ts';
export type {
  FinishedTicket,
  LearnerActor,
  LearnerReport,
  RolloutActor,
  RolloutStep,
  UpdateContext,
  WarmStartProgress,
  WeightCache,
  Weights,
} from './contract.ts';
