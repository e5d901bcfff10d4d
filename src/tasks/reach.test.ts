import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachTask } from './reach.ts';
import type { Prompt } from './task.ts';

const task = reachTask(3, 12);
const seed = fc.integer({ min: 0, max: 4294967295 });
const index = fc.nat(1_000_000);

function tokensOf(text: string): Int32Array {
  return Int32Array.from(text, (glyph) => task.vocabulary.indexOf(glyph));
}

function promptOf(text: string): Prompt {
  return { tokens: tokensOf(text), target: new Int32Array(0), difficulty: 0 };
}

function accepts(prompt: string, response: string): boolean {
  const { exact, partial } = task.verify(promptOf(prompt), tokensOf(response));
  expect(partial).toBe(exact ? 1 : 0);
  return exact;
}

describe('reach', () => {
  it('gives numbers in ascending order and a target that is none of them', () => {
    fc.assert(
      fc.property(seed, index, (s, i) => {
        const prompt = task.prompt(s, 'train', i);
        const text = task.render(prompt.tokens);
        expect(text).toMatch(/^\d{1,2}(,\d{1,2}){2}:\d{1,2}→$/);
        const [numbers, target] = text.slice(0, -1).split(':') as [string, string];
        const given = numbers.split(',').map(Number);
        expect(given).toEqual(given.toSorted((a, b) => a - b));
        for (const number of given) expect(number).toBeGreaterThanOrEqual(1);
        expect(given.at(-1)).toBeLessThanOrEqual(12);
        expect(given).not.toContain(Number(target));
        expect(Number(target)).toBeGreaterThanOrEqual(1);
        expect(accepts(text, task.render(prompt.target))).toBe(true);
      }),
    );
  });

  it.each(['2×3+7·', '3×2+7·', '7+2×3·', '7+3×2·'])('accepts every way to the target: %s', (response) => {
    expect(accepts('2,3,7:13→', response)).toBe(true);
  });

  it('accepts an answer that leaves a number out', () => {
    expect(accepts('2,3,7:9→', '2+7·')).toBe(true);
    expect(accepts('2,3,7:21→', '3×7·')).toBe(true);
  });

  it.each([
    ['a wrong value', '2×3+3·'],
    ['a number used twice', '3×2+3+2+2·'],
    ['a number that was not given', '6+7·'],
    ['digits of two numbers put together', '23−7·'],
    ['the target itself', '13·'],
    ['no end', '2×3+7'],
    ['something after the end', '2×3+7··'],
    ['the prompt’s symbols', '2×3+7→·'],
    ['a leading sign', '+2×3+7·'],
    ['nothing', '·'],
  ])('rejects %s', (_, response) => {
    expect(accepts('2,3,7:13→', response)).toBe(false);
  });

  it('allows a number as often as it was given', () => {
    expect(accepts('4,4,9:16→', '4×4·')).toBe(true);
    expect(accepts('4,5,9:16→', '4×4·')).toBe(false);
    expect(accepts('4,4,9:24→', '4×4+4+4·')).toBe(false);
  });

  it('judges numbers of two digits as such', () => {
    expect(accepts('1,2,12:24→', '12×2·')).toBe(true);
    expect(accepts('1,2,12:13→', '1+12·')).toBe(true);
    expect(accepts('1,2,3:36→', '12×3·')).toBe(false);
  });

  it('teaches different solutions of equal prompts', () => {
    const small = reachTask(2, 9);
    const taught = new Map<string, Set<string>>();
    for (let i = 0; i < 2000; i++) {
      const { tokens, target } = small.prompt(1, 'train', i);
      const text = small.render(tokens);
      taught.set(text, (taught.get(text) ?? new Set()).add(small.render(target)));
    }
    expect(taught.get('3,4:7→')).toEqual(new Set(['3+4·', '4+3·']));
    // A difference has one order only.
    expect(taught.get('2,9:7→')).toEqual(new Set(['9−2·']));
  });

  it('calls a prompt harder the more numbers its shown solution uses', () => {
    const wide = reachTask(4, 9);
    for (let i = 0; i < 200; i++) {
      const { target, difficulty } = wide.prompt(1, 'train', i);
      const operators = [...wide.render(target)].filter((glyph) => '+−×'.includes(glyph)).length;
      expect(difficulty).toBe((operators - 1) / 2);
    }
  });
});
