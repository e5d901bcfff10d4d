import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTask } from './add.ts';
import type { Prompt } from './task.ts';

const task = addTask(4);
const seed = fc.integer({ min: 0, max: 4294967295 });
const index = fc.nat(1_000_000);

function tokensOf(text: string): Int32Array {
  return Int32Array.from(text, (glyph) => task.vocabulary.indexOf(glyph));
}

/** "478+356→" and the working that is taught for it. */
function promptOf(text: string, target: string): Prompt {
  return { tokens: tokensOf(text), target: tokensOf(target), difficulty: 0 };
}

/** By whole numbers and column by column from the right, apart from the task's own loop. */
function working(a: string, b: string): string {
  return Array.from({ length: a.length }, (_, i) => {
    const modulus = 10 ** (i + 1);
    return (Number(a) % modulus) + (Number(b) % modulus) >= modulus ? '1' : '0';
  }).join('');
}

describe('add', () => {
  it('teaches the carries, units first, then the sum', () => {
    fc.assert(
      fc.property(seed, index, (s, i) => {
        const { tokens, target } = task.prompt(s, 'train', i);
        const [, a, b] = /^(\d+)\+(\d+)→$/.exec(task.render(tokens))!;
        expect(a!.length).toBe(b!.length);
        for (const number of [a!, b!]) expect(String(Number(number))).toBe(number);
        expect(task.render(target)).toBe(`${working(a!, b!)}=${Number(a) + Number(b)}·`);
      }),
    );
  });

  it('works an example as one does on paper', () => {
    // 8+6 = 14, carry 1; 7+5+1 = 13, carry 1; 4+3+1 = 8, carry 0
    expect(working('478', '356')).toBe('110');
    const found = Array.from({ length: 3000 }, (_, i) => task.prompt(3, 'train', i)).find(
      ({ tokens }) => task.render(tokens) === '8+6→',
    )!;
    expect(task.render(found.target)).toBe('1=14·');
  });

  it('draws every length equally often, so that answers have 4 to 11 tokens', () => {
    const lengths = new Map<number, number>();
    const answers = new Set<number>();
    for (let i = 0; i < 2000; i++) {
      const { tokens, target } = task.prompt(1, 'train', i);
      const digits = (tokens.length - 2) / 2;
      lengths.set(digits, (lengths.get(digits) ?? 0) + 1);
      answers.add(target.length);
      expect([2 * digits + 2, 2 * digits + 3]).toContain(target.length);
    }
    // 500 ± 5 standard deviations of a binomial share of a quarter
    for (const digits of [1, 2, 3, 4]) expect(Math.abs(lengths.get(digits)! - 500)).toBeLessThan(97);
    expect([...answers].sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });

  const prompt = promptOf('47+85→', '11=132·');

  it.each(['11=132·', '00=132·', '=132·', '1=132·', '12+3=5=132·', '7·=132·'])(
    'judges the sum alone, whatever the working: %s',
    (response) => {
      expect(task.verify(prompt, tokensOf(response))).toEqual({ exact: true, partial: 1 });
    },
  );

  it.each([
    // Three digits and the end token: 4 positions.
    ['11=131·', 3 / 4],
    ['11=122·', 3 / 4],
    ['11=132', 3 / 4],
    ['11=1320·', 3 / 5],
    ['11=132=·', 0],
    ['11=', 0],
    ['132·', 0],
    ['', 0],
  ])('rejects %s', (response, partial) => {
    expect(task.verify(prompt, tokensOf(response))).toEqual({ exact: false, partial });
  });

  it('is easiest for one digit without a carry and hardest for the longest with all of them', () => {
    const difficulty = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const { tokens, target, difficulty: value } = task.prompt(1, 'train', i);
      difficulty.set(`${(tokens.length - 2) / 2} ${task.render(target).split('=')[0]}`, value);
    }
    expect(difficulty.get('1 0')).toBe(0);
    expect(difficulty.get('2 01')).toBeCloseTo(2 / 7, 15);
    expect(difficulty.get('4 1111')).toBe(1);
  });
});
