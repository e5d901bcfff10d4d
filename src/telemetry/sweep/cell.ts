/** A place in a sweep, and the experiment that stands there. */
import type { Experiment } from '../../experiment/experiment.ts';
import { withLayer } from '../../experiment/presets/index.ts';
import { values as valueMethods } from '../../experiment/settings/methods/values.ts';
import type { MethodName } from '../../learning/objectives/index.ts';

export interface Cell {
  readonly method: MethodName;
  /** Exact lag, in updates. */
  readonly lag: number;
}

export interface Place extends Cell {
  readonly seed: number;
}

/**
 * The base experiment under one method, at one exact lag. A policy gets a value head where the method cannot do without,
 * and nowhere else.
 */
export function cellExperiment(base: Experiment, { method, lag, seed }: Place, updates: number): Experiment {
  return withLayer(base, {
    objective: { name: method },
    policy: { valueHead: base.policy.valueHead || Object.hasOwn(valueMethods, method) },
    schedule: { mode: 'exact', exactLag: lag },
    run: { seed, updates },
  });
}
