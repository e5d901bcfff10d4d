/**
 * Who acts on a token: every gate that a method or a correction emits, and those that the lens finds itself where a token
 * is lost without a gate, in the order in which they are named: what leaves a token out first, what flattens it last.
 */

/** What sort of rule a gate is, in words for a column of a table. */
export type GateKind =
  | 'staleness limit'
  | 'loss mask'
  | 'importance mask'
  | 'trust region'
  | 'budget'
  | 'veto'
  | 'reward'
  | 'entropy'
  | 'clip'
  | 'cap'
  | 'fading'
  | 'numeric clamp';

/** Of gates that the lens finds itself; the others are the methods' own names. */
export const FOUND = {
  /** Masked, and older than the limit. */
  overAge: 'over_age',
  /** Masked for another reason. */
  leftOut: 'left_out',
  /** c = 0 by a weight that is 0 in the numbers that there are. */
  fadedOut: 'faded_out',
} as const;

/** In the order in which they are named. */
export const gateKinds: Readonly<Record<string, GateKind>> = {
  [FOUND.overAge]: 'staleness limit',
  [FOUND.leftOut]: 'loss mask',
  failed: 'reward',
  correction_rejected: 'importance mask',
  correction_zeroed: 'importance mask',
  rejected: 'importance mask',
  discrepancy: 'importance mask',
  weight_above_cap: 'importance mask',
  veto: 'veto',
  second_moment: 'budget',
  prefix_budget: 'budget',
  token_threshold: 'trust region',
  masked: 'trust region',
  covariance: 'entropy',
  dual_clip: 'clip',
  delta: 'clip',
  clip_high: 'clip',
  clip_low: 'clip',
  narrowed: 'clip',
  cap_high: 'cap',
  cap_low: 'cap',
  truncated: 'cap',
  rho_cut: 'cap',
  correction_truncated: 'cap',
  faded: 'fading',
  reversed: 'fading',
  [FOUND.fadedOut]: 'fading',
  outside_band: 'entropy',
  clamped: 'numeric clamp',
};

const RANKS = new Map(Object.keys(gateKinds).map((name, rank) => [name, rank] as const));

/** Gates by their order above; a gate that is not known comes last. */
export function inOrder(names: readonly string[]): string[] {
  return [...names].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(name: string): number {
  return RANKS.get(name) ?? Infinity;
}
