/** Asks the lens's thread what the methods make of the batch that is looked at, whenever either changes. */
import { Latest } from '../thread/latest.ts';
import type { LensThread } from '../thread/lensThread.ts';
import type { BatchAnswer } from '../thread/protocol.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { lensStore, shownMethods } from '../state/lensStore.ts';
import { batchStore, type Subject } from './batchStore.ts';

interface Asking {
  readonly subject: Subject;
  readonly methods: readonly MethodName[];
}

/** @returns what ends it */
export function answerBatches(thread: LensThread): () => void {
  const latest = new Latest<Asking, BatchAnswer>(
    ({ subject: { key, input }, methods }) => thread.ask<'batch'>({ kind: 'batch', key, input, methods }),
    (answer, { subject, methods }) => {
      // It may have been taken away meanwhile.
      if (batchStore.getState().subject !== undefined)
        batchStore.setState({ answered: { subject, methods, answer } });
    },
    (error) =>
      batchStore.setState({
        message: `The batch could not be computed: ${error instanceof Error ? error.message : String(error)}`,
      }),
  );
  const ask = () => {
    const { subject } = batchStore.getState();
    if (subject === undefined) return;
    const methods = shownMethods(lensStore.getState().methods, subject.experiment.objective.name);
    latest.ask({ subject, methods });
  };
  const stops = [
    batchStore.subscribe((now, before) => {
      if (now.subject !== before.subject) ask();
    }),
    lensStore.subscribe((now, before) => {
      if (now.methods !== before.methods) ask();
    }),
  ];
  ask();
  return () => {
    for (const stop of stops) stop();
    latest.end();
  };
}
