/**
 * Generations as scripts: what is asked of an engine (prompts, ways of sampling, forced tokens, swaps of weights),
 * what it told, and whether float64 says the same.
 */
import { expect } from 'vitest';
import { roundTo } from '../../../numerics/rounding.ts';
import type { Engine, Generation, GenerationRequest, Precision, TokenBatch } from '../../engine.ts';
import { referenceSwapped } from '../../reference.ts';
import { type Draw, Sampler } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import { filled, uniformOf, uniforms } from './cases.ts';
import { expectClose } from './compare.ts';

export type Ways = Pick<GenerationRequest, 'temperature' | 'topK' | 'topP'>;

export const PLAIN: Ways = { temperature: 1, topK: 0, topP: 1 };

export const WAYS: Readonly<Record<string, Ways>> = {
  'temperature 1': PLAIN,
  'temperature 0.6': { ...PLAIN, temperature: 0.6 },
  'the lowest temperature': { ...PLAIN, temperature: 0.1 },
  'the highest temperature': { ...PLAIN, temperature: 2 },
  'top-k': { ...PLAIN, topK: 3 },
  'top-k of 1': { ...PLAIN, topK: 1 },
  'top-k over the vocabulary': { ...PLAIN, topK: 64 },
  'top-p': { ...PLAIN, topP: 0.7 },
  'the smallest top-p': { ...PLAIN, topP: 0.05 },
  'top-k and top-p': { temperature: 1.5, topK: 4, topP: 0.8 },
  greedy: { ...PLAIN, temperature: 0 },
};

/** New weights in the slot of a generation, and what it is told to do with its cache. */
export interface Swap {
  readonly parameters: Float32Array;
  readonly precision?: Precision;
  readonly cache: 'keep' | 'recompute';
}

export interface Script {
  readonly prompts: TokenBatch;
  readonly ways: Ways;
  /** By the position that is filled next. */
  readonly swaps?: ReadonlyMap<number, Swap>;
  /** Token to force, −1 = sample. */
  readonly forced?: (row: number, position: number) => number;
}

/** All that a generation said, position by position. */
export interface Told {
  readonly tokens: number[][];
  readonly logprobs: number[][];
  readonly generated: number[][];
}

export function begin(engine: Engine, prompts: TokenBatch, ways: Ways): Promise<Generation> {
  return engine.generate({ slot: 'theta', prompts, maxLength: engine.spec.maxLength, ...ways });
}

/** Appends up to `steps` tokens, fewer where the sequences are full. */
export async function run(
  generation: Generation,
  steps: number,
  { prompts, forced }: Pick<Script, 'prompts' | 'forced'>,
): Promise<Told> {
  const told: Told = { tokens: [], logprobs: [], generated: [] };
  for (let i = 0; i < steps; i++) {
    const { position } = generation;
    const step = await generation.advance(
      uniforms(prompts.rows, position),
      forced && Int32Array.from({ length: prompts.rows }, (_, r) => forced(r, position)),
    );
    told.tokens.push([...step.tokens]);
    told.logprobs.push([...step.logprobs]);
    told.generated.push([...step.generated]);
  }
  return told;
}

/** Plays a whole script on θ, which afterwards holds the weights of the last swap. */
export async function play(engine: Engine, script: Script): Promise<Told> {
  const generation = await begin(engine, script.prompts, script.ways);
  const told: Told = { tokens: [], logprobs: [], generated: [] };
  while (generation.position < engine.spec.maxLength) {
    const swap = script.swaps?.get(generation.position);
    if (swap !== undefined) {
      await engine.load('theta', swap.parameters, swap.precision);
      await generation.swapWeights(swap.cache);
    }
    append(told, await run(generation, 1, script));
  }
  generation.dispose();
  return told;
}

export function append(told: Told, more: Told): void {
  told.tokens.push(...more.tokens);
  told.logprobs.push(...more.logprobs);
  told.generated.push(...more.generated);
}

