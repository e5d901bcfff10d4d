/** The estimator against gradients whose cosine is known, because they were made so. */
import { describe, expect, test } from 'vitest';
import { mean, tInterval, tQuantile } from '../../numerics/intervals.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import { answersFor, BlockGradient, type Cosine, cosineOf, type Estimate } from './cosine.ts';

const SIZE = 40;
const BLOCKS = 16;

/** Blocks around a mean of length 1 in the plane of the first two axes, at `angle` given by its cosine and sine. */
function blocks(
  seed: number,
  side: number,
  direction: readonly [number, number],
  noise: number,
): BlockGradient {
  return new BlockGradient(
    Array.from({ length: BLOCKS }, (_, k) =>
      Float32Array.from(
        { length: SIZE },
        (_value, i) => (direction[i] ?? 0) + noise * normal(seed, STREAM.test, side, k, i),
      ),
    ),
  );
}

/** Noise adds NOISE²·SIZE/BLOCKS = 0.4 to the mean's squared length of 1, and takes 1 − 1/1.4 of the plain cosine. */
const NOISE = 0.4;

function measured(cosine: number, seeds: number): readonly Cosine[] {
  const turned = [cosine, Math.sqrt(1 - cosine * cosine)] as const;
  return Array.from({ length: seeds }, (_, seed) =>
    cosineOf(blocks(seed, 0, [1, 0], NOISE), blocks(seed, 1, turned, NOISE))!,
  );
}

/** Within three standard errors, and the bias of a ratio of unbiased numbers, which is of the order of its variance. */
function expectMean(estimates: readonly Estimate[], expected: number): void {
  const { n, mean, deviation } = tInterval(estimates.map(({ value }) => value));
  expect(Math.abs(mean - expected)).toBeLessThan((3 * deviation) / Math.sqrt(n) + deviation * deviation);
}

describe.each([1, 0.8, 0, -0.6])('a cosine of %d', (cosine) => {
  const SEEDS = 250;
  const found = measured(cosine, SEEDS);
  const corrected = found.flatMap((one) => (one.corrected ? [one.corrected] : []));

  test('the corrected one is right on average, the plain one too small', () => {
    expect(corrected.length).toBe(SEEDS);
    expectMean(corrected, cosine);
    expectMean(
      found.map(({ plain }) => plain),
      cosine / (1 + (NOISE * NOISE * SIZE) / BLOCKS),
    );
  });

  test('its interval covers the truth about as often as it says', () => {
    const covered = corrected.filter(({ low, high }) => low <= cosine && cosine <= high).length / SEEDS;
    // Of 250 tries at 95 %, fewer than 90.9 % cover by chance once in a thousand.
    expect(covered).toBeGreaterThanOrEqual(0.909);
  });
});

test('leaving a block out by scalars is leaving it out', () => {
  const x = blocks(1, 0, [1, 0], NOISE);
  const y = blocks(1, 1, [0.8, 0.6], NOISE);
  for (const k of [0, 7, BLOCKS - 1]) {
    const rest = new BlockGradient(x.blocks.filter((_, n) => n !== k));
    const { plain, unbiased } = x.lengths(k);
    expect(plain).toBeCloseTo(rest.lengths().plain, 10);
    expect(unbiased).toBeCloseTo(rest.lengths().unbiased, 10);
  }
  const centre = Float64Array.from(x.sum, (value) => value / BLOCKS);
  const spread = x.blocks.map((block) => block.reduce((sum, value, i) => sum + (value - centre[i]!) ** 2, 0));
  const total = spread.reduce((a, b) => a + b);
  const square = centre.reduce((sum, value) => sum + value * value, 0);
  expect(x.lengths().unbiased).toBeCloseTo(square - total / (BLOCKS - 1) / BLOCKS, 10);
  expect(cosineOf(x, y)!.freshNorm).toEqual(y.norm);
});

test('an interval is the jackknife of both sides, with the freedom of the side that has fewer blocks', () => {
  const x = blocks(4, 0, [1, 0], NOISE);
  const y = new BlockGradient(blocks(4, 1, [0.8, 0.6], NOISE).blocks.slice(0, 6));
  const without = ({ blocks: all }: BlockGradient, k: number) =>
    new BlockGradient(all.filter((_, n) => n !== k));
  const variance = (values: readonly number[]): number =>
    ((values.length - 1) / values.length) * values.reduce((sum, c) => sum + (c - mean(values)) ** 2, 0);
  for (const kind of ['plain', 'corrected'] as const) {
    const { value, low, high } = cosineOf(x, y)![kind]!;
    const spread =
      variance(x.blocks.map((_, k) => cosineOf(without(x, k), y)![kind]!.value)) +
      variance(y.blocks.map((_, k) => cosineOf(x, without(y, k))![kind]!.value));
    const half = tQuantile(5, 0.95) * Math.sqrt(spread);
    expect(high - value).toBeCloseTo(half, 10);
    expect(value - low).toBeCloseTo(half, 10);
  }
});

test('so many answers are needed as make noise small enough beside the gradient', () => {
  // Noise is 0.4 of the squared length at 100 answers; 1/(1 + s) = 0.8 at s = 0.25.
  expect(answersFor({ plain: Math.sqrt(1.4), corrected: 1 }, 100, 0.8)).toBe(160);
  expect(answersFor({ plain: 3, corrected: 0 }, 100, 0.8)).toBe(Infinity);
});

test('neither length nor the other side’s number of blocks matters to the value', () => {
  const x = blocks(2, 0, [1, 0], 0.1);
  const y = blocks(2, 1, [0.8, 0.6], 0.1);
  const longer = new BlockGradient(x.blocks.map((block) => block.map((value) => 4 * value)));
  expect(cosineOf(longer, y)!.plain.value).toBeCloseTo(cosineOf(x, y)!.plain.value, 6);
  const half = new BlockGradient(y.blocks.slice(0, BLOCKS / 2));
  expect(cosineOf(x, half)!.corrected!.value).toBeCloseTo(0.8, 1);
});

test('a gradient of exactly 0 has no direction, and one that noise drowns has no corrected cosine', () => {
  const nothing = new BlockGradient([new Float32Array(SIZE), new Float32Array(SIZE)]);
  const y = blocks(3, 1, [1, 0], NOISE);
  expect(cosineOf(nothing, y)).toBeUndefined();
  // Two blocks that contradict each other more than they agree.
  const against = new BlockGradient([Float32Array.of(1, 0.1), Float32Array.of(-1, 0.1)]);
  const clear = new BlockGradient([Float32Array.of(0, 1), Float32Array.of(0.1, 1)]);
  const found = cosineOf(against, clear)!;
  expect(found.corrected).toBeUndefined();
  expect(found.norm.corrected).toBe(0);
  expect(Number.isFinite(found.plain.value)).toBe(true);
  expect(() => new BlockGradient([Float32Array.of(1)])).toThrow(RangeError);
});
