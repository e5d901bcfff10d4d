/**
 * Sort digits: the prompt is n digits and a separator, the response the same digits in ascending order and
 * the end token. "314→134·"
 */
import { below, STREAM } from '../numerics/random.ts';
import { splitKey, splitOf } from './split.ts';
import type { Prompt, Task } from './task.ts';
import { compare } from './verify.ts';

const DIGITS = [...'0123456789'];
const SEPARATOR = DIGITS.length;
const END = SEPARATOR + 1;
const VOCABULARY = [...DIGITS, '→', '·'];

/** The task of sorting `digits` digits (≥ 2). */
export function sortTask(digits: number): Task {
  return {
    name: 'sort',
    vocabulary: VOCABULARY,
    endToken: END,
    maxPromptLength: digits + 1,
    maxResponseLength: digits + 1,
    prompt(seed, split, index) {
      const tokens = new Int32Array(digits + 1);
      tokens[digits] = SEPARATOR;
      // Draws again until the prompt lies on the right side; every attempt has its own random numbers.
      for (let attempt = 0; ; attempt++) {
        for (let i = 0; i < digits; i++) {
          tokens[i] = below(DIGITS.length, seed, STREAM.prompt, splitKey(split), index, attempt, i);
        }
        if (splitOf(tokens) === split) return promptOf(tokens);
      }
    },
    verify: (prompt, response) => compare(prompt.target, response),
    render: (tokens) => Array.from(tokens, (token) => VOCABULARY[token] ?? '?').join(''),
  };
}

function promptOf(tokens: Int32Array): Prompt {
  const digits = tokens.length - 1;
  const target = new Int32Array(tokens.length);
  target.set(tokens.subarray(0, digits).slice().sort());
  target[digits] = END;
  return { tokens, target, difficulty: inversions(tokens, digits) / ((digits * (digits - 1)) / 2) };
}

/** How many pairs of digits stand in the wrong order. */
function inversions(tokens: Int32Array, digits: number): number {
  let count = 0;
  for (let i = 0; i < digits; i++) {
    for (let j = i + 1; j < digits; j++) if (tokens[i]! > tokens[j]!) count++;
  }
  return count;
}
