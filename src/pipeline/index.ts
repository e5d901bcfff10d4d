/**
 * Versions, admission, queue and publication as one state machine without a clock.
 *
 * `contract.ts` what drivers see · `machine.ts` the machine · `ledger.ts` the states of tickets ·
 * `rules.ts` what each schedule comes down to · `admission.ts` AReaL's inequality · `order.ts` queue order and over-age ·
 * `exactLag.ts` schedules that prescribe ages, by the plan of `lagPlan.ts` ·
 * `view.ts` the tickets for display · `settings.ts` the machine's settings out of an experiment's ·
 * `capacity.ts` what starves the learner, and what would cure it · `statedLag.ts` how old data is meant to be
 */
export { capacityOf, type Capacity, type CapacityInput, type CapacityLimit } from './capacity.ts';
export { mostAtOnce } from './admission.ts';
export { createPipeline } from './machine.ts';
export { readBy, rulesOf } from './rules.ts';
export { pipelineSettings } from './settings.ts';
export { alwaysFresh, statedLag, type StatedLag } from './statedLag.ts';
export { oldestVersion } from './view.ts';
export type {
  Admission,
  BatchDecision,
  Ledger,
  Pipeline,
  PipelineSettings,
  PipelineView,
  TicketState,
  TicketView,
} from './contract.ts';
