/**
 * The check of messages where they arrive: known kind, every field there and of its type. The tables are typed
 * by the protocol, so that a message or field without a check does not compile. What an experiment contains is
 * not looked at again: the page checked it.
 */
import type {
  CoordinatorToLearner,
  CoordinatorToPage,
  CoordinatorToWorker,
  LearnerToCoordinator,
  PageToCoordinator,
  PageToThread,
  WorkerToCoordinator,
} from './protocol.ts';

interface Kinded {
  readonly kind: string;
}

type Check = (value: unknown) => boolean;

/** A check for every field of every message but `kind`. */
export type Table<Message extends Kinded> = {
  readonly [K in Message['kind']]: {
    readonly [F in Exclude<keyof Extract<Message, { kind: K }>, 'kind'>]: Check;
  };
};

const number: Check = (value) => typeof value === 'number';
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const flags: Check = (value) => Array.isArray(value) && value.every(flag);
const counts: Check = (value) => Array.isArray(value) && value.every(count);
const numbers: Check = (value) => Array.isArray(value) && value.every(number);
const object: Check = (value) => typeof value === 'object' && value !== null;
export const objects: Check = (value) => Array.isArray(value) && value.every(object);
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const bytes: Check = (value) => value instanceof ArrayBuffer;
const floats: Check = (value) => value instanceof Float32Array;
const fault: Check = (value) => {
  if (!object(value)) return false;
  const { kind, thread, updates } = value as Readonly<Record<string, unknown>>;
  if (kind === 'nan') return count(updates);
  return oneOf('terminate', 'throw', 'hang', 'device')(kind) && (thread === 'learner' || count(thread));
};
const doubles: Check = (value) => value instanceof Float64Array;

const clock = { state: number };
const thread = { alive: { lock: text }, failed: { message: text, device: flag }, beat: { patience: count } };
const samples = { worker: count, count, records: bytes };

export const pageToCoordinator: Table<PageToCoordinator> = {
  start: { experiment: object, learner: object, transport: oneOf('auto', 'messages'), silence: number },
  attach: { worker: count, port: object },
  gone: { worker: count },
  crashed: { worker: (value) => value === 'learner' || count(value), message: text },
  retire: { worker: count },
  fault: { fault },
  pause: {},
  resume: {},
  step: {},
  change: { experiment: object },
  inspect: {},
  capture: {},
};

export const coordinatorToPage: Table<CoordinatorToPage> = {
  event: { event: object },
  telemetry: { buffer: object },
  frame: { record: doubles },
  end: { worker: count, ending: oneOf('retired', 'replace', 'given up') },
  learner: { port: object },
  inspection: { batches: objects },
  captured: { capture: nullable(object) },
};

export const pageToThread: Table<PageToThread> = { join: { worker: count, port: object } };

export const coordinatorToLearner: Table<CoordinatorToLearner> = {
  begin: { experiment: object, memory: nullable(object), resume: nullable(object), withoutGpu: flag },
  proceed: {},
  batch: {
    tickets: counts,
    version: count,
    update: count,
    experiment: object,
    revision: count,
    queued: count,
    oldest: nullable(count),
    dropped: count,
    rejected: count,
    oldestToCome: count,
    workers: object,
    held: number,
  },
  credited: {},
  forget: { tickets: counts, because: oneOf('age', 'filter', 'loss') },
  ring: { worker: count, ring: object },
  fault: { fault },
  inspect: {},
  capture: { resting: flag },
  samples,
  clock,
};

export const learnerToCoordinator: Table<LearnerToCoordinator> = {
  ...thread,
  engine: { descriptor: object, parameters: count, reason: text },
  progress: { update: count, of: count, loss: number, cached: flag },
  accuracy: { stage: oneOf('init', 'warm', 'update'), update: count, value: number },
  ready: {
    stage: oneOf('warm-start', 'update'),
    memory: object,
    kept: count,
    seconds: object,
    stretches: objects,
  },
  missing: { tickets: counts },
  trained: {
    applied: flag,
    parameters: floats,
    gathered: nullable(object),
    oldestKept: count,
    unkept: count,
    frame: doubles,
    stretches: objects,
  },
  inspection: { batches: objects },
  captured: { capture: nullable(object) },
  weights: { parameters: floats },
  taken: { worker: count, count },
  frame: { record: doubles },
};

export const coordinatorToWorker: Table<CoordinatorToWorker> = {
  begin: {
    experiment: object,
    revision: count,
    memory: nullable(object),
    ring: nullable(object),
    withoutGpu: flag,
  },
  settings: { experiment: object, revision: count },
  retire: {},
  fault: { fault },
  command: { command: oneOf('run', 'pause') },
  wake: {},
  weights: { version: count, update: count, parameters: floats },
  tickets: { from: count, count },
  room: { count },
  clock,
};

export const workerToCoordinator: Table<WorkerToCoordinator> = {
  ...thread,
  begun: { tickets: counts, version: count, at: number },
  writing: { at: number },
  swapped: { version: count, at: number },
  done: { tickets: counts, at: number, rest: flag, filtered: flags, lowest: numbers, highest: numbers },
  retired: {},
  want: { count },
  report: { state: object },
  samples,
};

/** The message, if it is one of the table's and of this run; undefined if it is of another run. @throws if neither */
export function received<Message extends Kinded>(
  table: Table<Message>,
  run: string,
  data: unknown,
): Message | undefined {
  if (typeof data !== 'object' || data === null) throw new TypeError(`not a message: ${String(data)}`);
  const message = data as Readonly<Record<string, unknown>>;
  if (typeof message.run !== 'string') throw new TypeError('a message without a run');
  if (message.run !== run) return undefined;
  const kind = String(message.kind);
  if (!Object.hasOwn(table, kind)) throw new TypeError(`no message is called "${kind}"`);
  const fields: Readonly<Record<string, Check>> = table[kind as Message['kind']];
  for (const [field, check] of Object.entries(fields)) {
    if (!check(message[field])) throw new TypeError(`message "${kind}": field "${field}" is wrong`);
  }
  return data as Message;
}
