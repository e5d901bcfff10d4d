/** Starts the run that an experiment asks for, on the clock that it asks for. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Session } from '../session.ts';
import { startVirtualSession } from '../virtual/session.ts';
import { startLiveSession } from './session.ts';

export function startSession(experiment: Experiment): Session {
  switch (experiment.run.clock) {
    case 'live':
      return startLiveSession(experiment);
    case 'virtual':
      return startVirtualSession(experiment);
  }
}
