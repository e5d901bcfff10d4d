/** What the pipeline view shows, gathered from the stores. */
import { valueOf } from '../../telemetry/frame.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { idleVerdict } from './idle/idleStore.ts';
import type { PipelineFacts } from './scene/scene.ts';

export function factsOf(run: RunView): PipelineFacts {
  const { phase, flow, workers, pipeline } = sessionStore.getState();
  const { latest } = run;
  return {
    phase,
    flow,
    workers,
    admission: pipeline?.admission,
    schedule: run.experiment.schedule,
    learnerIdle: latest === undefined ? NaN : valueOf(latest, 'learner_idle'),
    updatesPerSecond: latest === undefined ? NaN : valueOf(latest, 'updates_per_second'),
    idle: idleVerdict(run),
  };
}
