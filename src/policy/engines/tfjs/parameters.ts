/**
 * One parameter vector on the device, in two forms: flat, for loading, reading and the optimiser (one kernel
 * for all parameters), and cut into the tensors of the layout, for the network.
 *
 * A vector never changes; a changed slot gets a new one. It is counted, because a generation under way goes on
 * with the vector it began with when its slot is loaded anew.
 */
import * as tf from '@tensorflow/tfjs-core';
import type { Layout } from '../../layout.ts';
import type { Tensors } from './network.ts';

export class Parameters {
  readonly flat: tf.Tensor1D;
  readonly tensors: Tensors;
  private holders = 1;

  /** Takes over `flat`, which the caller must not dispose. */
  constructor(layout: Layout, flat: tf.Tensor1D) {
    this.flat = flat;
    this.tensors = tf.tidy(() => {
      const pieces = tf.split(
        flat,
        layout.tensors.map((tensor) => tensor.size),
      );
      return Object.fromEntries(
        layout.tensors.map(({ name, shape }, i) => [name, tf.reshape(pieces[i]!, [...shape])]),
      );
    });
  }

  retain(): this {
    this.holders++;
    return this;
  }

  /** Frees the device's memory when nobody holds the vector any more. */
  release(): void {
    if (--this.holders > 0) return;
    this.flat.dispose();
    tf.dispose(Object.values(this.tensors));
  }
}
