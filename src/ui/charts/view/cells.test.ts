import { describe, expect, it } from 'vitest';
import { nextCell } from './cells.ts';

describe('keys on a picture of cells', () => {
  it('begin at an end and stay inside', () => {
    expect(nextCell('ArrowRight', undefined, 5, 1)).toEqual({ column: 0, row: 0 });
    expect(nextCell('ArrowLeft', undefined, 5, 1)).toEqual({ column: 4, row: 0 });
    expect(nextCell('End', { column: 1, row: 0 }, 5, 1)).toEqual({ column: 4, row: 0 });
    const last = { column: 4, row: 0 };
    expect(nextCell('ArrowRight', last, 5, 1)).toBe(last);
  });

  it('go up and down where there are rows, and along the columns where there is one', () => {
    expect(nextCell('ArrowRight', undefined, 5, 43)).toEqual({ column: 0, row: 21 });
    expect(nextCell('ArrowUp', { column: 2, row: 21 }, 5, 43)).toEqual({ column: 2, row: 20 });
    expect(nextCell('ArrowDown', { column: 2, row: 42 }, 5, 43)).toEqual({ column: 2, row: 42 });
    expect(nextCell('ArrowUp', { column: 2, row: 0 }, 5, 1)).toEqual({ column: 3, row: 0 });
  });

  it('let go by Escape and leave other keys to others', () => {
    const cell = { column: 2, row: 1 };
    expect(nextCell('Escape', cell, 5, 3)).toBeUndefined();
    expect(nextCell('s', cell, 5, 3)).toBe(cell);
  });
});
