/** Messages between the page and the one thread of a virtual run; checked where they arrive (`live/link.ts`). */
import type { Experiment } from '../../experiment/experiment.ts';
import type { BatchDetails } from '../actors/index.ts';
import { objects, type Table } from '../live/boundary.ts';
import type { Capture } from '../lens/capture.ts';
import type { SessionEvent } from '../session.ts';
import type { Replay } from './script.ts';

export type PageToRun =
  /** @property replay a recorded run of this experiment, to be played again */
  | { readonly kind: 'start'; readonly experiment: Experiment; readonly replay: Replay | null }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'step' }
  /** While paused: one more event. */
  | { readonly kind: 'step-event' }
  /** Seconds of the run's clock per second; Infinity = as fast as the computer can. */
  | { readonly kind: 'speed'; readonly speed: number }
  /** Asks for `inspection`. */
  | { readonly kind: 'inspect' }
  /** Asks for `captured`. */
  | { readonly kind: 'capture' }
  | { readonly kind: 'change'; readonly experiment: Experiment }
  | { readonly kind: 'stop' };

export type RunToPage =
  /** The thread holds this lock for as long as it lives. */
  | { readonly kind: 'alive'; readonly lock: string }
  | { readonly kind: 'event'; readonly event: SessionEvent }
  /** One encoded frame. */
  | { readonly kind: 'frame'; readonly record: Float64Array }
  /** Answer to `inspect`: the last batches, newest first. */
  | { readonly kind: 'inspection'; readonly batches: readonly BatchDetails[] }
  /** Answer to `capture`; null before the first update. */
  | { readonly kind: 'captured'; readonly capture: Capture | null }
  /** The run has ended by itself or was stopped; nothing follows. */
  | { readonly kind: 'ended' };

const object = (value: unknown): boolean => typeof value === 'object' && value !== null;
const doubles = (value: unknown): boolean => value instanceof Float64Array;

export const pageToRun: Table<PageToRun> = {
  start: { experiment: object, replay: (value) => value === null || object(value) },
  pause: {},
  resume: {},
  step: {},
  'step-event': {},
  speed: { speed: (value) => typeof value === 'number' && value > 0 },
  inspect: {},
  capture: {},
  change: { experiment: object },
  stop: {},
};

export const runToPage: Table<RunToPage> = {
  alive: { lock: (value) => typeof value === 'string' },
  event: { event: object },
  frame: { record: doubles },
  inspection: { batches: objects },
  captured: { capture: (value) => value === null || object(value) },
  ended: {},
};
