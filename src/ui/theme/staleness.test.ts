import { describe, expect, it } from 'vitest';
import { colourOf, stalenessGradient, STALENESS_LAGS } from './staleness.ts';

/** Relative luminance of an sRGB hexadecimal colour (WCAG 2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe('the staleness scale', () => {
  it('darkens from each half-doubling of lag to the next, so that the order survives without hue', () => {
    const lags = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
    for (const [index, lag] of lags.entries()) {
      if (index > 0) expect(luminance(colourOf(lag))).toBeLessThan(luminance(colourOf(lags[index - 1]!)));
    }
  });

  it('tells the first four lags well apart', () => {
    for (let lag = 1; lag <= 3; lag++)
      expect(luminance(colourOf(lag)) / luminance(colourOf(lag - 1))).toBeLessThan(0.92);
  });

  it('holds its ends and survives no data', () => {
    expect(colourOf(-1)).toBe(colourOf(0));
    expect(colourOf(NaN)).toBe(colourOf(0));
    expect(colourOf(1e9)).toBe(colourOf(64));
  });

  it('shows the same stops in the gradient', () => {
    for (const lag of STALENESS_LAGS) expect(stalenessGradient).toContain(colourOf(lag));
  });
});
