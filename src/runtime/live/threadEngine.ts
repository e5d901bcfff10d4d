/** How a thread that computes opens its engine. Tests give a stand-in. */
import type { Experiment } from '../../experiment/experiment.ts';
import { openEngine, type OpenedEngine } from '../../policy/engines/open.ts';
import type { PolicySpec } from '../../policy/spec.ts';

/** @param withoutGpu a GPU was lost in this run, so the engine has to do without */
export type OpenEngine = (
  experiment: Experiment,
  spec: PolicySpec,
  withoutGpu?: boolean,
) => Promise<OpenedEngine>;

/** The engine that the experiment names, or the next best. */
export const openNamed: OpenEngine = ({ run }, spec, withoutGpu = false) =>
  openEngine(run.engine, spec, { withoutGpu });
