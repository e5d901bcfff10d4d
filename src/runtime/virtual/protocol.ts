/** Messages between the page and the one thread of a virtual run; checked where they arrive (`live/link.ts`). */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Table } from '../live/boundary.ts';
import type { SessionEvent } from '../session.ts';

export type PageToRun =
  | { readonly kind: 'start'; readonly experiment: Experiment }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'step' }
  | { readonly kind: 'change'; readonly experiment: Experiment }
  | { readonly kind: 'stop' };

export type RunToPage =
  | { readonly kind: 'event'; readonly event: SessionEvent }
  /** One encoded frame. */
  | { readonly kind: 'frame'; readonly record: Float64Array }
  /** The run has ended by itself or was stopped; nothing follows. */
  | { readonly kind: 'ended' };

const object = (value: unknown): boolean => typeof value === 'object' && value !== null;
const doubles = (value: unknown): boolean => value instanceof Float64Array;

export const pageToRun: Table<PageToRun> = {
  start: { experiment: object },
  pause: {},
  resume: {},
  step: {},
  change: { experiment: object },
  stop: {},
};

export const runToPage: Table<RunToPage> = {
  event: { event: object },
  frame: { record: doubles },
  ended: {},
};
