/**
 * Transport by messages, for pages that may not share memory. Slower, with the same results: weights are copied
 * once per worker, samples and frames pass through the coordinator, tickets are asked for and granted.
 */
import type { Weights } from '../../actors/contract.ts';
import {
  breathe,
  type Claim,
  type Command,
  delay,
  fairShare,
  type Sample,
  SampleLayout,
} from '../../memory/index.ts';
import type { WorkerState } from '../../session.ts';
import { secondsOf, STOPPED_AT_ZERO } from '../clock.ts';
import type { Sender } from '../link.ts';
import type {
  CoordinatorToLearner,
  CoordinatorToWorker,
  LearnerToCoordinator,
  SamplesMessage,
  WorkerToCoordinator,
} from '../protocol.ts';
import type { Pulse, ThreadName } from '../watchdog.ts';
import { type Hub, type LearnerTransport, NAP_MS, RING_SLOTS, type RolloutTransport } from './contract.ts';

/** A thread reports unchanged activity, and that it lives, no more often than this. */
const REPORT_MS = 200;

interface Member {
  readonly link: Sender<CoordinatorToWorker>;
  state: WorkerState;
  beats: number;
  patience: number;
  claim: Claim | undefined;
  /** Samples that were passed on to the learner and that it has not taken over yet. */
  passedOn: number;
}

/** Sends signs of life no more often than that, except where they ask for more time, or for far less. */
class Beats {
  readonly #send: (patience: number) => void;
  #at = -Infinity;
  #asked = 0;

  constructor(send: (patience: number) => void) {
    this.#send = send;
  }

  beat(patience: number): void {
    const now = performance.now();
    const asked = patience === 0 ? Infinity : patience;
    if (now - this.#at < REPORT_MS && asked <= this.#asked && asked * 4 > this.#asked) return;
    this.#at = now;
    this.#asked = asked;
    this.#send(patience);
  }
}

export class MessageHub implements Hub {
  readonly kind = 'messages';
  readonly memory = null;
  readonly #learner: Sender<CoordinatorToLearner>;
  readonly #batch: number;
  readonly #members = new Map<number, Member>();
  #command: Command = 'run';
  #clock = STOPPED_AT_ZERO;
  #weights: Weights | undefined;
  #allowed = 0;
  #issued = 0;
  /** Whether no tickets were left when the gate was shut last. */
  #idle = true;
  #learnerPulse: Pulse = { beats: 0, patience: 0 };

  /** @param batch tickets of one update */
  constructor(learner: Sender<CoordinatorToLearner>, batch: number) {
    this.#learner = learner;
    this.#batch = batch;
  }

  attach(worker: number, link: Sender<CoordinatorToWorker>): null {
    const state: WorkerState = {
      worker,
      activity: 'starting',
      version: -1,
      samples: 0,
      tensors: 0,
      bytes: 0,
      seconds: { generating: 0, waiting: 0 },
      at: 0,
    };
    this.#members.set(worker, { link, state, beats: 0, patience: 0, claim: undefined, passedOn: 0 });
    return null;
  }

