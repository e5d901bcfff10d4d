/**
 * Why the learner waits: what the facts of one moment say, and what they have said lately. Pure. Where they do not say
 * it, there is no cause; nothing is guessed.
 */
import type { Experiment } from '../../../experiment/experiment.ts';
import { settingOf } from '../../../experiment/fields.ts';
import type { Admission } from '../../../pipeline/contract.ts';
import type { Flow } from '../../../runtime/flow.ts';
import type { WorkerState } from '../../../runtime/session.ts';
import type { LabPhase } from '../../state/sessionStore.ts';

/** What one needs to know of a moment. */
export interface WaitFacts {
  readonly phase: LabPhase;
  readonly flow: Flow | undefined;
  readonly workers: readonly Pick<WorkerState, 'worker' | 'activity'>[];
  readonly admission: Admission | undefined;
  readonly schedule: Experiment['schedule'];
  /** Share of their time that the workers waited during the last updates; NaN = no data. */
  readonly workersIdle: number;
  /** Seconds that the last updates took, waiting included; NaN = no data. */
  readonly updateSeconds: number;
}

export type Cause =
  /** Workers may not begin more prompts before another version is in force: the schedule's limit is reached. */
  | { readonly kind: 'schedule'; readonly limit: Limit }
  /** Workers write all the time, and the learner is faster. */
  | { readonly kind: 'workers' }
  /** The workers may not go on before this version has arrived, or the learner itself does not. */
  | { readonly kind: 'publication'; readonly who: 'workers' | 'learner'; readonly version: number }
  /** Enough prompts wait, but the rule wants one first that is still being answered. */
  | {
      readonly kind: 'straggler';
      readonly rule: 'fifo' | 'over-age' | 'schedule';
      readonly prompt: number;
    }
  | { readonly kind: 'no-workers' };

/** Workers that wait for less than this share of their time are busy. */
const BUSY = 0.1;
/** Below this share of its time a learner is not called idle. */
export const SELDOM = 0.05;

const absent: readonly WorkerState['activity'][] = ['starting', 'stopped', 'lost'];

/** How far workers may run ahead: the number that says it, or the schedule by its name. */
export interface Limit {
  /** For example `η = 4`. */
  readonly text: string;
  /** Whether it is a number that can be raised. */
  readonly raisable: boolean;
}

export function limitOf({ mode, maxStaleness, exactLag }: Experiment['schedule']): Limit {
  if (mode === 'bounded') return { text: `η = ${maxStaleness}`, raisable: true };
  if (mode === 'exact') return { text: `k = ${exactLag}`, raisable: true };
  const setting = settingOf('schedule.mode');
  const names = setting.kind === 'choice' ? setting.options : [];
  return { text: `“${names.find(({ value }) => value === mode)?.label ?? mode}”`, raisable: false };
}

/** Schedules under which old samples may be waited for. Others prescribe which prompts belong to a batch. */
const FREE: readonly string[] = ['bounded', 'unbounded', 'periodic'];

/** What the learner waits for at this moment; undefined while it does not wait, and where the facts do not say. */
export function causeOf(facts: WaitFacts): Cause | undefined {
  const { phase, flow, schedule } = facts;
  if (phase !== 'running' || flow === undefined || flow.training.numbers.length > 0) return undefined;
  if (schedule.publishMode === 'blocking' && takesTime(facts, flow))
    return { kind: 'publication', who: 'learner', version: flow.learnerVersion };
  return flow.queued.numbers.length >= schedule.batchGroups ? held(flow, schedule) : lacking(facts, flow);
}

/** Enough prompts wait. */
function held(
  flow: Flow,
  { mode, order, overAge, maxStaleness, batchGroups }: Experiment['schedule'],
): Cause | undefined {
  const underWay = flow.workers.flatMap(({ held: { numbers, versions } }) =>
    Array.from(numbers, (number, i) => ({ number, version: versions[i]! })),
  );
  const straggler = (rule: 'fifo' | 'over-age' | 'schedule', slow: typeof underWay): Cause | undefined =>
    slow.length === 0
      ? undefined
      : { kind: 'straggler', rule, prompt: Math.min(...slow.map(({ number }) => number)) };
  if (!FREE.includes(mode) && mode !== 'synchronous') return straggler('schedule', underWay);
  if (order === 'fifo') {
    const last = flow.queued.numbers[batchGroups - 1]!;
    return straggler(
      'fifo',
      underWay.filter(({ number }) => number < last),
    );
  }
  if (overAge !== 'wait' || !FREE.includes(mode)) return undefined;
  return straggler(
    'over-age',
    underWay.filter(({ version }) => version + maxStaleness <= flow.learnerVersion),
  );
}

