/**
 * The line on which everything flows (design §2), as numbers and bars: workers, queue, learner, publication.
 * Every number is what the session said last; nothing moves that did not happen.
 */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Admission, Ledger } from '../../pipeline/contract.ts';
import type { WorkerState } from '../../runtime/session.ts';
import { valueOf } from '../../telemetry/frame.ts';
import { useRunNews } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { colourOf } from '../theme/staleness.ts';
import { decimal, percent } from './format.ts';
import './pipeline.css';

const emptyLedger: Ledger = {
  admitted: 0,
  running: 0,
  queued: 0,
  training: 0,
  trained: 0,
  dropped: 0,
  rejected: 0,
  lost: 0,
};

export function Pipeline({ run }: { readonly run: RunView }) {
  const pipeline = useStore(sessionStore, (state) => state.pipeline);
  const workers = useStore(sessionStore, (state) => state.workers);
  const ledger = pipeline?.ledger ?? emptyLedger;
  return (
    <section className="pipeline" aria-label="Pipeline">
      <Workers workers={workers} version={pipeline?.version ?? 0} />
      <Queue ledger={ledger} admission={pipeline?.admission} />
      <Learner run={run} ledger={ledger} />
      <Publication run={run} version={pipeline?.version ?? 0} />
    </section>
  );
}

function Station({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }) {
  return (
    <section className="station">
      <h2 className="station-title">
        <span>{title}</span>
        <span className="station-figure">{figure}</span>
      </h2>
      {children}
    </section>
  );
}

/** A sign beside the word, so that activity is told by shape and not by colour. */
const activitySigns: Readonly<Record<WorkerState['activity'], string>> = {
  starting: '…',
  generating: '▶',
  waiting: '◦',
  blocked: '■',
  paused: '‖',
  stopped: '×',
  lost: '!',
};

function Workers({
  workers,
  version,
}: {
  readonly workers: readonly WorkerState[];
  readonly version: number;
}) {
  return (
    <Station title="Workers" figure={<output data-testid="worker-count">{workers.length}</output>}>
      {workers.length === 0 ? (
        <p className="station-note">Each answers prompts with the weights that it received last.</p>
      ) : (
        <ul className="workers" data-many={workers.length > 4}>
          {workers.map(({ worker, activity, version: held, samples }) => {
            const lag = Math.max(0, version - held);
            return (
              <li
                key={worker}
                className="worker"
                data-activity={activity}
                title={`Worker ${worker + 1} is ${activity}: version ${held}, ${lag} behind, ${samples} answers so far`}
              >
                <span className="worker-sign" aria-hidden>
                  {activitySigns[activity]}
                </span>
                <span className="worker-number">{worker + 1}</span>
                <span className="worker-activity">{activity}</span>
                <span className="worker-version">
                  <span className="swatch" style={{ background: colourOf(lag) }} aria-hidden />v{held}
                </span>
                <span className="worker-samples">{samples}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Station>
  );
}

const ledgerRows: readonly { readonly state: keyof Ledger; readonly help: string }[] = [
  { state: 'admitted', help: 'Prompts handed to workers so far: the sum of all the others.' },
  { state: 'running', help: 'Prompts that workers are answering.' },
  { state: 'queued', help: 'Finished prompts that wait for the learner.' },
  { state: 'training', help: 'Prompts in the learner’s present batch.' },
  { state: 'trained', help: 'Prompts that were trained on.' },
  { state: 'dropped', help: 'Finished prompts thrown away for their age.' },
  { state: 'rejected', help: 'Prompts filtered out before the queue.' },
  { state: 'lost', help: 'Prompts that went with a worker that ended.' },
];

function Queue({
  ledger,
  admission,
}: {
  readonly ledger: Ledger;
  readonly admission: Admission | undefined;
}) {
  const inFlight = ledger.running + ledger.queued + ledger.training;
  const room = Math.max(1, inFlight + (admission?.capacity ?? 0));
  return (
    <Station title="Queue" figure={`${ledger.queued} waiting`}>
      <div
        className="flight"
        role="img"
        aria-label={`${ledger.running} running, ${ledger.queued} queued, ${ledger.training} in training`}
      >
        <span className="flight-running" style={{ width: `${(100 * ledger.running) / room}%` }} />
        <span className="flight-queued" style={{ width: `${(100 * ledger.queued) / room}%` }} />
        <span className="flight-training" style={{ width: `${(100 * ledger.training) / room}%` }} />
      </div>
      <dl className="ledger">
        {ledgerRows.map(({ state, help }) => (
          <div key={state} title={help} data-state={state}>
            <dt>{state}</dt>
            <dd data-testid={`ledger-${state}`}>{ledger[state]}</dd>
          </div>
        ))}
      </dl>
      <p className="station-note station-line">{admissionWords(admission)}</p>
    </Station>
  );
}

function admissionWords(admission: Admission | undefined): string {
  if (admission === undefined) return 'Finished answers wait here for the learner.';
  const { used, bound, capacity, limitedBy } = admission;
  if (capacity > 0) return `Room for ${Number.isFinite(capacity) ? capacity : 'any number of'} more prompts.`;
  switch (limitedBy) {
    case 'staleness':
      return `Held back by max staleness, ${used} of ${bound}.`;
    case 'concurrency':
      return 'Every worker has all the prompts it can take.';
    case 'queue':
      return 'The queue is full, so workers wait.';
    case 'none':
      return 'No new prompts at the moment.';
  }
}

function Learner({ run, ledger }: { readonly run: RunView; readonly ledger: Ledger }) {
  useRunNews(run);
  const { latest } = run;
  const idle = latest === undefined ? NaN : valueOf(latest, 'learner_idle');
  const rate = latest === undefined ? NaN : valueOf(latest, 'updates_per_second');
  return (
    <Station title="Learner" figure={`${decimal(rate, 1)} updates/s`}>
      <div className="meter" role="img" aria-label={`Busy ${percent(1 - idle)} of the time`}>
        <span style={{ width: Number.isNaN(idle) ? 0 : `${100 * (1 - idle)}%` }} />
      </div>
      <dl className="facts">
        <Fact name="busy" value={percent(1 - idle)} />
        <Fact
          name="batch"
          value={`${run.experiment.schedule.batchGroups} × ${run.experiment.schedule.groupSize}`}
        />
        <Fact name="now" value={ledger.training > 0 ? `trains on ${ledger.training} prompts` : 'waits'} />
      </dl>
    </Station>
  );
}

function Publication({ run, version }: { readonly run: RunView; readonly version: number }) {
  useRunNews(run);
  const { publishEvery, publishDelay, mode } = run.experiment.schedule;
  return (
    <Station title="Publication" figure={`version ${version}`}>
      <dl className="facts">
        <Fact
          name="every"
          value={mode === 'exact' || publishEvery === 1 ? 'update' : `${publishEvery} updates`}
        />
        <Fact name="delay" value={publishDelay === 0 ? 'none added' : `${publishDelay} s`} />
        <Fact name="trained" value={run.latest === undefined ? '–' : `version ${run.latest.version}`} />
      </dl>
    </Station>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
