/** The pipeline as tables: workers, what waits by age, the learner, weights on their way. */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Flow, TicketColumns } from '../../runtime/flow.ts';
import { useRunNews } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { factsOf } from './facts.ts';
import { percent } from '../stage/format.ts';
import { idleStore } from './idle/idleStore.ts';
import { admissionWords, idleNote, learnerWords } from './scene/words.ts';

export function StateTable({ run }: { readonly run: RunView }) {
  useRunNews(run);
  useStore(sessionStore, (state) => state.pipeline);
  useStore(idleStore);
  const facts = factsOf(run);
  const { flow, workers, learnerIdle } = facts;
  const why = idleNote(facts);
  return (
    <div className="pipeline-tables" role="region" aria-label="Pipeline, tables" tabIndex={0}>
      <Table caption="Workers" head={['Worker', 'Does', 'Version', 'Behind', 'Under way', 'Answers']}>
        {workers.map(({ worker, activity, version, samples }) => (
          <tr key={worker}>
            <th scope="row">{worker + 1}</th>
            <td>{activity}</td>
            <td>{version < 0 ? '–' : version}</td>
            <td>{version < 0 || flow === undefined ? '–' : Math.max(0, flow.learnerVersion - version)}</td>
            <td>{flow?.workers.find((other) => other.worker === worker)?.held.numbers.length ?? 0}</td>
            <td>{samples.toLocaleString('en')}</td>
          </tr>
        ))}
      </Table>
      <Table caption="Queue" head={['Versions behind', 'Prompts waiting', 'In training']}>
        {agesOf(flow).map(({ lag, waiting, training }) => (
          <tr key={lag}>
            <th scope="row">{lag}</th>
            <td>{waiting}</td>
            <td>{training}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={3}>{admissionWords(facts)}</td>
        </tr>
      </Table>
      <Table caption="Learner and weights" head={['Version', 'Where']}>
        <tr>
          <th scope="row">{flow?.learnerVersion ?? 0}</th>
          <td>{learnerWords(facts)}</td>
        </tr>
        {why !== undefined && (
          <tr data-testid="idle-why">
            <th scope="row">idle</th>
            <td>
              {percent(learnerIdle)}. {why.sentence}
            </td>
          </tr>
        )}
        {[...(flow?.publications ?? [])].reverse().map(({ version, due }) => (
          <tr key={version}>
            <th scope="row">{version}</th>
            <td>on its way, {Math.max(0, due - flow!.seconds).toFixed(1)} s left</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{flow?.version ?? 0}</th>
          <td>in force at the workers</td>
        </tr>
      </Table>
    </div>
  );
}

function Table({
  caption,
  head,
  children,
}: {
  readonly caption: string;
  readonly head: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface Age {
  readonly lag: number;
  readonly waiting: number;
  readonly training: number;
}

/** Tickets by age, oldest first. */
function agesOf(flow: Flow | undefined): readonly Age[] {
  if (flow === undefined) return [];
  const waiting = countsOf(flow.queued, flow.learnerVersion);
  const training = countsOf(flow.training, flow.learnerVersion);
  return [...new Set([...waiting.keys(), ...training.keys()])]
    .sort((a, b) => b - a)
    .map((lag) => ({ lag, waiting: waiting.get(lag) ?? 0, training: training.get(lag) ?? 0 }));
}

function countsOf({ versions }: TicketColumns, learnerVersion: number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const version of versions) {
    const lag = Math.max(0, learnerVersion - version);
    counts.set(lag, (counts.get(lag) ?? 0) + 1);
  }
  return counts;
}
