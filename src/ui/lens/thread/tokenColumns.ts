/** A batch's tokens in a row, over all minibatches: what a table of them shows. */
import type { LensBatch, LensMinibatch } from '../../../learning/lens/index.ts';
import { ratioOf } from '../../../learning/objectives/ratios.ts';
import type { TokenColumns } from './protocol.ts';

/** One array of several. */
export function joined<T extends Float64Array | Int32Array | Uint8Array>(
  type: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
): T {
  const whole = new type(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function columnsOf({ minibatches }: LensBatch): TokenColumns {
  const begin: number[] = [];
  let answers = 0;
  for (const { facts } of minibatches) {
    begin.push(answers);
    answers += facts.offsets.length - 1;
  }
  const ints = (of: (minibatch: LensMinibatch, m: number) => ArrayLike<number>): Int32Array =>
    joined(Int32Array, minibatches.map(of));
  const floats = (of: (minibatch: LensMinibatch) => ArrayLike<number>): Float64Array =>
    joined(Float64Array, minibatches.map(of));
  return {
    answer: ints((minibatch, m) => perToken(minibatch, (i) => begin[m]! + i)),
    place: ints((minibatch) => perToken(minibatch, (i, t) => t - minibatch.facts.offsets[i]!)),
    length: ints((minibatch) =>
      perToken(minibatch, (i) => minibatch.facts.offsets[i + 1]! - minibatch.facts.offsets[i]!),
    ),
    mask: joined(
      Uint8Array,
      minibatches.map(({ facts }) => facts.mask),
    ),
    advantage: floats(({ facts }) => facts.advantage),
    ratio: floats(({ facts: { logpTheta, logpBehave } }) =>
      logpTheta.map((theta, t) => (logpBehave === undefined ? NaN : ratioOf(theta - logpBehave[t]!))),
    ),
    staleness: ints(({ facts }) => facts.staleness ?? Array.from(facts.mask, unknown)),
    token: ints(({ facts, answers: own }) => own?.tokens ?? Array.from(facts.mask, unknown)),
    group: floats(({ facts, answers: own }) => own?.group ?? Array.from(facts.offsets.subarray(1), nothing)),
    member: floats(
      ({ facts, answers: own }) => own?.member ?? Array.from(facts.offsets.subarray(1), nothing),
    ),
  };
}

function unknown(): number {
  return -1;
}

function nothing(): number {
  return NaN;
}

/** @param of number of the answer within the minibatch, and of the token */
function perToken({ facts: { offsets } }: LensMinibatch, of: (i: number, t: number) => number): number[] {
  const values: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) values.push(of(i, t));
  }
  return values;
}
