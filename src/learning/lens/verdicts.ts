/**
 * What a method does to each token, beside REINFORCE, which would give it its advantage:
 *
 *   left out          mask 0: the objective never sees it
 *   nothing to learn  A = 0 and c = 0
 *   moved             A = 0 and c ≠ 0: by advantages of the method's own, or by a pull towards another policy
 *   dropped           A ≠ 0 and c = 0
 *   reversed          c·A < 0
 *   capped            a cap, a clip or a fading gate acted, and something is left
 *   weakened          |c| < 0.99 |A|, by nothing but its ratio or weight
 *   amplified         |c| > 1.01 |A|, likewise
 *   kept              else
 *
 * A method that makes advantages of its own (`own`) is compared with the group's advantage all the same, so that its verdicts
 * speak of both. One whose loss is that of whole answers (`whole`) gives every token its answer's coefficient.
 */
import type { Evaluation, LearningSettings } from '../objectives/contract.ts';
import { objectives } from '../objectives/index.ts';
import type { LensFacts } from './contract.ts';
import { FOUND, gateKinds, inOrder } from './gates.ts';

export const VERDICTS = [
  'dropped',
  'capped',
  'weakened',
  'kept',
  'amplified',
  'reversed',
  'nothing to learn',
  'moved',
  'left out',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface TokenVerdict {
  /** c */
  readonly coefficient: number;
  /** A: what REINFORCE would give. */
  readonly baseline: number;
  readonly verdict: Verdict;
  /** The gates that acted, in the order of `gateKinds`: the first of a dropped token's is who zeroed it. */
  readonly by: readonly string[];
}

/** What of a method's verdicts is to be read with care. */
export type Reading = 'token' | 'own' | 'whole';

/** Relative: what nobody could tell from the advantage counts as the advantage. */
const SAME = 0.01;

/** @returns 1 for tokens whose push a gate limits; it may have taken all of it */
export function limitedTokens(gates: Evaluation['gates'], tokens: number): Uint8Array {
  const limited = new Uint8Array(tokens);
  for (const [name, gate] of Object.entries(gates)) {
    if (!limits(name)) continue;
    for (let t = 0; t < tokens; t++) limited[t]! |= gate[t]!;
  }
  return limited;
}

/** The cap of decoupled PPO's weight is a mask in one of its forms, and then nothing is left. */
function limits(gate: string): boolean {
  const kind = gateKinds[gate];
  return kind === 'cap' || kind === 'clip' || kind === 'fading' || gate === 'weight_above_cap';
}

/**
 * Of a token that counts.
 * @param limited whether a gate limits its push (`limitedTokens`)
 */
export function verdictOf(
  advantage: number,
  coefficient: number,
  limited: boolean,
): Exclude<Verdict, 'left out'> {
  if (advantage === 0) return coefficient === 0 ? 'nothing to learn' : 'moved';
  if (coefficient === 0) return 'dropped';
  if (coefficient < 0 !== advantage < 0) return 'reversed';
  if (limited) return 'capped';
  const [size, full] = [Math.abs(coefficient), Math.abs(advantage)];
  if (size < full * (1 - SAME)) return 'weakened';
  return size > full * (1 + SAME) ? 'amplified' : 'kept';
}

/** `own`: its advantages are its own; `whole`: its coefficients are those of whole answers; `token`: neither. */
export function readingOf({ objective, sapo }: LearningSettings): Reading {
  const { ownAdvantages, whole } = objectives[objective.name];
  if (ownAdvantages) return 'own';
  return whole || (objective.name === 'sapo' && sapo.level === 'sequence') ? 'whole' : 'token';
}

/** What a reading means, in a sentence; nothing where verdicts are as they say. */
export const readingWords: Readonly<Record<Reading, string | undefined>> = {
  token: undefined,
  own: 'This method makes advantages of its own from rewards, so that its numbers differ from the advantage even where nothing holds it back.',
  whole: 'This method judges whole answers: a token’s number is that of its answer.',
};

/**
 * Of every token.
 * @param facts that the evaluation is of
 * @param oldest the staleness limit that masked tokens (`schedule` of an experiment), where it is known
 */
export function verdictsOf(
  settings: LearningSettings,
  facts: LensFacts,
  evaluation: Pick<Evaluation, 'coefficients' | 'gates'>,
  oldest = Infinity,
): readonly TokenVerdict[] {
  const names = Object.keys(evaluation.gates);
  const limited = limitedTokens(evaluation.gates, facts.mask.length);
  return Array.from(facts.mask, (counts, t): TokenVerdict => {
    const coefficient = evaluation.coefficients[t]!;
    const baseline = facts.advantage[t]!;
    if (!counts) {
      const tooOld = facts.staleness !== undefined && facts.staleness[t]! > oldest;
      return { coefficient, baseline, verdict: 'left out', by: [tooOld ? FOUND.overAge : FOUND.leftOut] };
    }
    const verdict = verdictOf(baseline, coefficient, limited[t] === 1);
    const acted = names.filter((name) => evaluation.gates[name]![t] === 1);
    if (verdict === 'dropped' && !acted.some((name) => zeroes(name, settings))) acted.push(FOUND.fadedOut);
    return { coefficient, baseline, verdict, by: inOrder(acted) };
  });
}

/** Gates that leave a token some gradient. */
const MILD: ReadonlySet<string> = new Set([
  'narrowed',
  'cap_high',
  'cap_low',
  'truncated',
  'correction_truncated',
  'rho_cut',
  'faded',
  'reversed',
  'outside_band',
]);

function zeroes(gate: string, settings: LearningSettings): boolean {
  if (gate === 'covariance') return settings.objective.name === 'clip-cov';
  if (gate === 'weight_above_cap') return settings['decoupled-ppo'].filter === 'mask';
  return !MILD.has(gate);
}
