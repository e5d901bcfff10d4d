import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Colours of a theme: those of its own block, over those that hold for all. */
function coloursOf(theme: string): Map<string, string> {
  const blocks = css.matchAll(/^:root([^{]*)\{([^}]*)\}/gm);
  const colours = new Map<string, string>();
  for (const [, selector, body] of blocks) {
    if (selector!.includes('data-theme') && !selector!.includes(`'${theme}'`)) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)) {
      colours.set(name!, value!);
    }
  }
  return colours;
}

/** Relative luminance of an sRGB hexadecimal colour (WCAG 2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

const TEXT = ['ink', 'ink-soft', 'ink-faint', 'accent', 'good', 'warn', 'bad', 'chart-axis'];
const SURFACES = ['page', 'surface', 'surface-raised', 'surface-sunken', 'hover'];
const MARKS = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6', 'positive', 'negative'];

describe.each([
  ['light', 4.5],
  ['dark', 4.5],
  // Read from afar, on a screen that is never black: the enhanced contrast of WCAG 2.
  ['projector', 7],
] as const)('the %s theme', (theme, least) => {
  const colours = coloursOf(theme);
  const of = (name: string): string => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`no colour --${name}`);
    return colour;
  };

  it.each(TEXT)('can be read on every surface: %s', (text) => {
    for (const surface of SURFACES) {
      expect(contrast(of(text), of(surface)), `on ${surface}`).toBeGreaterThanOrEqual(least);
    }
  });

  it('tells every curve and every border of a control from what is behind it', () => {
    for (const mark of [...MARKS, 'line-strong']) {
      expect(contrast(of(mark), of('surface')), mark).toBeGreaterThanOrEqual(3);
    }
  });

  it('can be read on its own accent and on the tints of its messages', () => {
    expect(contrast(of('accent-ink'), of('accent'))).toBeGreaterThanOrEqual(least);
    for (const tint of ['good', 'warn', 'bad']) {
      expect(contrast(of(tint), of(`${tint}-soft`)), tint).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of('ink-soft'), of(`${tint}-soft`)), `ink on ${tint}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