/** Too few prompts wait. */
function lacking(facts: WaitFacts, flow: Flow): Cause | undefined {
  const { workers, admission, schedule, workersIdle } = facts;
  const { batchGroups } = schedule;
  const present = workers.filter(({ activity }) => !absent.includes(activity));
  if (present.length === 0) return workers.length === 0 ? undefined : { kind: 'no-workers' };
  const underWay = flow.workers.reduce((sum, { held: { numbers } }) => sum + numbers.length, 0);
  const holding = flow.workers.filter(({ held: { numbers } }) => numbers.length > 0);
  if (admission?.limitedBy === 'staleness') {
    if (takesTime(facts, flow) && flow.queued.numbers.length + underWay < batchGroups)
      return { kind: 'publication', who: 'workers', version: flow.version + 1 };
    if (holding.length < present.length || workersIdle >= BUSY)
      return { kind: 'schedule', limit: limitOf(schedule) };
  }
  return underWay > 0 && workersIdle < BUSY ? { kind: 'workers' } : undefined;
}

/** Whether weights are on their way that need more than a moment for it, of the time of an update. */
function takesTime({ updateSeconds }: WaitFacts, { publications }: Flow): boolean {
  return publications.some(({ sent, due }) => !(due - sent < SELDOM * updateSeconds));
}

/** A moment in which the learner waited. */
export interface Moment {
  readonly cause: Cause;
  /** Updates done then, and seconds of the run's clock. */
  readonly update: number;
  readonly seconds: number;
}

/** Moments that are remembered, and for how long at least: so many updates, or seconds of the run's clock. */
const MOMENTS = 12;
export const UPDATES = 20;
const SECONDS = 10;

/** The moments of waiting so far, oldest first, with one more; as many as are remembered. */
export function withMoment(lately: readonly Moment[], moment: Moment): readonly Moment[] {
  return [...lately, moment].slice(-MOMENTS);
}

/** What was most often waited for; of those equally often, the latest. */
export function leading(lately: readonly Moment[]): Cause | undefined {
  const counts = new Map<Cause['kind'], number>();
  for (const { cause } of lately) counts.set(cause.kind, (counts.get(cause.kind) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return lately.findLast(({ cause }) => counts.get(cause.kind) === most)?.cause;
}

/** What is said about an idle learner. */
export type Verdict =
  | Cause
  | { readonly kind: 'seldom' }
  /** Samples wait for it whenever it asks; its time goes by until they are handed over. */
  | { readonly kind: 'handing-over' };

/** What the last updates were like. */
export interface Updates {
  /** Share of its time that the learner waited; NaN = no data. */
  readonly idle: number;
  /** Prompts that were left waiting when an update began, the fewest; NaN = no data. */
  readonly left: number;
  readonly schedule: Experiment['schedule'];
  /** Now. */
  readonly update: number;
  readonly seconds: number;
}

export function verdictOf(
  { idle, left, schedule, update, seconds }: Updates,
  lately: readonly Moment[],
): Verdict | undefined {
  if (Number.isNaN(idle)) return undefined;
  if (idle < SELDOM) return { kind: 'seldom' };
  const cause = leading(
    lately.filter((moment) => moment.update > update - UPDATES || moment.seconds > seconds - SECONDS),
  );
  if (cause !== undefined) return cause;
  return left >= schedule.batchGroups && takesWhatIsThere(schedule) ? { kind: 'handing-over' } : undefined;
}

/** Whether nothing but a lack of finished prompts can make the learner wait. */
function takesWhatIsThere({ mode, order, overAge, publishMode }: Experiment['schedule']): boolean {
  return FREE.includes(mode) && order !== 'fifo' && overAge === 'train' && publishMode !== 'blocking';
}
