/** The engine of a virtual run: the one that gives the same picture on most machines, unless another is asked for. */
import { withValue } from '../../experiment/fields.ts';
import type { OpenEngine } from '../live/threadEngine.ts';

/** Takes WASM where the experiment leaves the choice: GPUs differ from one another in the last bits. */
export function repeatable(open: OpenEngine): OpenEngine {
  return async (experiment, spec) => {
    if (experiment.run.engine !== 'auto') return open(experiment, spec);
    const opened = await open(withValue(experiment, 'run.engine', 'wasm'), spec);
    const { backend } = opened.engine.descriptor;
    const reason = `${backend.toUpperCase()}, because a run on the simulated clock is meant to be repeatable.`;
    return { ...opened, reason };
  };
}
