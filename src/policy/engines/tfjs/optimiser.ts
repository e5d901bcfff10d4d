/** Gradient accumulator and Adam's moments as flat tensors, and the step of `policy/adam.ts` on them. */
import * as tf from '@tensorflow/tfjs-core';
import { adamScalars } from '../../adam.ts';
import type { AdamSettings, OptimiserState } from '../../engine.ts';

/** Numbers that are summed in float32. */
const STRETCH = 256;

export class Optimiser {
  private readonly size: number;
  private gradient: tf.Tensor1D;
  private first: tf.Tensor1D;
  private second: tf.Tensor1D;
  private steps = 0;

  constructor(size: number) {
    this.size = size;
    this.gradient = tf.zeros([size]);
    this.first = tf.zeros([size]);
    this.second = tf.zeros([size]);
  }

  /** Adds `gradient`, and disposes it. */
  accumulate(gradient: tf.Tensor1D): void {
    const sum = tf.add(this.gradient, gradient);
    tf.dispose([this.gradient, gradient]);
    this.gradient = sum as tf.Tensor1D;
  }

  async readGradient(): Promise<Float32Array> {
    return Float32Array.from(await this.gradient.data());
  }

  /**
   * One step from `parameters`; clears the accumulated gradient.
   * `next` is absent where the gradient's norm is not finite: then nothing else changes.
   */
  async step(
    settings: AdamSettings,
    parameters: tf.Tensor1D,
  ): Promise<{ gradientNorm: number; next?: tf.Tensor1D }> {
    const gradientNorm = await this.gradientNorm();
    if (!Number.isFinite(gradientNorm)) {
      this.clear();
      return { gradientNorm };
    }
    const { gradientScale, stepSize, secondCorrection } = adamScalars(settings, this.steps + 1, gradientNorm);
    const { beta1, beta2, epsilon } = settings;
    const [next, first, second] = tf.tidy(() => {
      const m = tf.add(tf.mul(this.first, beta1), tf.mul(this.gradient, gradientScale * (1 - beta1)));
      const scaled = tf.square(tf.mul(this.gradient, gradientScale));
      const v = tf.add(tf.mul(this.second, beta2), tf.mul(scaled, 1 - beta2));
      const root = tf.add(tf.sqrt(tf.mul(v, secondCorrection)), epsilon);
      return [tf.sub(parameters, tf.div(tf.mul(m, stepSize), root)), m, v] as tf.Tensor1D[];
    }) as [tf.Tensor1D, tf.Tensor1D, tf.Tensor1D];
    tf.dispose([this.first, this.second]);
    this.first = first;
    this.second = second;
    this.steps++;
    this.clear();
    return { gradientNorm, next };
  }

  async read(): Promise<OptimiserState> {
    return {
      steps: this.steps,
      first: Float32Array.from(await this.first.data()),
      second: Float32Array.from(await this.second.data()),
    };
  }

  load(state: OptimiserState): void {
    tf.dispose([this.first, this.second]);
    this.first = tf.tensor1d(Float32Array.from(state.first));
    this.second = tf.tensor1d(Float32Array.from(state.second));
    this.steps = state.steps;
  }

  dispose(): void {
    tf.dispose([this.gradient, this.first, this.second]);
  }

  /** Sums of short stretches on the device, their sum here: one float32 sum over millions is off by thousandths. */
  private async gradientNorm(): Promise<number> {
    const sums = tf.tidy(() => {
      const stretches = Math.ceil(this.size / STRETCH);
      const squares = tf.pad(tf.square(this.gradient), [[0, stretches * STRETCH - this.size]]);
      return tf.sum(tf.reshape(squares, [stretches, STRETCH]), 1);
    });
    const square = Float64Array.from(await sums.data()).reduce((a, b) => a + b, 0);
    sums.dispose();
    return Math.sqrt(square);
  }

  private clear(): void {
    this.gradient.dispose();
    this.gradient = tf.zeros([this.size]);
  }
}
