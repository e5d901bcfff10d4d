/** Which settings a headless run has as it goes on: its own throughout, or those of a recorded run, and a branch of it. */
import type { Experiment } from '../experiment/experiment.ts';
import { checkRules } from '../experiment/schema.ts';
import { Script } from '../runtime/virtual/script.ts';
import {
  decodeRecord,
  experimentAt,
  type RecordedChange,
  type RunRecord,
  withChanges,
} from '../telemetry/record/index.ts';
import { say, UsageError } from './command.ts';
import { textOf } from './text.ts';

export interface Course {
  /** As the run begins. */
  readonly experiment: Experiment;
  /** What is wanted once so many updates are done. */
  wanted(update: number): Experiment;
  /** What was wanted took effect. */
  applied(): void;
}

export function steadyCourse(experiment: Experiment): Course {
  return { experiment, wanted: () => experiment, applied: () => undefined };
}

/**
 * The recorded run's changes up to `until`; from there on none but `branch`.
 * @throws UsageError where the branch breaks a rule between settings
 */
export function replayCourse(
  recorded: RunRecord,
  { until, branch }: { readonly until: number; readonly branch: readonly RecordedChange[] },
): Course {
  const { experiment } = recorded;
  const changes = recorded.changes.filter((batch) => batch.update <= until);
  const script = new Script(experiment, { changes, until });
  const branched = withChanges(experimentAt({ ...recorded, changes }, until), {
    update: until + 1,
    changes: branch,
  });
  const [broken] = checkRules(branched);
  if (broken) throw new UsageError(broken.message);
  return {
    experiment,
    wanted: (update) => (update < until ? script.wanted(update) : branched),
    applied: () => script.applied(),
  };
}

/** @throws UsageError for what is no record */
export function readRecord(file: string): RunRecord {
  const parsed = decodeRecord(textOf('--replay', file));
  if (!parsed.ok) throw new UsageError(`--replay: ${parsed.message}`);
  parsed.notes.forEach((note) => say(note));
  return parsed.record;
}
