/** What the record's bar says. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { RecordState } from '../state/recordStore.ts';

export interface RecordFacts extends RecordState {
  /** Newest update on the screen. */
  readonly last: number;
  /** Whether the run is at work. */
  readonly active: boolean;
  /** Of the run on the screen. */
  readonly clock: Experiment['run']['clock'];
}

export function recordWords({ replay, verdict, opened, last, active, clock }: RecordFacts): string {
  if (replay !== undefined)
    return `Playing again up to update ${replay.until}; a changed setting makes it another run.`;
  if (verdict?.same === true) return `Update ${verdict.update} again, with the same fingerprint as recorded.`;
  if (verdict?.same === false) {
    return `Update ${verdict.update} came out different from the record: another engine or version computed it.`;
  }
  if (last === 0) return 'A run can be saved, opened and played again.';
  // A run with a fingerprint was one on the virtual clock, whatever its settings name.
  if (clock === 'live' && (opened === undefined || opened.fingerprint === null))
    return 'A live race is never the same twice: played again, it runs on the virtual clock.';
  if (opened !== undefined) return `A recorded run of ${last} updates.`;
  return active ? 'Recording.' : 'Can be played again, to the last bit.';
}
