/** How a thread that computes opens its engine. Tests give a stand-in. */
import type { Experiment } from '../../experiment/experiment.ts';
import { openEngine, type OpenedEngine } from '../../policy/engines/open.ts';
import type { PolicySpec } from '../../policy/spec.ts';

export type OpenEngine = (experiment: Experiment, spec: PolicySpec) => Promise<OpenedEngine>;

/** The engine that the experiment names, or the next best. */
export const openNamed: OpenEngine = ({ run }, spec) => openEngine(run.engine, spec);
