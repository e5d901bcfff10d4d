/**
 * The two layers that both architectures are made of, on rows of activations: all arguments are addresses, a row of n
 * floats takes `strideOf(n)` bytes, and products run over a number of rows rounded up to four.
 */
import { type Kernels, strideOf, up4, up8 } from './module.ts';

export class Layers {
  private readonly kernels: Kernels;

  constructor(kernels: Kernels) {
    this.kernels = kernels;
  }

  /** out = start + x·weights for x of k and out of n columns; without `start` (0) out = x·weights. */
  linear(
    rows: number,
    k: number,
    n: number,
    x: number,
    weights: number,
    out: number,
    start: number,
    relu: boolean,
  ): void {
    this.kernels.product(up4(rows), n, k, x, strideOf(k), weights, out, strideOf(n), start, 0, relu);
  }

  /**
   * dx = dout·weightsᵀ, zero where `mask` is given and not positive; dweights += xᵀ·dout.
   * `scratch` holds the transposed weights, then what the second product packs.
   */
  linearBackward(
    rows: number,
    k: number,
    n: number,
    x: number,
    weights: number,
    dout: number,
    dx: number,
    mask: number,
    dweights: number,
    scratch: number,
  ): void {
    const { kernels } = this;
    kernels.transposePanels(k, n, weights, scratch);
    kernels.product(up4(rows), k, n, dout, strideOf(n), scratch, dx, strideOf(k), 0, mask, false);
    kernels.productTransposed(rows, k, n, x, strideOf(k), dout, strideOf(n), dweights, scratch);
  }

  /** Bytes of scratch that `linearBackward` needs. */
  linearScratch(k: number, n: number): number {
    return Math.max(k * n * 4, this.kernels.productScratch(k));
  }

  /** out = RMSNorm(x; gain) of rows of `count` columns and their padding; each row's 1/√… to `inverse`. */
  norm(
    rows: number,
    count: number,
    x: number,
    gain: number,
    out: number,
    inverse: number,
    relu = false,
  ): void {
    const n = up8(count);
    const stride = strideOf(n);
    this.kernels.normalise(rows, n, count, x, stride, gain, out, stride, inverse, relu);
  }

  /** dx = the derivative, or dx += it where `keep`; dgain += that by the gain. */
  normBackward(
    rows: number,
    count: number,
    x: number,
    gain: number,
    inverse: number,
    dout: number,
    dx: number,
    keep: boolean,
    dgain: number,
  ): void {
    const n = up8(count);
    const s = strideOf(n);
    this.kernels.normaliseBackward(rows, n, count, x, s, gain, inverse, dout, s, dx, s, keep, dgain);
  }
}
