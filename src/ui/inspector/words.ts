/** Numbers and states of the inspector in words. */
import { gateKinds } from '../../learning/lens/gates.ts';
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';
import { gatesAt, type Row } from './rows.ts';

export const NO_NUMBER = '–';

/** Few digits, never an exponent where a person can do without: "1.24", "0.031", "214". */
export function ratioText(ratio: number): string {
  if (!Number.isFinite(ratio)) return NO_NUMBER;
  if (ratio >= 100) return ratio.toFixed(0);
  if (ratio >= 10) return ratio.toFixed(1);
  return ratio >= 0.095 ? ratio.toFixed(2) : ratio.toPrecision(2);
}

/** With its sign, a true minus: "+0.87", "−1.20", "0". */
export function signedText(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(digits)}`;
}

export function plainText(value: number, digits = 4): string {
  return Number.isFinite(value) ? value.toFixed(digits).replace('-', '−') : NO_NUMBER;
}

export function rewardText(reward: number): string {
  return Number.isInteger(reward) ? String(reward) : reward.toFixed(2);
}

/** What a gate means, by the objectives' names; of one that is not here the lens knows what sort of rule it is. */
const gateWords: Readonly<Record<string, { readonly short: string; readonly long?: string }>> = {
  clip_high: {
    short: '↑ cut',
    long: 'Cut at the upper bound: the ratio is above it and A > 0, so the token gets no gradient.',
  },
  clip_low: {
    short: '↓ cut',
    long: 'Cut at the lower bound: the ratio is below it and A < 0, so the token gets no gradient.',
  },
  clamped: {
    short: '⊘ flat',
    long: 'The log-ratio lies beyond the numeric clamp of ±20, where the derivative is 0.',
  },
  masked: { short: '✕ mask' },
  rejected: { short: '✕ out' },
  correction_rejected: { short: '✕ out' },
  correction_zeroed: { short: '✕ zero' },
  truncated: { short: '⊤ cap' },
  correction_truncated: { short: '⊤ cap' },
  weight_above_cap: { short: '⊤ cap' },
  cap_high: { short: '↑ cap' },
  cap_low: { short: '↓ cap' },
  dual_clip: { short: '↓ dual' },
  veto: { short: '✕ veto' },
};

export function gateShort(name: string): string {
  return gateWords[name]?.short ?? `◆ ${gateKinds[name] ?? 'gate'}`;
}

export function gateLong(name: string): string {
  return (
    gateWords[name]?.long ??
    `The ${gateKinds[name] ?? 'gate'} “${name.replaceAll('_', ' ')}” of the objective acted on this token.`
  );
}

export function pushWords(coefficient: number): string {
  if (coefficient === 0) return 'This token is left as it is.';
  return coefficient > 0
    ? 'The update makes this token likelier.'
    : 'The update makes this token less likely.';
}

export function ageWords(staleness: number): string {
  return staleness === 0 ? 'fresh' : `${staleness} ${staleness === 1 ? 'version' : 'versions'} behind`;
}

/** The same, short. */
export function behindWords(staleness: number): string {
  return staleness === 0 ? 'fresh' : `${staleness} behind`;
}

/** A sample in a sentence, for screen readers. */
export function sampleWords({ batch, index, reward, ratio, oldest, cut }: Row): string {
  const { group, member, update } = batch;
  return (
    `Prompt ${group[index]}, answer ${member[index]! + 1}, update ${update}: reward ${rewardText(reward)}, ` +
    `oldest token ${ageWords(oldest)}, ratio furthest from 1: ${ratioText(ratio)}, ${cut} ${cut === 1 ? 'token' : 'tokens'} clipped.`
  );
}

/** A token in a sentence, for screen readers. @param at of the batch's token columns */
export function tokenWords(batch: BatchDetails, glyph: string, at: number, place: string): string {
  const gates = gatesAt(batch, at);
  if (batch.mask[at] === 0) return `${glyph}, ${place}, not trained on.`;
  return (
    `${glyph}, ${place}: ratio ${ratioText(batch.ratio[at]!)}, ${ageWords(batch.staleness[at]!)}, ` +
    `advantage ${signedText(batch.advantage[at]!)}${gates.length === 0 ? '' : `, ${gates.map(gateShort).join(', ')}`}.`
  );
}
