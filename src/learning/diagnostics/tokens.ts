/** The counted tokens of facts, without gaps, with the ratios that diagnostics speak of. Made once, read by all. */
import type { Facts, LearningSettings } from '../objectives/contract.ts';
import { needsOf, objectives } from '../objectives/index.ts';
import { logRatio } from '../objectives/ratios.ts';
import { counted, ratiosOf, type Ratios } from './ratioStatistics.ts';

export interface Tokens {
  readonly advantage: Float64Array;
  /** ρ = π_θ/μ; absent without ℓμ. */
  readonly total: Ratios | undefined;
  /** w = π_prox/μ; absent without ℓμ or ℓp. */
  readonly behave: Ratios | undefined;
  /**
   * The ratio that the method's clip looks at: to ℓp where the method asks for one, else to ℓμ. Absent for a method
   * without a clip, and where the facts have no anchor.
   */
  readonly clip: Ratios | undefined;
}

export function tokensOf(facts: Facts, settings: LearningSettings): Tokens {
  const { mask } = facts;
  const kept = (values: Float64Array | undefined): Float64Array | undefined =>
    values && counted(values, mask);
  const [theta, prox, behave] = [kept(facts.logpTheta)!, kept(facts.logpProx), kept(facts.logpBehave)];
  const total = behave && ratio(theta, behave);
  const clips = objectives[settings.objective.name].settings.includes('clipHigh');
  const anchored = needsOf(settings).prox ? prox && ratio(theta, prox) : total;
  return {
    advantage: counted(facts.advantage, mask),
    total,
    behave: behave && prox && ratio(prox, behave),
    clip: clips ? anchored : undefined,
  };
}

function ratio(a: Float64Array, b: Float64Array): Ratios {
  const logs = new Float64Array(a.length);
  for (let t = 0; t < logs.length; t++) logs[t] = logRatio(a[t]!, b[t]!);
  return ratiosOf(logs);
}
