/** What an architecture is inside the tfjs engine. Types only. */
import type * as tf from '@tensorflow/tfjs-core';
import type { Inputs } from './encoding.ts';

/** The tensors of a parameter vector by their name in the layout. */
export type Tensors = Readonly<Record<string, tf.Tensor>>;

/**
 * What a pass leaves for the next one. Transformer: keys and values of each block, [B·heads, positions, d].
 * MLP: the running sum of the first product, [B, F].
 */
export type Cache = readonly tf.Tensor[];

export interface Pass {
  /** What the heads read, [T·B, size], before `gain`. */
  readonly state: tf.Tensor2D;
  /** Gain of the state's last norm, where it is still to be applied. */
  readonly gain?: tf.Tensor1D;
  readonly cache: Cache;
}

export interface Network {
  /** One pass over consecutive positions, after those of `past`. To be called inside `tf.tidy`. */
  forward(tensors: Tensors, inputs: Inputs, past?: Cache): Pass;
}
