import { describe, expect, it } from 'vitest';
import type { Cosine } from '../../../../runtime/lens/cosine.ts';
import { saidOf } from './said.ts';

const sizes = { answers: 256, fresh: 4096 };
const plain = { value: 0.4, low: 0.3, high: 0.5 };
/** Noise has a tenth of the squared length. */
const clear = { plain: Math.sqrt(1.1), corrected: 1 };

function cosine(corrected: Cosine['corrected'], norm = clear, freshNorm = clear): Cosine {
  return { plain, norm, freshNorm, ...(corrected && { corrected }) };
}

describe('what is said of a cosine', () => {
  it('is the one without noise where that says something, and never more than a cosine can be', () => {
    expect(saidOf(cosine({ value: 0.7, low: 0.6, high: 0.8 }), sizes)).toEqual({
      measured: 0.4,
      corrected: { value: 0.7, low: 0.6, high: 0.8 },
    });
    expect(saidOf(cosine({ value: 1.02, low: 0.9, high: 1.14 }), sizes).corrected).toEqual({
      value: 1,
      low: 0.9,
      high: 1,
    });
  });

  it.each([
    ['no interval', { value: 1.77, low: NaN, high: NaN }],
    ['too wide an interval', { value: 1.16, low: -2.13, high: 4.45 }],
    ['beyond 1 altogether', { value: 1.4, low: 1.1, high: 1.7 }],
    ['none', undefined],
  ])('is what was measured alone, and how many answers it would take: %s', (_, corrected) => {
    // Noise as long as the gradient: a quarter of that takes four times as many answers.
    const said = saidOf(cosine(corrected, { plain: Math.SQRT2, corrected: 1 }), sizes);
    expect(said).toEqual({
      measured: 0.4,
      words: 'this batch is too small to tell; about 1,000 answers would do',
    });
  });

  it('gives no number where the gradient does not show at all, and names the side that is too small', () => {
    const drowned = { plain: 1, corrected: 0 };
    expect(saidOf(cosine(undefined, drowned), sizes).words).toMatch(/or to say how many/);
    expect(saidOf(cosine(undefined, clear, drowned), sizes).words).toMatch(/^too few fresh answers/);
    expect(saidOf(cosine({ value: 0.5, low: -1, high: 2 }), sizes).words).toMatch(/prompts differ/);
  });
});
