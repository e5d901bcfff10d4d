/**
 * The handful of numbers that say how the run is, large enough to be read from the last row. All but the accuracy are
 * of the last update, as the readings of the charts are; each leads to its chart.
 */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { valueOf } from '../../telemetry/frame.ts';
import type { MetricName } from '../../telemetry/metrics.ts';
import { showChart } from '../charts/board/showChart.ts';
import { useRunNews } from '../hooks.ts';
import { idleStore, type Idle } from '../pipeline/idle/idleStore.ts';
import { idleWords } from '../pipeline/idle/words.ts';
import type { RunView } from '../run/runView.ts';
import { colourOf } from '../theme/staleness.ts';
import { decimal, percent } from './format.ts';
import './readouts.css';

export function Readouts({ run }: { readonly run: RunView }) {
  useRunNews(run);
  const now = (metric: MetricName) => (run.latest === undefined ? NaN : valueOf(run.latest, metric));
  const accuracy = run.accuracy.at(-1)?.value ?? NaN;
  const warm = run.accuracy.find((point) => point.stage === 'warm') ?? run.accuracy[0];
  const mean = now('sample_staleness_theta_avg');
  const largest = now('sample_staleness_theta_max');
  return (
    <section className="readouts" aria-label="Readings">
      <Readout
        name="Held-out accuracy"
        chart="reward"
        value={accuracy}
        text={percent(accuracy)}
        testId="accuracy-now"
        note={warm === undefined ? 'on new prompts' : `${percent(warm.value)} at the start`}
      />
      <Readout
        name="Reward"
        chart="reward"
        value={now('task_reward')}
        text={decimal(now('task_reward'), 2)}
        testId="reward-now"
        note="mean of the batch"
      />
      <Readout
        name="Staleness, mean"
        chart="staleness"
        value={mean}
        text={decimal(mean, 1)}
        testId="staleness-mean-now"
        note="versions behind"
        swatch={<Swatch lag={mean} />}
      />
      <Readout
        name="Staleness, largest"
        chart="staleness"
        value={largest}
        text={decimal(largest, 0)}
        testId="staleness-max-now"
        note="versions behind"
        swatch={<Swatch lag={largest} />}
      />
      <Readout
        name="Clip fraction"
        chart="clip"
        value={now('clip_ratio')}
        text={percent(now('clip_ratio'), 1)}
        testId="clip-now"
        note={
          run.latest !== undefined && Number.isNaN(now('clip_ratio'))
            ? 'this objective does not clip'
            : 'of the tokens are cut'
        }
      />
      <Readout
        name="Learner idle"
        chart="idle"
        value={now('learner_idle')}
        text={percent(now('learner_idle'))}
        testId="idle-now"
        {...idleNote(useStore(idleStore), run)}
      />
    </section>
  );
}

/** Under the figure: why the learner waits and what helps, where it is known; in full as a hint. */
function idleNote(known: Idle, run: RunView): Pick<ReadoutProps, 'note' | 'hint'> {
  if (known.run !== run || known.verdict === undefined) return { note: 'of its time, waiting' };
  const { line, brief, sentence } = idleWords(known.verdict);
  return {
    hint: sentence,
    note: (
      <span data-testid="idle-why" data-kind={known.verdict.kind}>
        <span className="readout-roomy">{line}</span>
        <span className="readout-tight">{brief}</span>
      </span>
    ),
  };
}

interface ReadoutProps {
  readonly name: string;
  /** Where more is to be seen. */
  readonly chart: string;
  /** The unrounded number, for tests and for whoever inspects the page. */
  readonly value: number;
  readonly text: string;
  readonly note: ReactNode;
  /** For a mouse that rests on it. */
  readonly hint?: string;
  readonly testId: string;
  readonly swatch?: ReactNode;
}

function Readout({ name, chart, value, text, note, hint, testId, swatch }: ReadoutProps) {
  return (
    <div className="readout">
      <button
        type="button"
        className="readout-name"
        title={hint ?? 'Show its chart'}
        onClick={() => showChart(chart)}
        data-testid={`show-${testId}`}
      >
        {name}
      </button>
      <span className="readout-figure">
        <output data-testid={testId} data-value={value} aria-live="off">
          {text}
        </output>
        {swatch}
      </span>
      <span className="readout-note">{note}</span>
    </div>
  );
}

function Swatch({ lag }: { readonly lag: number }) {
  return Number.isNaN(lag) ? null : (
    <span className="swatch" style={{ background: colourOf(lag) }} aria-hidden />
  );
}
