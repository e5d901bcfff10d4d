import { describe, expect, it } from 'vitest';
import { LAG_EDGES } from '../../../telemetry/frame.ts';
import { ROWS, shadesOf, tokensIn } from './heat.ts';
import { heatTable } from './heatTable.ts';

/** Counts by column and bin of log ρ. */
function countsOf(cells: readonly (readonly [column: number, bin: number, tokens: number])[]): Float64Array {
  const counts = new Float64Array(LAG_EDGES.length * ROWS);
  for (const [column, bin, tokens] of cells) counts[column * ROWS + bin] = tokens;
  return counts;
}

/** The bin about ρ = 1. */
const MIDDLE = (ROWS - 1) / 2;
const counts = countsOf([
  [0, MIDDLE, 90],
  [0, MIDDLE + 1, 10],
  [3, 0, 1],
  [3, MIDDLE, 2],
  [3, ROWS - 1, 1],
]);

describe('the heat map', () => {
  it('shades every column by itself, thin tails included', () => {
    expect(tokensIn(counts, 3)).toBe(4);
    const shades = shadesOf(counts, 4);
    expect(shades.map(({ column, bin }) => [column, bin])).toEqual([
      [0, MIDDLE],
      [0, MIDDLE + 1],
      [3, 0],
      [3, MIDDLE],
      [3, ROWS - 1],
    ]);
    const depths = shades.map(({ depth }) => depth);
    expect(depths[0]).toBe(1);
    expect(depths[1]).toBeCloseTo(Math.sqrt(0.1 / 0.9), 12);
    expect(depths[3]).toBeCloseTo(Math.sqrt(0.5 / 0.9), 12);
    expect(shadesOf(counts, 3)).toHaveLength(2);
    expect(shadesOf(countsOf([]), 4)).toEqual([]);
  });

  it('is a table of bands on the screen, and of all its cells in a file', () => {
    const { rows } = heatTable(counts, false);
    expect(rows).toEqual([
      ['0', 100, 0, 0, 0.9, 0.1, 0],
      ['3', 4, 0.25, 0, 0.5, 0, 0.25],
    ]);
    const whole = heatTable(counts, true).rows;
    expect(whole).toHaveLength(5);
    expect(whole[2]).toEqual([3, -Infinity, -2, 1]);
    expect(whole[4]!.slice(2)).toEqual([Infinity, 1]);
  });
});
