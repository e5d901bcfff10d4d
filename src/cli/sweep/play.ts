/** One run of a sweep: an experiment played to its last update on the virtual clock, and what the table keeps of it. */
import { decodeLink } from '../../experiment/link.ts';
import { mean } from '../../numerics/intervals.ts';
import { openEngine } from '../../policy/engines/open.ts';
import { policySpec } from '../../policy/specOf.ts';
import type { TrainedBatch } from '../../runtime/actors/batchDetails.ts';
import { runTo } from '../../runtime/virtual/runTo.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame, valueOf } from '../../telemetry/frame.ts';
import { cellExperiment, type Place, type SweepRun } from '../../telemetry/sweep/index.ts';
import { UsageError } from '../command.ts';
import type { NodeEngine } from '../options.ts';

/** What a run needs to be told, wherever it is played. */
export interface Order {
  readonly place: Place;
  /** The base experiment as a link. */
  readonly experiment: string;
  readonly updates: number;
  readonly engine: NodeEngine;
}

export interface Played {
  readonly run: SweepRun;
  /** What computed it, such as "wasm simd". */
  readonly engine: string;
}

/**
 * Plays it.
 * @throws UsageError for a base experiment that is none
 * @throws Error for a run that cannot go on to its end
 */
export async function play({ place, experiment: link, updates, engine: request }: Order): Promise<Played> {
  const parsed = decodeLink(link);
  if (!parsed.ok) throw new UsageError(parsed.problems.map(({ message }) => message).join('\n'));
  const experiment = cellExperiment(parsed.experiment, place, updates);
  const { engine } = await openEngine(request, policySpec(experiment, createTask(experiment)));
  const right: number[] = [];
  const clip: number[] = [];
  const gated: number[] = [];
  const masked: number[] = [];
  let skipped = 0;
  const { fingerprint, updates: done } = await runTo(updates, {
    experiment,
    engine,
    hooks: {
      event: (event) => {
        if (event.kind === 'accuracy' && event.stage !== 'init') {
          right.push(Math.round(event.value * experiment.evaluation.prompts));
        } else if (event.kind === 'problem' && event.severity === 'warning') skipped += 1;
      },
      frame: (data) => {
        const frame = decodeFrame(data);
        clip.push(valueOf(frame, 'clip_ratio'));
        gated.push(valueOf(frame, 'gated_ratio'));
      },
      trained: (batch) => masked.push(maskedShare(batch)),
    },
  });
  const { descriptor } = engine;
  engine.dispose();
  if (done < updates) {
    const { method, lag, seed } = place;
    throw new Error(`${method} at lag ${lag}, seed ${seed}, came to a standstill at update ${done}.`);
  }
  const run = {
    ...place,
    right,
    clip: shareOf(clip),
    gated: shareOf(gated) ?? 0,
    masked: shareOf(masked) ?? 0,
    skipped,
    fingerprint,
  };
  return { run, engine: `${descriptor.engine} ${descriptor.backend}` };
}

/** Share of the counted tokens with an advantage that got no gradient at all; NaN where none has an advantage. */
function maskedShare({ minibatches }: TrainedBatch): number {
  let tokens = 0;
  let without = 0;
  for (const { facts, coefficients } of minibatches) {
    for (let t = 0; t < coefficients.length; t++) {
      if (facts.mask[t] === 0 || facts.advantage[t] === 0) continue;
      tokens += 1;
      if (coefficients[t] === 0) without += 1;
    }
  }
  return without / tokens;
}

/** Mean over the updates that have data, to six digits, which the table keeps; null without any. */
function shareOf(values: readonly number[]): number | null {
  const known = values.filter(Number.isFinite);
  return known.length === 0 ? null : Number(mean(known).toFixed(6));
}
