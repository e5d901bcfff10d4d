/** The book of prompts: every one that was admitted is in exactly one place, so the sum is always right. */
import { Fragment } from 'react';
import { useStore } from 'zustand';
import type { Ledger } from '../../pipeline/contract.ts';
import { sessionStore } from '../state/sessionStore.ts';

const rows: readonly { readonly state: keyof Ledger; readonly help: string }[] = [
  { state: 'admitted', help: 'Prompts handed to workers so far: the sum of all the others.' },
  { state: 'running', help: 'Prompts that workers are answering.' },
  { state: 'queued', help: 'Finished prompts that wait for the learner.' },
  { state: 'training', help: 'Prompts in the learner’s present batch.' },
  { state: 'trained', help: 'Prompts that were trained on.' },
  { state: 'dropped', help: 'Finished prompts thrown away for their age.' },
  { state: 'rejected', help: 'Prompts filtered out before the queue.' },
  { state: 'lost', help: 'Prompts that went with a worker or learner that ended.' },
];

export function Book() {
  const ledger = useStore(sessionStore, (state) => state.pipeline?.ledger);
  return (
    <dl className="book" aria-label="Where all prompts are">
      {rows.map(({ state, help }, i) => (
        <Fragment key={state}>
          {i > 0 && (
            <span className="book-sign" aria-hidden>
              {i === 1 ? '=' : '+'}
            </span>
          )}
          <div className="book-entry" title={help} data-state={state}>
            <dt>{state}</dt>
            <dd data-testid={`ledger-${state}`}>{(ledger?.[state] ?? 0).toLocaleString('en')}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  );
}
