import { describe, expect, it } from 'vitest';
import { covering } from './covering.ts';

const factors = {
  width: [6, 8, 9, 10],
  heads: [1, 2, 3, 4, 5],
  layers: [1, 2, 3],
  deep: [false, true],
};
const fits = ({ heads = 1, width = heads }: { heads?: number; width?: number }): boolean =>
  width % heads === 0;

describe('covering', () => {
  it('holds every value', () => {
    const cases = covering(factors, 1, fits);
    for (const [name, values] of Object.entries(factors)) {
      for (const value of values) {
        expect(cases.some((row) => row[name as keyof typeof factors] === value)).toBe(true);
      }
    }
    expect(cases.every(fits)).toBe(true);
    expect(cases.length).toBeLessThan(8);
  });

  it('holds every pair that is allowed, in few cases', () => {
    const cases = covering(factors, 2, fits);
    expect(cases.every(fits)).toBe(true);
    for (const width of factors.width) {
      for (const heads of factors.heads) {
        const found = cases.some((row) => row.width === width && row.heads === heads);
        expect(found, `${width} ${heads}`).toBe(width % heads === 0);
      }
      for (const layers of factors.layers) {
        expect(cases.some((row) => row.width === width && row.layers === layers)).toBe(true);
      }
    }
    for (const layers of factors.layers) {
      for (const deep of factors.deep) {
        expect(cases.some((row) => row.layers === layers && row.deep === deep)).toBe(true);
      }
    }
    // The widest pair of factors alone needs 15.
    expect(cases.length).toBeLessThan(22);
  });

  it('says which value cannot be placed', () => {
    expect(() => covering({ a: [1, 2], b: [1] }, 1, ({ a, b }) => a !== 2 || b === undefined)).toThrow('b');
  });
});
