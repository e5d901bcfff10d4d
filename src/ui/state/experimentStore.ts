/**
 * Two experiments: the *draft* is what the controls and the address bar show, the *running* one is what the
 * session was told to do. They differ where a change waits for a reset.
 */
import { createStore } from 'zustand/vanilla';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { differences, type Difference } from '../../experiment/fields.ts';
import { presetExperiment } from '../../experiment/presets/index.ts';

export interface ExperimentState {
  readonly draft: Experiment;
  /** Undefined while there is no session. */
  readonly running: Experiment | undefined;
}

export const experimentStore = createStore<ExperimentState>(() => ({
  draft: defaultExperiment(),
  running: undefined,
}));

/** The preset that an experiment is shown as differences from: what "restore" restores. */
export function baseOf(experiment: Experiment): Experiment {
  return presetExperiment(experiment.preset);
}

/** The clock of the run, or of the one that the controls show. */
export function clockOf({ draft, running }: ExperimentState): Experiment['run']['clock'] {
  return (running ?? draft).run.clock;
}

/** Changes on the controls that have not reached the session because one of them needs a reset. */
export function waitingChanges({ draft, running }: ExperimentState): readonly Difference[] {
  return running === undefined ? [] : differences(running, draft);
}
