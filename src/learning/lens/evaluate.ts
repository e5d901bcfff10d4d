/** A lens batch under any method: the learner's own function, once a minibatch. */
import type { Evaluation, LearningSettings, MethodName } from '../objectives/contract.ts';
import { evaluateObjective } from '../objectives/index.ts';
import type { LensBatch } from './contract.ts';
import { factsFor } from './facts.ts';

/** One evaluation a minibatch, or why there is none (see `FactsFor`). */
export type BatchEvaluation = { readonly minibatches: readonly Evaluation[] } | { readonly missing: string };

/** The same settings with another objective; its own settings are those that its group has in them. */
export function withMethod(settings: LearningSettings, name: MethodName): LearningSettings {
  return { ...settings, objective: { ...settings.objective, name } };
}

/**
 * What the method of these settings makes of every minibatch, in order. A batch that lacks a fact in one minibatch is
 * evaluated in none.
 */
export function evaluateBatch(batch: LensBatch, settings: LearningSettings): BatchEvaluation {
  const minibatches: Evaluation[] = [];
  for (const { facts } of batch.minibatches) {
    const own = factsFor(settings, facts);
    if ('missing' in own) return own;
    minibatches.push(evaluateObjective(own.facts, settings));
  }
  return { minibatches };
}