  brief(worker: number): void {
    const { link } = this.#member(worker);
    link.send({ kind: 'clock', state: this.#clock });
    if (this.#weights !== undefined) link.send({ kind: 'weights', ...this.#weights });
    link.send({ kind: 'command', command: this.#command });
  }

  /** A worker that is to be ended is not listened to any more, so it is granted nothing. */
  bar(): void {}

  detach(worker: number): void {
    this.#members.delete(worker);
  }

  command(command: Command): void {
    this.#command = command;
    this.#all({ kind: 'command', command });
  }

  clock(state: number): void {
    this.#clock = state;
    this.#all({ kind: 'clock', state });
    this.#learner.send({ kind: 'clock', state });
  }

  revise(): void {}

  publish(weights: Weights): void {
    this.#weights = weights;
    this.#all({ kind: 'weights', ...weights });
  }

  shut(): number {
    this.#idle = this.#allowed === this.#issued;
    this.#allowed = this.#issued;
    return this.#issued;
  }

  open(permits: number): void {
    if (permits <= 0) return;
    this.#allowed += permits;
    // While there were tickets left, nobody went away without one.
    if (this.#idle) this.#all({ kind: 'wake' });
  }

  state(worker: number): WorkerState {
    return this.#member(worker).state;
  }

  pulse(thread: ThreadName): Pulse {
    return thread === 'learner' ? this.#learnerPulse : this.#member(thread);
  }

  claim(worker: number): Claim | undefined {
    return this.#members.get(worker)?.claim;
  }

  handle(worker: number, message: WorkerToCoordinator): boolean {
    const member = this.#member(worker);
    member.beats++;
    switch (message.kind) {
      case 'want':
        this.#grant(member, message.count);
        return true;
      case 'report':
        member.state = message.state;
        return true;
      case 'beat':
        member.patience = message.patience;
        return true;
      case 'samples':
        member.passedOn += message.count;
        this.#learner.send(message, [message.records]);
        return true;
      case 'alive':
      case 'begun':
      case 'writing':
      case 'swapped':
      case 'done':
      case 'retired':
      case 'failed':
        return false;
    }
  }

  taken(worker: number, count: number): void {
    const member = this.#members.get(worker);
    if (member === undefined) return;
    member.passedOn -= count;
    member.link.send({ kind: 'room', count });
  }

  learnerBeat(patience: number): void {
    this.#learnerPulse = { beats: this.#learnerPulse.beats + 1, patience };
  }

  newLearner(): ReadonlyMap<number, SharedArrayBuffer> {
    this.#learnerPulse = { beats: 0, patience: 0 };
    this.#learner.send({ kind: 'clock', state: this.#clock });
    // What the learner before was sent and did not take over went with it.
    for (const [worker, { passedOn }] of this.#members) if (passedOn > 0) this.taken(worker, passedOn);
    return new Map();
  }

  #grant(member: Member, wanted: number): void {
    const permits = this.#command === 'run' ? this.#allowed - this.#issued : 0;
    const count = fairShare(permits, wanted, this.#members.size, this.#batch);
    const from = this.#issued;
    this.#issued += count;
    if (count > 0) member.claim = { from, count, certain: true };
    member.link.send({ kind: 'tickets', from, count });
  }

  #member(worker: number): Member {
    const member = this.#members.get(worker);
    if (member === undefined) throw new Error(`worker ${worker} is not attached`);
    return member;
  }

  #all(message: CoordinatorToWorker): void {
    for (const { link } of this.#members.values()) link.send(message);
  }
}

export class MessageRollout implements RolloutTransport {
  readonly #worker: number;
  readonly #link: Sender<WorkerToCoordinator>;
  readonly #layout: SampleLayout;
  #command: Command = 'run';
  #clock = STOPPED_AT_ZERO;
  #weights: Weights | undefined;
  #offered: Sample[] = [];
  /** Samples that the learner has not taken over yet, the offered ones included. */
  #underWay = 0;
  #heard = 0;
  #awaiting: (() => void)[] = [];
  #granted: ((tickets: readonly number[]) => void) | undefined;
  #reported: WorkerState | undefined;
  #reportedAt = -Infinity;
  readonly #beats: Beats;

  constructor(worker: number, link: Sender<WorkerToCoordinator>, maxLength: number) {
    this.#worker = worker;
    this.#link = link;
    this.#layout = new SampleLayout(maxLength);
    this.#beats = new Beats((patience) => link.send({ kind: 'beat', patience }));
  }

  /** Takes a message from the coordinator. */
  hear(message: CoordinatorToWorker): void {
    switch (message.kind) {
      case 'command':
        this.#command = message.command;
        break;
      case 'clock':
        this.#clock = message.state;
        break;
      case 'weights':
        this.#weights = message;
        break;
      case 'tickets':
        this.#granted?.(Array.from({ length: message.count }, (_, n) => message.from + n));
        return;
      case 'room':
        this.#underWay -= message.count;
        break;
      case 'begin':
      case 'settings':
      case 'retire':
      case 'fault':
      case 'wake':
    }
    this.#heard++;
    for (const resolve of this.#awaiting.splice(0)) resolve();
  }

  command(): Command {
    return this.#command;
  }

  seconds(): number {
    return secondsOf(this.#clock);
  }

  newestVersion(): number {
    return this.#weights?.version ?? -1;
  }

  weights(): Weights | undefined {
    return this.#weights;
  }

  take(wanted: number): Promise<readonly number[]> {
    return new Promise((resolve) => {
      this.#granted = resolve;
      this.#link.send({ kind: 'want', count: wanted });
    });
  }

  offer(sample: Sample): boolean {
    if (this.#underWay >= RING_SLOTS) return false;
    this.#underWay++;
    this.#offered.push(sample);
    return true;
  }

  room(): Promise<void> {
    this.flush();
    return this.#underWay < RING_SLOTS ? Promise.resolve() : this.news(this.#heard);
  }

  flush(): void {
    const count = this.#offered.length;
    if (count === 0) return;
    const records = new ArrayBuffer(count * this.#layout.bytes);
    this.#offered.forEach((sample, n) => {
      this.#layout.encode(sample, this.#layout.views(records, n * this.#layout.bytes));
    });
    this.#offered = [];
    this.#link.send({ kind: 'samples', worker: this.#worker, count, records }, [records]);
  }

  report(state: WorkerState): void {
    const now = performance.now();
    if (state.activity === this.#reported?.activity && now - this.#reportedAt < REPORT_MS) return;
    this.#reported = state;
    this.#reportedAt = now;
    this.#link.send({ kind: 'report', state });
  }

  beat(patience: number): void {
    this.#beats.beat(patience);
  }

  mark(): number {
    return this.#heard;
  }

  news(mark: number): Promise<void> {
    if (this.#heard !== mark) return Promise.resolve();
    return Promise.race([new Promise<void>((resolve) => this.#awaiting.push(resolve)), delay(NAP_MS)]);
  }

  breathe(): Promise<void> {
    return breathe();
  }
}

export class MessageLearner implements LearnerTransport {
  readonly #link: Sender<LearnerToCoordinator>;
  readonly #layout: SampleLayout;
  readonly #sink: (sample: Sample) => void;
  #clock = STOPPED_AT_ZERO;
  readonly #beats: Beats;

  constructor(link: Sender<LearnerToCoordinator>, maxLength: number, sink: (sample: Sample) => void) {
    this.#link = link;
    this.#layout = new SampleLayout(maxLength);
    this.#sink = sink;
    this.#beats = new Beats((patience) => link.send({ kind: 'beat', patience }));
  }

  set clock(state: number) {
    this.#clock = state;
  }

  /** Takes over the samples of a message. */
  samples({ worker, count, records }: SamplesMessage): void {
    for (let n = 0; n < count; n++) {
      this.#sink(this.#layout.decode(this.#layout.views(records, n * this.#layout.bytes)));
    }
    this.#link.send({ kind: 'taken', worker, count });
  }

  seconds(): number {
    return secondsOf(this.#clock);
  }

  drain(): void {}

  beat(patience: number): void {
    this.#beats.beat(patience);
  }

  frame(record: Float64Array<ArrayBuffer>): void {
    this.#link.send({ kind: 'frame', record }, [record.buffer]);
  }
}
