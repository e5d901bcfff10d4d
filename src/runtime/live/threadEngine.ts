/** The engine of a thread that computes: a tfjs backend as asked for, or the next best. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Engine } from '../../policy/engine.ts';
import { chooseBackend, createTfjsEngine } from '../../policy/engines/tfjs/index.ts';
import type { PolicySpec } from '../../policy/spec.ts';

export interface ThreadEngine {
  readonly engine: Engine;
  /** Why this backend, in one sentence. */
  readonly reason: string;
  /** Calls `listener` with a sentence should the device be lost. */
  onLost(listener: (message: string) => void): void;
}

export type OpenEngine = (experiment: Experiment, spec: PolicySpec) => Promise<ThreadEngine>;

export const openTfjs: OpenEngine = async ({ run }, spec) => {
  const choice = await chooseBackend(run.engine);
  const engine = await createTfjsEngine(spec, choice.backend);
  return { engine, reason: choice.reason, onLost: (listener) => choice.onLost(listener) };
};
