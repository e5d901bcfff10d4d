/**
 * Terms that any objective can carry beside its own loss. Each says when it is on, what it needs, and gives its
 * share of the loss with the gradients of that share. A new term is one file and one entry in the index.
 *
 * Not a term: what changes a method's own per-token weight or mask; that belongs into the method or a correction.
 */
import type { Evaluation, Facts, LearningSettings, Needs } from './contract.ts';

export type TermEvaluation = Pick<Evaluation, 'loss' | 'metrics'> &
  Partial<Pick<Evaluation, 'gradient' | 'logitRows'>>;

export interface Term {
  /** What must be known while it is on. */
  needs(settings: LearningSettings): Needs;
  /** Whether these settings switch it on. */
  active(settings: LearningSettings): boolean;
  /**
   * @param weights the weight of every token in the aggregated loss, 0 where masked
   * @param detached what stop-gradient terms read
   */
  evaluate(facts: Facts, settings: LearningSettings, weights: Float64Array, detached: Facts): TermEvaluation;
}

/**
 * Losses and gradients add up. `coefficients` and `gates` stay the method's own: they say what it makes of a
 * token, and a term has other denominators.
 */
export function addTerm(evaluation: Evaluation, term: TermEvaluation): Evaluation {
  const logitRows = sum(evaluation.logitRows, term.logitRows);
  return {
    ...evaluation,
    loss: evaluation.loss + term.loss,
    gradient: sum(evaluation.gradient, term.gradient) ?? evaluation.gradient,
    ...(logitRows && { logitRows }),
    metrics: { ...evaluation.metrics, ...term.metrics },
  };
}

function sum(a: Float64Array | undefined, b: Float64Array | undefined): Float64Array | undefined {
  return a && b ? a.map((value, index) => value + b[index]!) : (a ?? b);
}