/** Prompts with what was told appended to all rows. */
export function sequences(prompts: TokenBatch, told: Told): TokenBatch {
  const shortest = shortestOf(prompts);
  const tokens = prompts.tokens.slice();
  told.tokens.forEach((row, step) =>
    row.forEach((token, r) => (tokens[r * prompts.length + shortest + step] = token)),
  );
  return { ...prompts, tokens, lengths: new Int32Array(prompts.rows).fill(shortest + told.tokens.length) };
}

export function shortestOf(prompts: TokenBatch): number {
  return prompts.lengths.reduce((a, b) => Math.min(a, b));
}

/** Expects the same tokens and, to a tolerance, the same log-probabilities. */
export function expectSame(actual: Told, expected: Told, tolerance: number, what = ''): void {
  expect(actual.tokens, what).toEqual(expected.tokens);
  expect(actual.generated, what).toEqual(expected.generated);
  expectClose(actual.logprobs.flat(), expected.logprobs.flat(), tolerance, what);
}

/** Expects what float64 tells, were it given the tokens before each one. */
export function expectAsReference(
  spec: PolicySpec,
  parameters: Float32Array,
  script: Script,
  told: Told,
  tolerance: number,
  what = '',
): void {
  const first = shortestOf(script.prompts);
  expect(told.tokens.length, what).toBe(spec.maxLength - first);
  const expected: Told = {
    tokens: told.tokens.map(() => []),
    logprobs: told.tokens.map(() => []),
    generated: told.tokens.map(() => []),
  };
  const all = sequences(script.prompts, told);
  for (let r = 0; r < all.rows; r++) {
    const tokens = all.tokens.subarray(r * all.length, r * all.length + spec.maxLength);
    tellRow(spec, parameters, script, r, tokens, (position, draw) => {
      const step = position - first;
      const inPrompt = position < script.prompts.lengths[r]!;
      expected.tokens[step]!.push(
        inPrompt ? script.prompts.tokens[r * script.prompts.length + position]! : draw.token,
      );
      expected.logprobs[step]!.push(inPrompt ? 0 : draw.logprob);
      expected.generated[step]!.push(inPrompt ? 0 : 1);
    });
  }
  expectSame(told, expected, tolerance, what);
}

/** Tells what is drawn at each position of one row from the tokens before it. */
function tellRow(
  spec: PolicySpec,
  parameters: Float32Array,
  script: Script,
  row: number,
  tokens: Int32Array,
  tell: (position: number, draw: Draw) => void,
): void {
  const sampler = new Sampler(spec.vocabulary);
  const draw: Draw = { token: 0, logprob: 0 };
  const first = shortestOf(script.prompts);
  let present: ArrayLike<number> = parameters;
  /** By which weights each position was fed. */
  let fed = Array.from({ length: first }, () => present);
  let from = first;
  /** Draws all positions since the cache was last filled anew: they share one pass. */
  const flush = (to: number): void => {
    if (to === from) return;
    const { logits } = referenceSwapped(spec, (p) => fed[p]!, tokens.subarray(0, to - 1));
    for (let position = from; position < to; position++) {
      const given = uniformOf(row, position);
      const forced = script.forced?.(row, position) ?? -1;
      sampler.draw(logits[position - 1]!, 0, script.ways, given, forced, draw);
      tell(position, draw);
    }
    from = to;
  };
  for (let position = first; position < spec.maxLength; position++) {
    const swap = script.swaps?.get(position);
    if (swap !== undefined) {
      if (swap.cache === 'recompute') flush(position);
      present = rounded(swap);
      if (swap.cache === 'recompute') fed = Array.from({ length: position }, () => present);
    }
    fed[position - 1] = present;
  }
  flush(spec.maxLength);
}

function rounded({ parameters, precision = 'float32' }: Swap): Float32Array {
  const copy = parameters.slice();
  roundTo(precision, copy);
  return copy;
}

/** Random prompts of up to 3 tokens, in rows of full length without padding, so that any prefix is a prompt. */
export function promptsOf(spec: PolicySpec, rows: number): TokenBatch {
  const length = spec.maxLength;
  const whole = filled(spec, length, new Int32Array(rows).fill(length), 3);
  return { ...whole, lengths: whole.lengths.map((_, r) => Math.min(1 + ((r + 1) % 3), length - 1)) };
}
