/** The run in a sentence or two: shown above the stage, and read out now and then. */
import type { LabPhase, SessionState } from '../state/sessionStore.ts';
import type { RunView } from '../run/runView.ts';
import { valueOf } from '../../telemetry/frame.ts';
import { decimal, percent } from './format.ts';

export type Facts = Pick<SessionState, 'phase' | 'warmStart'> & {
  readonly run: Pick<RunView, 'latest' | 'accuracy' | 'experiment'>;
};

export function summarise({ phase, warmStart, run }: Facts): string {
  const done = run.latest?.update ?? 0;
  switch (phase) {
    case 'idle':
      return 'Workers answer prompts with a copy of the policy that is always a little old; the learner trains on what they send. Press Run, then drag “Max staleness” and watch the charts.';
    case 'starting':
      return 'Starting the threads and the engine.';
    case 'warm-start':
      if (warmStart === undefined) return 'Warm start: the policy imitates right answers first.';
      return `Warm start: the policy imitates right answers first, ${warmStart.update} of ${warmStart.of} updates, loss ${decimal(warmStart.loss, 2)}. Without this, rewards would be too rare to learn from.`;
    case 'running':
      return done === 0
        ? 'Learning begins: workers are writing the first answers.'
        : progress(phase, run, done);
    case 'paused':
      if (done === 0 && warmStart !== undefined && warmStart.update < warmStart.of) {
        return `Paused during the warm start, after ${warmStart.update} of ${warmStart.of} updates.`;
      }
      return progress(phase, run, done);
    case 'finished':
    case 'stopped':
      return progress(phase, run, done);
    case 'failed':
      return 'The run ended with an error. The message says what to do.';
  }
}

function progress(phase: LabPhase, { latest, accuracy, experiment }: Facts['run'], done: number): string {
  const first = accuracy.find((point) => point.stage === 'warm') ?? accuracy[0];
  const last = accuracy.at(-1);
  const start = { finished: 'Done after', paused: 'Paused after', stopped: 'Stopped after' }[phase as string];
  const limit = experiment.run.updates;
  const head =
    start !== undefined
      ? `${start} ${done} ${done === 1 ? 'update' : 'updates'}.`
      : limit === 0
        ? `Update ${done}.`
        : `Update ${done} of ${limit}.`;
  const learnt =
    last === undefined
      ? ''
      : first === undefined || first === last
        ? ` Held-out accuracy ${percent(last.value)}.`
        : ` Held-out accuracy went from ${percent(first.value)} to ${percent(last.value)}.`;
  const age =
    latest === undefined
      ? ''
      : ` The last batch was ${decimal(valueOf(latest, 'sample_staleness_theta_avg'))} versions old on average.`;
  return head + learnt + age;
}
