/**
 * Corrections that any objective can carry (sheet §14): every token's loss times a constant weight, tokens rejected, from
 * the rules of `weighting.ts` that the `correction` settings switch on. Weights of several rules multiply.
 *
 * A method whose loss is that of a whole sequence (`whole`) is weighted by the mean of its tokens' weights, since its
 * gradient is not that of its tokens one by one; rejected tokens count there as weight 0.
 */
import type { SettingValues } from '../../experiment/settings/index.ts';
import type { Facts, Needs, TokenTerms } from './contract.ts';
import { ratioOf } from './ratios.ts';
import { broadcast, sequenceMeans } from './sequences.ts';
import { shareOf } from './surrogates.ts';
import {
  accept,
  bandPass,
  bandPassBy,
  divergences,
  geometricMeans,
  largestRatios,
  offPolicySequences,
  sequenceProducts,
  truncate,
  type Weighting,
  weightNeeds,
  weightRatios,
} from './weighting.ts';

export type CorrectionSettings = SettingValues['correction'];

const METHOD = 'The correction';

/** A rule may also give weight 0 to tokens that stay in the mask. */
interface Rule extends Weighting {
  readonly zeroed?: Uint8Array | undefined;
}

export function correctionActive({ token, sequence, rejection, opsm }: CorrectionSettings): boolean {
  return token !== 'none' || sequence !== 'none' || rejection !== 'none' || opsm > 0;
}

export function correctionNeeds(settings: CorrectionSettings): Needs {
  return correctionActive(settings) ? weightNeeds(settings.ratio) : {};
}

/** The terms with losses, coefficients and logit rows weighted; value losses stay as they are. */
export function correct(
  terms: TokenTerms,
  facts: Facts,
  detached: Facts,
  settings: CorrectionSettings,
  whole: boolean,
): TokenTerms {
  const { mask } = facts;
  const { weights, rejected, zeroed, truncated } = combined(facts, detached, settings);
  const factors = whole ? broadcast(facts, sequenceMeans(facts, weights)) : weights;
  const rows = (terms.logits?.length ?? 0) / Math.max(1, mask.length);
  const left = terms.rejected ? rejected.map((out, t) => out | terms.rejected![t]!) : rejected;
  return {
    ...terms,
    losses: terms.losses.map((loss, t) => (mask[t] ? loss * factors[t]! : 0)),
    coefficients: terms.coefficients.map((c, t) => (mask[t] ? c * factors[t]! : 0)),
    ...(terms.logits && { logits: terms.logits.map((z, k) => z * factors[Math.floor(k / rows)]!) }),
    gates: {
      ...terms.gates,
      correction_rejected: rejected,
      correction_zeroed: zeroed,
      correction_truncated: truncated,
    },
    ...(whole ? terms.rejected && { rejected: terms.rejected } : { rejected: left }),
    metrics: {
      ...terms.metrics,
      ...shareOf('correction_rejected_ratio', rejected, mask),
      ...shareOf('correction_truncated_ratio', truncated, mask),
    },
  };
}

function combined(facts: Facts, detached: Facts, settings: CorrectionSettings) {
  const { mask } = facts;
  const omega = weightRatios(detached, settings.ratio, METHOD);
  const rules: readonly Rule[] = [
    tokenRule(omega, settings, mask),
    sequenceRule(facts, omega, settings),
    rejectionRule(facts, omega, settings),
    offPolicyRule(facts, detached, settings),
  ].filter((rule) => rule !== undefined);
  const weights = Float64Array.from(mask, (counts) => (counts ? 1 : 0));
  const rejected = new Uint8Array(mask.length);
  const zeroed = new Uint8Array(mask.length);
  const truncated = new Uint8Array(mask.length);
  for (const rule of rules) {
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      weights[t]! *= rule.weights[t]!;
      rejected[t]! |= rule.rejected?.[t] ?? 0;
      zeroed[t]! |= rule.zeroed?.[t] ?? 0;
      truncated[t]! |= rule.truncated?.[t] ?? 0;
    }
  }
  if (settings.normalise) divideByMean(weights, mask);
  return { weights, rejected, zeroed, truncated };
}

function tokenRule(omega: Float64Array, settings: CorrectionSettings, mask: Uint8Array): Rule | undefined {
  const band = { low: settings.tokenLow, high: settings.tokenHigh };
  switch (settings.token) {
    case 'none':
      return undefined;
    case 'truncate':
      return truncate(omega, band.high, mask);
    case 'zero': {
      // Out of the band the weight is 0, but the token stays in the mask: nothing is rejected.
      const { weights, rejected: zeroed } = bandPass(omega, band, mask);
      return { weights, zeroed };
    }
    case 'reject':
      return bandPass(omega, band, mask);
  }
}

/** Drift is that of the current policy, whatever ratio the weights are of. */
function offPolicyRule(facts: Facts, detached: Facts, { opsm }: CorrectionSettings): Weighting | undefined {
  if (opsm === 0) return undefined;
  return offPolicySequences(facts, detached, weightRatios(detached, 'total', METHOD), opsm);
}

function sequenceRule(
  facts: Facts,
  omega: Float64Array,
  settings: CorrectionSettings,
): Weighting | undefined {
  const { sequenceLow: low, sequenceHigh: high } = settings;
  switch (settings.sequence) {
    case 'none':
      return undefined;
    case 'truncate':
      return truncate(sequenceProducts(facts, omega), high, facts.mask);
    case 'reject':
      return bandPass(sequenceProducts(facts, omega), { low, high }, facts.mask);
    case 'geometric':
      return truncate(geometricMeans(facts, omega), high, facts.mask);
    // areal's weight is the geometric mean whatever ratio its threshold is put to (sheet §39).
    case 'geometric-mean':
      return bandPass(geometricMeans(facts, omega), { low, high }, facts.mask);
    case 'geometric-sum':
      return bandPassBy(
        geometricMeans(facts, omega),
        sequenceProducts(facts, omega),
        { low, high },
        facts.mask,
      );
    case 'geometric-max':
      return bandPassBy(geometricMeans(facts, omega), largestRatios(facts, omega), { low, high }, facts.mask);
  }
}

function rejectionRule(
  facts: Facts,
  omega: Float64Array,
  settings: CorrectionSettings,
): Weighting | undefined {
  const { rejection, rejectionLevel, rejectionDirection, rejectionThreshold: threshold } = settings;
  if (rejection === 'none') return undefined;
  if (rejection === 'geometric') {
    const band = { low: 1 - threshold, high: 1 + threshold };
    return accept(geometricMeans(facts, omega).map(ratioOf), band, facts.mask);
  }
  const rules = { estimator: rejection, level: rejectionLevel, direction: rejectionDirection };
  const statistic = divergences(facts, omega, rules);
  return accept(statistic, { low: -Infinity, high: threshold }, facts.mask);
}

/** Weights of mean 1 over counted tokens; all zero where all are. */
function divideByMean(weights: Float64Array, mask: Uint8Array): void {
  let sum = 0;
  let count = 0;
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    sum += weights[t]!;
    count += 1;
  }
  if (sum === 0) return;
  for (let t = 0; t < mask.length; t++) weights[t]! *= count / sum;
}
