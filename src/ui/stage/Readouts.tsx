/** The handful of numbers that say how the run is, large enough to be read from the last row. */
import type { ReactNode } from 'react';
import { valueOf } from '../../telemetry/frame.ts';
import type { MetricName } from '../../telemetry/metrics.ts';
import { useRunNews } from '../hooks.ts';
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
        value={accuracy}
        text={percent(accuracy)}
        testId="accuracy-now"
        note={warm === undefined ? 'on new prompts' : `${percent(warm.value)} at the start`}
      />
      <Readout
        name="Reward"
        value={now('task_reward')}
        text={decimal(now('task_reward'), 2)}
        testId="reward-now"
        note="mean of the batch"
      />
      <Readout
        name="Staleness, mean"
        value={mean}
        text={decimal(mean, 1)}
        testId="staleness-mean-now"
        note="versions"
        swatch={<Swatch lag={mean} />}
      />
      <Readout
        name="Staleness, largest"
        value={largest}
        text={decimal(largest, 0)}
        testId="staleness-max-now"
        note="versions"
        swatch={<Swatch lag={largest} />}
      />
      <Readout
        name="Clip fraction"
        value={now('clip_ratio')}
        text={percent(now('clip_ratio'), 1)}
        testId="clip-now"
        note="tokens without gradient"
      />
      <Readout
        name="Learner idle"
        value={now('learner_idle')}
        text={percent(now('learner_idle'))}
        testId="idle-now"
        note="time spent waiting"
      />
    </section>
  );
}

interface ReadoutProps {
  readonly name: string;
  /** The unrounded number, for tests and for whoever inspects the page. */
  readonly value: number;
  readonly text: string;
  readonly note: string;
  readonly testId: string;
  readonly swatch?: ReactNode;
}

function Readout({ name, value, text, note, testId, swatch }: ReadoutProps) {
  return (
    <div className="readout">
      <span className="readout-name">{name}</span>
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
