/**
 * Add two numbers of n digits, n drawn per prompt. The response is working, an equals sign, the sum and the end
 * token: "478+356→110=834·". The working that the warm start shows is the carry out of every column, 0 or 1,
 * units first; given the carries, every digit of the sum depends on one column alone.
 *
 * Only what stands after the last equals sign is judged. The working is scratch paper: it may be wrong, shorter,
 * longer or missing, and reinforcement learning is free to change it. Lengths differ from prompt to prompt by
 * 2 tokens a digit.
 */
import { below, STREAM } from '../numerics/random.ts';
import { splitKey, splitOf } from './split.ts';
import type { Prompt, Task, Verdict } from './task.ts';
import { compare } from './verify.ts';

const DIGITS = [...'0123456789'];
const PLUS = DIGITS.length;
const EQUALS = PLUS + 1;
const SEPARATOR = PLUS + 2;
const END = PLUS + 3;
const VOCABULARY = [...DIGITS, '+', '=', '→', '·'];

/** The task of adding numbers of 1 to `longest` digits (≥ 1). */
export function addTask(longest: number): Task {
  return {
    name: 'add',
    vocabulary: VOCABULARY,
    endToken: END,
    maxPromptLength: 2 * longest + 2,
    maxResponseLength: 2 * longest + 3,
    prompt(seed, split, index) {
      // Draws again until the prompt lies on the right side; every attempt has its own random numbers.
      for (let attempt = 0; ; attempt++) {
        const draw = (size: number, place: number): number =>
          below(size, seed, STREAM.prompt, splitKey(split), index, attempt, place);
        const digits = 1 + draw(longest, 0);
        const tokens = new Int32Array(2 * digits + 2);
        for (let i = 0; i < digits; i++) {
          // A number of several digits does not begin with 0.
          const least = i === 0 && digits > 1 ? 1 : 0;
          tokens[i] = least + draw(10 - least, 1 + 2 * i);
          tokens[digits + 1 + i] = least + draw(10 - least, 2 + 2 * i);
        }
        tokens[digits] = PLUS;
        tokens[2 * digits + 1] = SEPARATOR;
        if (splitOf(tokens) === split) return promptOf(tokens, longest);
      }
    },
    verify,
    render: (tokens) => Array.from(tokens, (token) => VOCABULARY[token] ?? '?').join(''),
  };
}

/** Compares sum and end token with the right ones; without an equals sign no position is right. */
function verify(prompt: Prompt, response: ArrayLike<number>): Verdict {
  const written = Array.from(response);
  const from = written.lastIndexOf(EQUALS);
  const answer = prompt.target.subarray(prompt.target.lastIndexOf(EQUALS) + 1);
  return from < 0 ? { exact: false, partial: 0 } : compare(answer, written.slice(from + 1));
}

function promptOf(tokens: Int32Array, longest: number): Prompt {
  const digits = (tokens.length - 2) / 2;
  const working: number[] = [];
  const sum: number[] = [];
  let carry = 0;
  for (let i = digits - 1; i >= 0; i--) {
    const column = tokens[i]! + tokens[digits + 1 + i]! + carry;
    carry = column >= 10 ? 1 : 0;
    working.push(carry);
    sum.unshift(column % 10);
  }
  if (carry === 1) sum.unshift(1);
  const carries = working.filter((value) => value === 1).length;
  return {
    tokens,
    target: Int32Array.from([...working, EQUALS, ...sum, END]),
    difficulty: (digits - 1 + carries) / (2 * longest - 1),
  };
}
