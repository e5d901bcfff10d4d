/**
 * Reach a target with given numbers: "2,3,7:13→2×3+7·". A response is right when it is an expression
 * (`expression.ts`) of +, − and × that uses each given number at most once and has exactly the target's value.
 * So most prompts have several right responses, and a policy may know one of them or keep many.
 *
 * Targets lie between 1 and `LARGEST_TARGET` and are none of the given numbers, so that at least one operator is
 * needed. Every prompt is made from an expression, which is the target of the warm start: it can be solved, and
 * equal prompts are taught with different solutions. There is no partial credit.
 */
import { below, STREAM } from '../numerics/random.ts';
import { parseExpression, valueOf, type Expression, type Operator } from './expression.ts';
import { splitKey, splitOf } from './split.ts';
import type { Prompt, Split, Task } from './task.ts';

const VOCABULARY = [...'0123456789', '+', '−', '×', ',', ':', '→', '·'];
const [COMMA, COLON, SEPARATOR, END] = [',', ':', '→', '·'].map((glyph) => VOCABULARY.indexOf(glyph));
const OPERATORS: readonly Operator[] = ['+', '−', '×'];
const LARGEST_TARGET = 99;

/** The task of reaching targets with `count` numbers (≥ 2) between 1 and `largest` (≥ 9, so that enough is held out). */
export function reachTask(count: number, largest: number): Task {
  const numbers = count * (String(largest).length + 1);
  return {
    name: 'reach',
    vocabulary: VOCABULARY,
    endToken: END!,
    // Each number with the comma or colon after it, the target, the arrow.
    maxPromptLength: numbers + String(LARGEST_TARGET).length + 1,
    // Each number with the operator or end token after it.
    maxResponseLength: numbers,
    prompt(seed, split, index) {
      // Draws again until target and prompt are what they must be; every attempt has its own random numbers.
      for (let attempt = 0; ; attempt++) {
        const found = drawn(count, largest, seed, split, index, attempt);
        if (found !== undefined && splitOf(found.tokens) === split) return found;
      }
    },
    verify(prompt, response) {
      const exact = isSolution(prompt.tokens, response);
      return { exact, partial: exact ? 1 : 0 };
    },
    render: (tokens) => Array.from(tokens, (token) => VOCABULARY[token] ?? '?').join(''),
  };
}

/** One attempt at a prompt; undefined where the value of its expression is no legal target. */
function drawn(
  count: number,
  largest: number,
  seed: number,
  split: Split,
  index: number,
  attempt: number,
): Prompt | undefined {
  const draw = (size: number, place: number): number =>
    below(size, seed, STREAM.prompt, splitKey(split), index, attempt, place);
  const numbers = Array.from({ length: count }, (_, i) => 1 + draw(largest, i)).sort((a, b) => a - b);
  const used = 2 + draw(count - 1, count);
  // The first `used` of a random order (Fisher and Yates).
  const order = [...numbers];
  for (let i = 0; i < used; i++) {
    const j = i + draw(count - i, count + 1 + i);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const expression: Expression = {
    operands: order.slice(0, used),
    operators: Array.from({ length: used - 1 }, (_, i) => OPERATORS[draw(3, 2 * count + 1 + i)]!),
  };
  const target = valueOf(expression);
  if (target < 1 || target > LARGEST_TARGET || numbers.includes(target)) return undefined;
  return {
    tokens: Int32Array.from([
      ...numbers.flatMap((number, i) => [...digitsOf(number), i < count - 1 ? COMMA! : COLON!]),
      ...digitsOf(target),
      SEPARATOR!,
    ]),
    target: Int32Array.from([
      ...expression.operands.flatMap((operand, i) =>
        i === 0
          ? digitsOf(operand)
          : [VOCABULARY.indexOf(expression.operators[i - 1]!), ...digitsOf(operand)],
      ),
      END!,
    ]),
    difficulty: count === 2 ? 0 : (used - 2) / (count - 2),
  };
}

function isSolution(prompt: Int32Array, response: ArrayLike<number>): boolean {
  const written = Array.from(response, (token) => VOCABULARY[token] ?? '?');
  if (written.pop() !== '·') return false;
  const expression = parseExpression(written);
  if (expression === undefined) return false;
  const { numbers, target } = parsePrompt(prompt);
  return usesAtMostOnce(expression.operands, numbers) && valueOf(expression) === target;
}

function parsePrompt(tokens: Int32Array): { readonly numbers: number[]; readonly target: number } {
  const text = Array.from(tokens.subarray(0, tokens.length - 1), (token) => VOCABULARY[token]!).join('');
  const [given, target] = text.split(':') as [string, string];
  return { numbers: given.split(',').map(Number), target: Number(target) };
}

function usesAtMostOnce(operands: readonly number[], numbers: readonly number[]): boolean {
  const left = [...numbers];
  return operands.every((operand) => {
    const at = left.indexOf(operand);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function digitsOf(number: number): number[] {
  return Array.from(String(number), Number);
}
