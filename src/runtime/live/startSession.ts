/** Starts the run that an experiment asks for, on the clock that it asks for; a recorded one, on the virtual clock. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Session } from '../session.ts';
import type { Replay } from '../virtual/script.ts';
import { startVirtualSession } from '../virtual/session.ts';
import { startLiveSession } from './session.ts';

export function startSession(experiment: Experiment, replay?: Replay): Session {
  if (replay !== undefined) return startVirtualSession(experiment, replay);
  switch (experiment.run.clock) {
    case 'live':
      return startLiveSession(experiment);
    case 'virtual':
      return startVirtualSession(experiment);
  }
}
