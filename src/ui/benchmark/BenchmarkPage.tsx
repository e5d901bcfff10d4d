/** Measures this device: the lab's engine beside TensorFlow.js, jax-js and the limit, as bars and as numbers. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ClipboardCopy, Gauge, Pause, Square } from 'lucide-react';
import { reportedCase } from '../../benchmark/report.ts';
import type { CaseResult } from '../../benchmark/suite.ts';
import { Button } from '../components/Button.tsx';
import { usePhase } from '../hooks.ts';
import { actions } from '../lab.ts';
import { isActive } from '../state/sessionStore.ts';
import { copyText } from '../copyText.ts';
import { Page } from '../views/Page.tsx';
import { Benchmark, type BenchmarkState } from './benchmark.ts';
import { factor, milliseconds, type Row, rowsOf, shapeOf, titleOf } from './rows.ts';
import './benchmark.css';

/** One for the visit, so that results are still there when somebody comes back. */
const benchmark = new Benchmark();

export default function BenchmarkPage() {
  const state = useStore(benchmark.state);
  useEffect(() => () => benchmark.stop(), []);
  const running = state.phase === 'running';
  return (
    <Page
      title="Benchmark"
      purpose="The same small transformer takes the same steps in the lab’s own engine, in TensorFlow.js and in jax-js, one run of each in turn, after a check that all compute the same. The limit is what its matrix products alone would take."
      testId="benchmark-page"
    >
      <div className="benchmark-controls">
        {running ? (
          <Button onClick={() => benchmark.stop()} data-testid="benchmark-stop">
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <>
            <Button look="primary" onClick={() => void benchmark.begin(false)} data-testid="benchmark-run">
              <Gauge aria-hidden />
              Measure this device
            </Button>
            <Button onClick={() => void benchmark.begin(true)} data-testid="benchmark-quick">
              One case only
            </Button>
          </>
        )}
        <p className="benchmark-status" role="status" data-testid="benchmark-status" data-phase={state.phase}>
          {statusOf(state)}
        </p>
      </div>
      {running && <ProgressBar state={state} />}
      <BusyNotice />
      {state.results.map((result) => (
        <Result key={result.case.name} result={result} />
      ))}
      {state.results.length > 0 && !running && (
        <Button onClick={() => void copyResults(state.results)} data-testid="benchmark-copy">
          <ClipboardCopy aria-hidden />
          Copy as text
        </Button>
      )}
    </Page>
  );
}

function statusOf({ phase, progress, message }: BenchmarkState): string {
  switch (phase) {
    case 'idle':
      return 'Takes about half a minute and loads some 2 MB when it begins.';
    case 'running':
      return progress === undefined ? 'Starting …' : `Measuring case ${progress.at} of ${progress.of} …`;
    case 'done':
      return 'Done. Times are medians, ratios are to the lab’s engine.';
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return `It failed: ${message}.`;
  }
}

function ProgressBar({ state: { progress, results } }: { readonly state: BenchmarkState }) {
  const of = progress?.of ?? 1;
  return (
    <div
      className="benchmark-progress"
      role="progressbar"
      aria-label="Cases measured"
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={results.length}
    >
      <div style={{ width: `${((results.length + 0.5) / of) * 100}%` }} />
    </div>
  );
}

/** A run of the lab shares the processor, which falsifies the times. */
function BusyNotice() {
  const phase = usePhase();
  if (!isActive(phase)) return null;
  return (
    <p className="benchmark-busy" data-testid="benchmark-busy">
      A run is going on and takes its part of the processor.
      <Button onClick={() => actions.toggle.run()}>
        <Pause aria-hidden />
        Pause it
      </Button>
    </p>
  );
}

function Result({ result }: { readonly result: CaseResult }) {
  const title = titleOf(result);
  const id = `benchmark-${result.case.name}`;
  return (
    <section className="benchmark-case" aria-labelledby={id} data-testid={`case-${result.case.name}`}>
      <h3 id={id}>{title}</h3>
      <p className="benchmark-shape">{shapeOf(result)}.</p>
      <table className="benchmark-table" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Computed by</th>
            <th scope="col">Time</th>
            <th scope="col">Ratio</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(result).map((row) => (
            <ResultRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ResultRow({ row: { id, name, ms, times, share, note } }: { readonly row: Row }) {
  return (
    <tr data-contestant={id} data-ms={ms}>
      <th scope="row">
        <span className="benchmark-name">{name}</span>
        {share > 0 && (
          <span className="benchmark-bar" aria-hidden>
            <span style={{ width: `${share * 100}%` }} />
          </span>
        )}
        <span className="benchmark-note">{note}.</span>
      </th>
      <td>{milliseconds(ms)}</td>
      <td>{factor(times)}</td>
    </tr>
  );
}

function copyResults(results: readonly CaseResult[]): Promise<void> {
  const report = {
    browser: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    cases: results.map((result) => reportedCase('browser', result)),
  };
  return copyText(JSON.stringify(report, null, 2), 'Copied.');
}
