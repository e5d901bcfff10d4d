import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression, valueOf } from './expression.ts';

function read(text: string): number | undefined {
  const expression = parseExpression([...text]);
  return expression && valueOf(expression);
}

describe('expressions', () => {
  it.each([
    ['7', 7],
    ['12', 12],
    ['2+3', 5],
    ['2−3', -1],
    ['10−2−3', 5],
    ['10−2+3', 11],
    ['2+3×4', 14],
    ['2×3+4', 10],
    ['2×3×4', 24],
    ['9−2×3', 3],
    ['1−2×3×4+5', -18],
    ['20×3−4×5', 40],
  ])('%s is %i', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(['', '+', '2+', '+2', '2++3', '2+−3', '02+3', '2+0', '2 +3', '2=2', '2·', '(2+3)', '2,3', '2-3'])(
    '"%s" is none',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('agree with JavaScript’s own reading', () => {
    const number = fc.integer({ min: 1, max: 99 });
    const operator = fc.constantFrom('+' as const, '−' as const, '×' as const);
    fc.assert(
      fc.property(number, fc.array(fc.tuple(operator, number), { maxLength: 5 }), (first, rest) => {
        const text = [first, ...rest.flat()].join('');
        const script = text.replaceAll('−', '-').replaceAll('×', '*');
        expect(read(text)).toBe(Function(`return ${script}`)());
      }),
    );
  });
});
