import { describe, expect, it } from 'vitest';
import { csvOf } from './table.ts';

describe('a table as CSV', () => {
  it('has all digits, empty fields for no data, and quotes what would break it', () => {
    const csv = csvOf({
      caption: 'any',
      columns: [
        { head: 'Update', name: 'update', format: 'integer' },
        { head: 'ρ', name: 'total_imp_weight', format: 'plain' },
        { head: 'Changed', name: 'changed', format: 'text' },
      ],
      rows: [
        [1, 0.1 + 0.2, 'η 2 → 8, clip "low"'],
        [2, NaN, ''],
        [3, -Infinity, 'two\nlines'],
      ],
    });
    expect(csv).toBe(
      'update,total_imp_weight,changed\r\n' +
        '1,0.30000000000000004,"η 2 → 8, clip ""low"""\r\n' +
        '2,,\r\n' +
        '3,-Infinity,"two\nlines"\r\n',
    );
  });
});
