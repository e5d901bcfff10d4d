/** The counted tokens of facts, without gaps, with the ratios that diagnostics speak of. Made once, read by all. */
import type { Facts } from '../objectives/contract.ts';
import { logRatio } from '../objectives/ratios.ts';
import { counted, ratiosOf, type Ratios } from './ratioStatistics.ts';

export interface Tokens {
  readonly advantage: Float64Array;
  /** ρ = π_θ/μ; absent without ℓμ. */
  readonly total: Ratios | undefined;
  /** w = π_prox/μ; absent without ℓμ or ℓp. */
  readonly behave: Ratios | undefined;
  /** r = π_θ/π_prox; absent without ℓp. */
  readonly proximal: Ratios | undefined;
}

/** @param proximal whether r is asked for */
export function tokensOf(facts: Facts, proximal: boolean): Tokens {
  const { mask } = facts;
  const kept = (values: Float64Array | undefined): Float64Array | undefined =>
    values && counted(values, mask);
  const [theta, prox, behave] = [kept(facts.logpTheta)!, kept(facts.logpProx), kept(facts.logpBehave)];
  return {
    advantage: counted(facts.advantage, mask),
    total: behave && ratio(theta, behave),
    behave: behave && prox && ratio(prox, behave),
    proximal: proximal ? prox && ratio(theta, prox) : undefined,
  };
}

function ratio(a: Float64Array, b: Float64Array): Ratios {
  const logs = new Float64Array(a.length);
  for (let t = 0; t < logs.length; t++) logs[t] = logRatio(a[t]!, b[t]!);
  return ratiosOf(logs);
}
