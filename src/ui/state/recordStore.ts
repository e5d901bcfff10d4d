/** What is known of records: the one that was opened, the one that is played again, and how that came out. */
import { createStore } from 'zustand/vanilla';
import type { RunRecord } from '../../telemetry/record/index.ts';

export interface RecordState {
  /** A run that was opened from a file and is on the screen. */
  readonly opened: RunRecord | undefined;
  /** A run that is being played again, and up to which update. */
  readonly replay: { readonly record: RunRecord; readonly until: number } | undefined;
  /** What the run that is played again must come to. */
  readonly expected: { readonly update: number; readonly value: string } | undefined;
  /** Whether it did. */
  readonly verdict: { readonly update: number; readonly same: boolean } | undefined;
}

export const nothingRecorded: RecordState = {
  opened: undefined,
  replay: undefined,
  expected: undefined,
  verdict: undefined,
};

export const recordStore = createStore<RecordState>(() => nothingRecorded);
