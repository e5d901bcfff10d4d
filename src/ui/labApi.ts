/**
 * `window.laglab`: a look at the lab for end-to-end tests and for the curious at the console.
 *
 *   laglab.phase()                       'running'
 *   laglab.frames().at(-1)               the last update: its number, version, metrics by name, histograms
 *   laglab.frames().map((f) => f.metrics.clip_ratio)
 *   laglab.accuracy()                    evaluations on held-out prompts
 *   laglab.ledger()                      how many prompts are where
 *   laglab.workers()                     what every worker does
 *   laglab.problems()                    what is told on the screen
 *   laglab.timeline()                    how many spans there are, and what drawing them took
 *   laglab.lens()                        what drawing the lens's curves took, and how soon they followed a slider
 *   laglab.fingerprint()                 of a virtual run: equal for runs that are the same to the last bit
 *
 *   laglab.fault({ kind: 'hang', thread: 0 })    a real fault: see `Fault` in `runtime/session.ts`
 *
 * Everything it returns is a plain copy, and nothing but `fault` can change a run.
 */
import type { Experiment } from '../experiment/experiment.ts';
import type { Ledger } from '../pipeline/contract.ts';
import type { Fault, WorkerState } from '../runtime/session.ts';
import { valueOf, type Frame } from '../telemetry/frame.ts';
import { metrics, type MetricName } from '../telemetry/metrics.ts';
import { lensDrawing } from './lens/drawing.ts';
import { chartScheduler } from './charts/schedule/chartScheduler.ts';
import type { AccuracyPoint, RunView } from './run/runView.ts';
import { experimentStore } from './state/experimentStore.ts';
import { sessionStore, type LabPhase, type Problem, type SessionState } from './state/sessionStore.ts';
import { drawing } from './timeline/viewer.ts';

export interface PlainFrame {
  readonly update: number;
  readonly version: number;
  readonly seconds: number;
  readonly samples: number;
  readonly revision: number;
  /** Metrics by their names; those without data are left out. */
  readonly metrics: Partial<Record<MetricName, number>>;
  readonly ratioPositive: readonly number[];
  readonly ratioNegative: readonly number[];
  /** Tokens per integer staleness. */
  readonly staleness: readonly number[];
}

export interface LabApi {
  /** What runs, or what would run. */
  experiment(): Experiment;
  /** The last frames of the current run, oldest first. */
  frames(): readonly PlainFrame[];
  /** Numbers of all updates of the current run, in the order in which they came. */
  updates(): readonly number[];
  accuracy(): readonly AccuracyPoint[];
  ledger(): Ledger | undefined;
  workers(): readonly WorkerState[];
  learnerMemory(): SessionState['learnerMemory'];
  engine(): SessionState['engine'];
  fingerprint(): SessionState['fingerprint'];
  warmStart(): SessionState['warmStart'];
  phase(): LabPhase;
  problems(): readonly Problem[];
  /** How often charts were drawn since the page was opened, and the main thread's milliseconds for it. */
  charts(): { readonly commits: number; readonly milliseconds: number };
  /** What the current run's timeline holds, and how often one was drawn, with the main thread's milliseconds for it. */
  timeline(): {
    readonly spans: number;
    readonly prompts: number;
    readonly pictures: number;
    readonly milliseconds: number;
  };
  /** Pictures of the lens's curves since the page was opened; see `lens/drawing.ts`. */
  lens(): typeof lensDrawing;
  /** Causes a real fault in the run. @throws Error where there is no run that can have it */
  fault(fault: Fault): void;
}

/** A frame as `frames` gives it. */
export function plain(frame: Frame): PlainFrame {
  const named = metrics.map(({ name }) => [name, valueOf(frame, name)] as const);
  return {
    update: frame.update,
    version: frame.version,
    seconds: frame.seconds,
    samples: frame.samples,
    revision: frame.revision,
    metrics: Object.fromEntries(named.filter(([, value]) => !Number.isNaN(value))),
    ratioPositive: [...frame.ratioPositive],
    ratioNegative: [...frame.ratioNegative],
    staleness: [...frame.staleness],
  };
}

/** @param run gives the current run @param fault causes one in it */
export function makeLabApi(run: () => RunView, fault: LabApi['fault']): LabApi {
  return Object.freeze({
    experiment: () => {
      const { running, draft } = experimentStore.getState();
      return structuredClone(running ?? draft);
    },
    frames: () => run().recent.map(plain),
    updates: () => [...run().updates.view()],
    accuracy: () => structuredClone([...run().accuracy]),
    ledger: () => structuredClone(sessionStore.getState().pipeline?.ledger),
    workers: () => structuredClone([...sessionStore.getState().workers]),
    learnerMemory: () => structuredClone(sessionStore.getState().learnerMemory),
    engine: () => structuredClone(sessionStore.getState().engine),
    warmStart: () => structuredClone(sessionStore.getState().warmStart),
    fingerprint: () => structuredClone(sessionStore.getState().fingerprint),
    phase: () => sessionStore.getState().phase,
    problems: () => structuredClone([...sessionStore.getState().problems]),
    timeline: () => ({ spans: run().timeline.spans, prompts: run().journeys.size, ...drawing }),
    lens: () => ({ ...lensDrawing }),
    charts: () => ({ commits: chartScheduler.commits, milliseconds: chartScheduler.spent }),
    fault,
  });
}
