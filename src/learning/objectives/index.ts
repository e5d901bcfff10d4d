/**
 * The objectives by the value of `objective.name`, and the one function by which learner, lens, command and tests
 * evaluate them.
 *
 * - `methods/` one file a method
 * - what several share: `clipping.ts`, `surrogates.ts`, `ratios.ts`, `sequences.ts`, `anchors.ts`, `weighting.ts` (TIS, MIS, …),
 *   `discrepancy.ts`, `adaptiveTrust.ts` (SAT), `probabilityMasks.ts` and `probabilityTerms.ts` (DPPO, CPPO, prime-rl),
 *   `covariance.ts`, `entropySmoothing.ts` (EPO), `returns.ts` (GAE, V-trace), `valueLoss.ts`, `klEstimators.ts`
 * - tests of all methods: `identities/` (sheet §37), `rules/` (§39), `golden/`, and beside this file
 * - around them: `correction.ts`, `aggregation.ts`; terms that any can carry: `term.ts`, `entropyBonus.ts`, `klPenalty.ts`
 */
import { type Aggregation, aggregate, scaleRows, tokenWeights } from './aggregation.ts';
import type {
  Evaluation,
  Facts,
  LearningSettings,
  MethodSettings,
  Needs,
  Objective,
  TokenTerms,
} from './contract.ts';
import { correct, correctionActive, correctionNeeds } from './correction.ts';
import { entropyBonus } from './entropyBonus.ts';
import { klPenalty, penalisesRewards } from './klPenalty.ts';
import { type AnyObjective, objectives } from './methods/index.ts';
import { withClamp } from './ratios.ts';
import { addTerm, type Term } from './term.ts';

export { type AnyObjective, objectives } from './methods/index.ts';
export type {
  Distributions,
  Evaluation,
  Facts,
  LearningSettings,
  MethodName,
  Needs,
  Objective,
  Status,
} from './contract.ts';

/** What any of them can carry beside its own loss. */
const terms: readonly Term[] = [entropyBonus, klPenalty];

/** The settings as the chosen method reads them: the shared ones, its own laid over them. */
export function methodSettings(settings: LearningSettings): MethodSettings {
  const { group } = objectives[settings.objective.name];
  return group === undefined ? settings.objective : { ...settings.objective, ...settings[group] };
}

/** Whether a method clips a ratio: its gates `clip_high` and `clip_low` say where. */
export function clipsRatio({ clips, settings }: Pick<AnyObjective, 'clips' | 'settings'>): boolean {
  return clips === true || settings.includes('clipHigh');
}

/** What the chosen method alone has to know, without what is laid over it. */
export function methodNeeds(settings: LearningSettings): Needs {
  return methodOf(settings).needs(methodSettings(settings));
}

/** What has to be computed before `evaluateObjective` under these settings: the method's needs and that of its corrections and terms. */
export function needsOf(settings: LearningSettings): Needs {
  const own: Needs = {
    ...correctionNeeds(settings.correction),
    ...methodNeeds(settings),
    ...(penalisesRewards(settings) && { reference: true }),
  };
  return terms
    .filter((term) => term.active(settings))
    .reduce<Needs>((needs, term) => ({ ...needs, ...term.needs(settings) }), own);
}

/** How the losses of tokens become one under these settings. */
export function aggregationOf(settings: LearningSettings): Aggregation {
  const { aggregation } = settings.objective;
  return aggregation === 'as-published' ? methodOf(settings).aggregation : aggregation;
}

/**
 * The method named in the settings, plus every term that they switch on.
 *
 * @param facts the whole optimiser batch, with all that `needsOf(settings)` names
 * @param detached what stop-gradient terms read; differs from `facts` in tests alone
 * @throws Error when a needed fact is missing
 */
export function evaluateObjective(
  facts: Facts,
  settings: LearningSettings,
  detached: Facts = facts,
): Evaluation {
  return withClamp(settings.objective.ratioClamp, () => evaluate(facts, settings, detached));
}

function evaluate(facts: Facts, settings: LearningSettings, detached: Facts): Evaluation {
  const method = methodOf(settings);
  let tokens = method.terms(facts, methodSettings(settings), detached);
  if (correctionActive(settings.correction)) {
    tokens = correct(tokens, facts, detached, settings.correction, tokens.whole ?? method.whole === true);
  }
  const rules = { ...settings.objective, aggregation: aggregationOf(settings) };
  const weights = tokenWeights(facts, rules, keptTokens(facts, settings, tokens));
  let evaluation: Evaluation = {
    ...aggregate(weights, tokens.losses, tokens.coefficients),
    coefficients: tokens.coefficients,
    gates: tokens.gates,
    metrics: tokens.metrics,
    ...(tokens.logits && { logitRows: scaleRows(tokens.logits, weights) }),
    ...(tokens.values && { valueGradient: scaleRows(tokens.values.gradient, weights) }),
  };
  if (tokens.values)
    evaluation = { ...evaluation, loss: evaluation.loss + dot(weights, tokens.values.losses) };
  for (const term of terms) {
    if (term.active(settings)) {
      evaluation = addTerm(evaluation, term.evaluate(facts, settings, weights, detached));
    }
  }
  return evaluation;
}

/** Methods are only ever called with the settings of their own group, which `methodSettings` sees to. */
function methodOf(settings: LearningSettings): Objective {
  return objectives[settings.objective.name] as Objective;
}

function keptTokens(
  facts: Facts,
  settings: LearningSettings,
  { rejected }: TokenTerms,
): Uint8Array | undefined {
  if (rejected === undefined || settings.objective.rejectedTokens === 'keep') return undefined;
  return facts.mask.map((counts, t) => (counts && !rejected[t] ? 1 : 0));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < a.length; t++) if (a[t] !== 0) sum += a[t]! * b[t]!;
  return sum;
}
