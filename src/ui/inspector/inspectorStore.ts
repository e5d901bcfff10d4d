/** What the inspector shows and how: the last batches, whether they are held, sort, filter, colouring, selection. */
import { createStore } from 'zustand/vanilla';
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';
import type { Colouring } from './looks.ts';
import type { Choice } from './rows.ts';

/** A place in the list: a sample, by its row's key, and one of its response tokens; −1 = the sample itself. */
export interface Place {
  readonly row: string;
  readonly token: number;
}

export interface InspectorState extends Choice {
  /** Newest first. */
  readonly batches: readonly BatchDetails[];
  /** Whether what is shown stays, while the run goes on. */
  readonly held: boolean;
  /** Whether somebody points into the list, which waits with new batches until they have gone. */
  readonly pointed: boolean;
  readonly colouring: Colouring;
  readonly selected: Place | undefined;
}

const nothing = { batches: [], held: false, pointed: false, selected: undefined, group: undefined } as const;

export const inspectorStore = createStore<InspectorState>(() => ({
  ...nothing,
  colouring: 'staleness',
  sort: 'newest',
  filter: 'all',
}));

/** Another run: nothing of the one before is shown. */
export function clearInspector(): void {
  inspectorStore.setState(nothing);
}

/** New batches. None means that there is nothing new: a learner that was replaced has forgotten what it trained on. */
export function showBatches(batches: readonly BatchDetails[]): void {
  if (isStill() || batches.length === 0) return;
  inspectorStore.setState({ batches });
}

/** Whether the list stays as it is for now. */
export function isStill({ held, pointed } = inspectorStore.getState()): boolean {
  return held || pointed;
}

/** Points at a token or sample, and holds the list, so that it does not move away under the eye. */
export function select(selected: Place): void {
  inspectorStore.setState({ selected, held: true });
}

export function setHeld(held: boolean): void {
  inspectorStore.setState(held ? { held } : { held, selected: undefined });
}
