/** The batch that the lens looks at, and what the methods make of it. */
import { createStore } from 'zustand/vanilla';
import type { Experiment } from '../../../experiment/experiment.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import type { Capture } from '../../../runtime/lens/capture.ts';
import type { LensSource } from '../state/schema.ts';
import type { BatchAnswer, BatchInput } from '../thread/protocol.ts';

/** A batch, and where it comes from. */
export interface Subject {
  readonly source: LensSource;
  /** Names the batch: another one has another key. */
  readonly key: number;
  readonly input: BatchInput;
  /** Whose settings it is looked at with. */
  readonly experiment: Experiment;
  /** The run of this page that it is of, where it is of one: others have updates of the same numbers. */
  readonly run?: object;
  /** Where a learner trained on it. */
  readonly capture?: Capture;
}

export interface BatchState {
  /** What is looked at; the answer may still be of the one before. */
  readonly subject: Subject | undefined;
  readonly answered:
    | { readonly subject: Subject; readonly methods: readonly MethodName[]; readonly answer: BatchAnswer }
    | undefined;
  /** Where the run stood when it was last asked: another object after every answer of a run. */
  readonly stands: { readonly update: number } | undefined;
  /** An update that somebody wants to see, also where it was not looked at in full. */
  readonly wanted: number | undefined;
  /** Why there is no batch, or no answer. */
  readonly message: string | undefined;
}

export const noBatch: BatchState = {
  subject: undefined,
  answered: undefined,
  stands: undefined,
  wanted: undefined,
  message: undefined,
};

export const batchStore = createStore<BatchState>(() => noBatch);

let keys = 0;

/** Another batch to look at. @param stands of a run's: where that stands */
export function lookAt(subject: Omit<Subject, 'key'>, stands?: BatchState['stands']): void {
  batchStore.setState({ subject: { ...subject, key: ++keys }, stands, message: undefined });
}

/** There is none; what was there goes. */
export function lookAtNothing(message: string): void {
  batchStore.setState({ ...noBatch, message });
}
