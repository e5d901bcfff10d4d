/**
 * How a token looks in each way of colouring: a colour for its bar and tint, and a short value below its glyph, so
 * that nothing is told by colour alone.
 */
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';
import { colourOf } from '../theme/staleness.ts';
import { gatesAt } from './rows.ts';
import { gateShort, ratioText, signedText } from './words.ts';

export const colourings = {
  staleness: 'Staleness',
  ratio: 'Ratio',
  clip: 'Clip',
  advantage: 'Advantage',
} as const;
export type Colouring = keyof typeof colourings;

export interface Look {
  /** A CSS colour; undefined = none. */
  readonly colour: string | undefined;
  readonly value: string;
}

/** Ratios of 4 and ¼, and beyond, have the full colour. */
const FULL_RATIO = Math.log(4);
const PLAIN: Look = { colour: undefined, value: '' };

/** @param strongest largest |A| on the screen, which has the full colour */
export function lookOf(batch: BatchDetails, at: number, colouring: Colouring, strongest: number): Look {
  if (batch.mask[at] === 0) return PLAIN;
  switch (colouring) {
    case 'staleness':
      return { colour: colourOf(batch.staleness[at]!), value: String(batch.staleness[at]) };
    case 'ratio': {
      const ratio = batch.ratio[at]!;
      return { colour: signed(Math.log(ratio) / FULL_RATIO), value: ratioText(ratio) };
    }
    case 'clip': {
      const [gate] = gatesAt(batch, at);
      return gate === undefined
        ? { colour: undefined, value: '·' }
        : { colour: 'var(--warn)', value: gateShort(gate) };
    }
    case 'advantage': {
      const advantage = batch.advantage[at]!;
      const share = strongest > 0 ? advantage / strongest : 0;
      return { colour: signed(share), value: signedText(advantage, 1) };
    }
  }
}

/** @param share −1 … 1: the sign has the hue, the size the strength */
function signed(share: number): string | undefined {
  const strength = Math.min(1, Math.abs(share));
  if (!(strength > 0.02)) return undefined;
  const hue = share > 0 ? 'var(--positive)' : 'var(--negative)';
  return `color-mix(in srgb, ${hue} ${Math.round(30 + 70 * strength)}%, var(--surface))`;
}

export function strongestAdvantage(batches: readonly BatchDetails[]): number {
  let most = 0;
  for (const { advantage, mask } of batches) {
    for (let t = 0; t < advantage.length; t++) {
      if (mask[t] === 1) most = Math.max(most, Math.abs(advantage[t]!));
    }
  }
  return most;
}
