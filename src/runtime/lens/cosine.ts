/**
 * The cosine of two gradients that are each known by K independent blocks of equal size: one of a method on a batch, one
 * that is measured afresh. With block gradients x_1 … x_K, their mean x̄, and the same of y:
 *
 *   plain       ⟨x̄, ȳ⟩ / (‖x̄‖·‖ȳ‖)
 *   corrected   ⟨x̄, ȳ⟩ / √(N(x)·N(y)),   N(x) = ‖x̄‖² − s²/K,   s² = Σ‖x_k − x̄‖²/(K − 1)
 *
 * Noise lengthens a mean: E‖x̄‖² = ‖E x‖² + E s²/K. So the plain cosine of two noisy means is too small even where the
 * gradients that they estimate are parallel. N is unbiased for ‖E x‖², and ⟨x̄, ȳ⟩ for ⟨E x, E y⟩ as the blocks of x and of
 * y are independent (the correction for attenuation of Spearman 1904, in many dimensions). The corrected value can lie
 * beyond 1; where noise drowns a gradient, N ≤ 0 and there is none.
 *
 * Intervals are the delete-a-group jackknife (Kott 2001, Journal of Official Statistics 17(4), 521–526) of two independent
 * samples (Arvesen 1969, Annals of Mathematical Statistics 40(6), 2076–2100): with one block of one side left out at a time,
 *
 *   V = (K−1)/K · Σ_k (c₍ₖ₎ − c̄₍.₎)²   added up over both sides,   c ± t·√V   with the smaller K − 1 degrees of freedom
 *
 * Blocks that are left out change the sums by scalars, so that every vector is read a few times and no more.
 */
import { mean, tQuantile } from '../../numerics/intervals.ts';

export interface Estimate {
  readonly value: number;
  /** Ends of the 95 % interval; NaN where a left-out block leaves nothing to compare. */
  readonly low: number;
  readonly high: number;
}

export interface Norm {
  /** ‖x̄‖ */
  readonly plain: number;
  /** √N, or 0 where N is not positive: the length without what noise adds to it. */
  readonly corrected: number;
}

export interface Cosine {
  readonly plain: Estimate;
  /** Absent where noise drowns one of the gradients. */
  readonly corrected?: Estimate;
  readonly norm: Norm;
  readonly freshNorm: Norm;
}

const CONFIDENCE = 0.95;

/** Half of all that a cosine can be: an interval as wide as that tells hardly more than the sign. */
const WIDEST = 1;

/** Whether an estimate says something: its interval is known, narrow, and not beyond what a cosine can be. */
export function saysSomething({ low, high }: Estimate): boolean {
  return high - low < WIDEST && low <= 1 && high >= -1;
}

/**
 * How many answers a side needs for the plain cosine of two parallel gradients to be `target` on average. Noise adds the
 * share s = (‖x̄‖² − N)/N to a squared length; s falls as 1/n; and with the same s on both sides the plain cosine is
 * 1/(1 + s).
 * @param norm as `answers` answers measure it
 * @returns Infinity where these do not show the gradient at all
 */
export function answersFor({ plain, corrected }: Norm, answers: number, target: number): number {
  const share = (plain * plain) / (corrected * corrected) - 1;
  return Math.ceil((answers * Math.max(0, share)) / (1 / target - 1));
}

/** One side: its blocks, their sum, and what leaving one out needs. */
export class BlockGradient {
  readonly sum: Float64Array;
  /** ‖Σ‖², ⟨x_k, Σ⟩ and ‖x_k‖². */
  readonly square: number;
  readonly withSum: Float64Array;
  readonly squares: Float64Array;
  readonly blocks: readonly Float32Array[];

  /** @throws RangeError for fewer than two blocks */
  constructor(blocks: readonly Float32Array[]) {
    if (blocks.length < 2) throw new RangeError('a gradient needs two blocks, so that its noise can be seen');
    this.blocks = blocks;
    this.sum = new Float64Array(blocks[0]!.length);
    for (const block of blocks) for (let i = 0; i < block.length; i++) this.sum[i]! += block[i]!;
    this.square = dot(this.sum, this.sum);
    this.withSum = Float64Array.from(blocks, (block) => dot(block, this.sum));
    this.squares = Float64Array.from(blocks, (block) => dot(block, block));
  }

  get norm(): Norm {
    const { plain, unbiased } = this.lengths();
    return { plain: Math.sqrt(plain), corrected: Math.sqrt(Math.max(0, unbiased)) };
  }

  /** ‖x̄‖² and N. @param without block that is left out */
  lengths(without?: number): { readonly plain: number; readonly unbiased: number } {
    const k = this.blocks.length - (without === undefined ? 0 : 1);
    const own = without === undefined ? 0 : this.squares[without]!;
    const square = this.square - (without === undefined ? 0 : 2 * this.withSum[without]! - own);
    const squares = this.squares.reduce((total, value) => total + value, 0) - own;
    // ‖x̄‖² − s²/K = the mean of ⟨x_i, x_j⟩ over all pairs i ≠ j.
    return { plain: square / (k * k), unbiased: k < 2 ? NaN : (square - squares) / (k * (k - 1)) };
  }
}

/** Undefined where one of the gradients is exactly 0: it has no direction. */
export function cosineOf(x: BlockGradient, y: BlockGradient): Cosine | undefined {
  const product = dot(x.sum, y.sum);
  const ofX = x.blocks.map((block) => dot(block, y.sum));
  const ofY = y.blocks.map((block) => dot(block, x.sum));
  /** The cosine with a block of x or of y left out. */
  const value = (kind: 'plain' | 'unbiased', dropX?: number, dropY?: number): number => {
    const kx = x.blocks.length - (dropX === undefined ? 0 : 1);
    const ky = y.blocks.length - (dropY === undefined ? 0 : 1);
    const left = product - (dropX === undefined ? 0 : ofX[dropX]!) - (dropY === undefined ? 0 : ofY[dropY]!);
    const [a, b] = [x.lengths(dropX)[kind], y.lengths(dropY)[kind]];
    return a > 0 && b > 0 ? left / (kx * ky) / Math.sqrt(a * b) : NaN;
  };
  const estimate = (kind: 'plain' | 'unbiased'): Estimate => {
    const centre = value(kind);
    const spread =
      jackknife(x.blocks.map((_, k) => value(kind, k))) +
      jackknife(y.blocks.map((_, k) => value(kind, undefined, k)));
    const freedom = Math.min(x.blocks.length, y.blocks.length) - 1;
    const half = tQuantile(freedom, CONFIDENCE) * Math.sqrt(spread);
    return { value: centre, low: centre - half, high: centre + half };
  };
  const plain = estimate('plain');
  if (Number.isNaN(plain.value)) return undefined;
  const corrected = estimate('unbiased');
  return {
    plain,
    ...(!Number.isNaN(corrected.value) && { corrected }),
    norm: x.norm,
    freshNorm: y.norm,
  };
}

/** The variance of an estimate, from its values with one of K blocks left out. */
function jackknife(values: readonly number[]): number {
  const centre = mean(values);
  const sum = values.reduce((total, value) => total + (value - centre) * (value - centre), 0);
  return ((values.length - 1) / values.length) * sum;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
