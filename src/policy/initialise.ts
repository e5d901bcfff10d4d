/** The seeded initial parameter vector: the same bits in every JavaScript engine. */
import { normal, STREAM } from '../numerics/random.ts';
import { layoutOf } from './layout.ts';
import type { PolicySpec } from './spec.ts';

/**
 * The initial flat vector of a policy, laid out by `layout.ts`. An element depends on the seed, its tensor's
 * number and its place in the tensor alone.
 */
export function initialParameters(spec: PolicySpec, seed: number): Float32Array {
  const layout = layoutOf(spec);
  const parameters = new Float32Array(layout.total);
  layout.tensors.forEach((tensor, number) => {
    for (let i = 0; i < tensor.size; i++) {
      const noise = tensor.deviation === 0 ? 0 : tensor.deviation * normal(seed, STREAM.init, number, i);
      parameters[tensor.offset + i] = tensor.mean + noise;
    }
  });
  return parameters;
}
