/**
 * What the session said last: phase, engine, queue, workers, problems. Written by `run/controller.ts` at most
 * once per shared tick for what changes often, and at once for what is rare or drawn as motion. Metrics of updates are not here
 * but in `run/runView.ts`.
 */
import { createStore } from 'zustand/vanilla';
import type { Flow } from '../../runtime/flow.ts';
import type { LearnerState, Phase, SessionEvent, WorkerState } from '../../runtime/session.ts';

type EventOf<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { kind: Kind }>;

/** A session's phase, or `idle` while there is none. */
export type LabPhase = Phase | 'idle';

export interface Problem {
  readonly id: number;
  readonly severity: 'note' | 'warning' | 'error';
  readonly message: string;
  readonly remedy: string;
}

export interface SessionState {
  readonly phase: LabPhase;
  readonly engine: Omit<EventOf<'engine'>, 'kind'> | undefined;
  readonly warmStart: Omit<EventOf<'warm-start'>, 'kind'> | undefined;
  readonly pipeline: Omit<EventOf<'pipeline'>, 'kind'> | undefined;
  readonly flow: Flow | undefined;
  readonly workers: readonly WorkerState[];
  readonly learnerMemory: Omit<LearnerState, 'seconds'>;
  readonly fingerprint: Omit<EventOf<'fingerprint'>, 'kind'> | undefined;
  readonly problems: readonly Problem[];
}

export const idleSession: SessionState = {
  phase: 'idle',
  engine: undefined,
  warmStart: undefined,
  pipeline: undefined,
  flow: undefined,
  workers: [],
  learnerMemory: { tensors: 0, bytes: 0, kept: 0 },
  fingerprint: undefined,
  problems: [],
};

export const sessionStore = createStore<SessionState>(() => idleSession);

/** More problems than these would hide the screen; the oldest give way. */
const SHOWN_PROBLEMS = 4;
let problemCount = 0;

/** Adds a problem, unless the same message is already on the screen. */
export function reportProblem(problem: Omit<Problem, 'id'>): void {
  sessionStore.setState(({ problems }) =>
    problems.some((shown) => shown.message === problem.message)
      ? {}
      : { problems: [...problems, { ...problem, id: ++problemCount }].slice(-SHOWN_PROBLEMS) },
  );
}

export function dismissProblem(id: number): void {
  sessionStore.setState(({ problems }) => ({ problems: problems.filter((problem) => problem.id !== id) }));
}

/** Whether a session exists that can still do updates. */
export function isAlive(phase: LabPhase): boolean {
  return phase !== 'idle' && phase !== 'stopped' && phase !== 'failed';
}

/** Whether the session is at work now. */
export function isActive(phase: LabPhase): boolean {
  return phase === 'starting' || phase === 'warm-start' || phase === 'running';
}
