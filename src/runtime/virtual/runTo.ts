/** A run that nobody steers: its own settings throughout, up to an update. */
import { runVirtual, type RunResult, type VirtualHooks, type VirtualOptions } from './run.ts';

export interface UnsteeredRun extends Pick<VirtualOptions, 'experiment' | 'engine'> {
  /** What is to be told; nothing is where nothing is said. */
  readonly hooks?: Partial<Omit<VirtualHooks, 'gate' | 'experiment'>>;
}

/** Ends at `updates`, or before where nothing can happen any more: the result says which. */
export function runTo(updates: number, { experiment, engine, hooks }: UnsteeredRun): Promise<RunResult> {
  return runVirtual({
    experiment,
    engine,
    hooks: {
      event: () => undefined,
      frame: () => undefined,
      ...hooks,
      gate: async ({ phase, update, stalled }) =>
        phase === 'running' && (stalled || update >= updates) ? 'stop' : 'go',
      experiment: () => experiment,
    },
  });
}
