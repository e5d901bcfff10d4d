/** Transport over shared memory: the layouts of `memory/`, one of each per run and one ring per worker. */
import { FRAME_LENGTH } from '../../../telemetry/frame.ts';
import type { Weights } from '../../actors/contract.ts';
import {
  breathe,
  changed,
  type Claim,
  type Command,
  CONTROL_BLOCK_BYTES,
  ControlBlock,
  MAX_WORKERS,
  type Sample,
  SampleLayout,
  sampleRingBytes,
  SampleRingConsumer,
  SampleRingProducer,
  telemetryRingBytes,
  TelemetryRingWriter,
  weightBoardBytes,
  WeightBoardReader,
  WeightBoardWriter,
} from '../../memory/index.ts';
import type { WorkerState } from '../../session.ts';
import { secondsOf, STOPPED_AT_ZERO } from '../clock.ts';
import type { SharedMemory } from '../protocol.ts';
import type { Sizes as AllSizes } from '../sizes.ts';
import type { Pulse, ThreadName } from '../watchdog.ts';
import {
  FRAME_PLACES,
  type Hub,
  type LearnerTransport,
  NAP_MS,
  RING_SLOTS,
  type RolloutTransport,
} from './contract.ts';

type Sizes = Pick<AllSizes, 'parameters' | 'maxLength'>;

/** A worker lets messages in at least this often, for those that no word in memory announces. */
const BREATH_MS = 20;

export class SharedHub implements Hub {
  readonly kind = 'shared';
  readonly memory: SharedMemory;
  readonly #control: ControlBlock;
  readonly #board: WeightBoardWriter;
  readonly #ringBytes: number;
  /** The ring of every worker that takes part. */
  readonly #rings = new Map<number, SharedArrayBuffer>();

  constructor({ parameters, maxLength }: Sizes) {
    this.memory = {
      control: new SharedArrayBuffer(CONTROL_BLOCK_BYTES),
      board: new SharedArrayBuffer(weightBoardBytes(parameters)),
      telemetry: new SharedArrayBuffer(telemetryRingBytes(FRAME_LENGTH, FRAME_PLACES)),
    };
    this.#control = new ControlBlock(this.memory.control);
    this.#control.clock = STOPPED_AT_ZERO;
    this.#board = new WeightBoardWriter(this.memory.board, parameters);
    this.#ringBytes = sampleRingBytes(new SampleLayout(maxLength), RING_SLOTS);
    for (let worker = 0; worker < MAX_WORKERS; worker++) this.#control.reset(worker);
  }

  attach(worker: number): SharedArrayBuffer {
    this.#control.reset(worker);
    const ring = new SharedArrayBuffer(this.#ringBytes);
    this.#rings.set(worker, ring);
    this.#control.crew = this.#rings.size;
    return ring;
  }

  brief(): void {}

  bar(worker: number): void {
    this.#control.bar(worker);
  }

  detach(worker: number): void {
    this.#rings.delete(worker);
    this.#control.crew = this.#rings.size;
    this.#control.reset(worker);
    // A thread that is being ended may go on for a moment.
    this.#control.bar(worker);
  }

  command(command: Command): void {
    this.#control.command = command;
  }

  clock(state: number): void {
    this.#control.clock = state;
  }

  revise(revision: number): void {
    this.#control.revision = revision;
  }

  publish(weights: Weights): void {
    this.#board.publish(weights);
    this.#control.wake();
  }

  shut(): number {
    return this.#control.shut();
  }

  open(permits: number): void {
    this.#control.open(permits);
  }

  state(worker: number): WorkerState {
    return this.#control.state(worker);
  }

  pulse(thread: ThreadName): Pulse {
    return this.#control.pulse(thread);
  }

  claim(worker: number): Claim | undefined {
    return this.#control.claim(worker);
  }

  handle(): boolean {
    return false;
  }

  taken(): void {}

  learnerBeat(): void {}

  newLearner(): ReadonlyMap<number, SharedArrayBuffer> {
    this.#control.resetLearner();
    return this.#rings;
  }
}

export class SharedRollout implements RolloutTransport {
  readonly #worker: number;
  readonly #control: ControlBlock;
  readonly #board: WeightBoardReader;
  readonly #ring: SampleRingProducer;
  readonly #revision: () => number;
  #breath = performance.now();

  /** @param revision of the settings that the worker knows */
  constructor(
    worker: number,
    memory: SharedMemory,
    ring: SharedArrayBuffer,
    sizes: Sizes,
    revision: () => number,
  ) {
    this.#worker = worker;
    this.#control = new ControlBlock(memory.control);
    this.#board = new WeightBoardReader(memory.board, sizes.parameters);
    this.#ring = new SampleRingProducer(ring, new SampleLayout(sizes.maxLength), RING_SLOTS);
    this.#revision = revision;
  }

  command(): Command {
    return this.#control.command;
  }

  seconds(): number {
    return secondsOf(this.#control.clock);
  }

  newestVersion(): number {
    return this.#board.newestVersion();
  }

  weights(): Weights | undefined {
    return this.#board.read();
  }

  take(wanted: number, batch: number): Promise<readonly number[]> {
    const range = this.#control.take(this.#worker, wanted, batch);
    const tickets = Array.from({ length: range?.count ?? 0 }, (_, n) => range!.from + n);
    return Promise.resolve(tickets);
  }

  offer(sample: Sample): boolean {
    return this.#ring.offer(sample);
  }

  async room(): Promise<void> {
    const word = this.#ring.roomWord;
    const seen = Atomics.load(word, 0);
    this.#control.wakeLearner();
    if (this.#ring.length >= this.#ring.slots) await changed(word, 0, seen, NAP_MS);
  }

  flush(): void {}

  report(state: WorkerState): void {
    this.#control.report(state);
  }

  beat(patience: number): void {
    this.#control.beat(this.#worker, patience);
  }

  mark(): number {
    return this.#control.wakeWord.value;
  }

  news(mark: number): Promise<void> {
    const { words, index } = this.#control.wakeWord;
    return changed(words, index, mark, NAP_MS);
  }

  async breathe(): Promise<void> {
    const now = performance.now();
    if (now - this.#breath < BREATH_MS && this.#control.revision === this.#revision()) return;
    this.#breath = now;
    await breathe();
  }
}

export class SharedLearner implements LearnerTransport {
  readonly #control: ControlBlock;
  readonly #telemetry: TelemetryRingWriter;
  readonly #layout: SampleLayout;
  readonly #rings = new Map<number, SampleRingConsumer>();
  readonly #sink: (sample: Sample) => void;

  constructor(memory: SharedMemory, sizes: Sizes, sink: (sample: Sample) => void) {
    this.#control = new ControlBlock(memory.control);
    this.#telemetry = new TelemetryRingWriter(memory.telemetry, FRAME_LENGTH, FRAME_PLACES);
    this.#layout = new SampleLayout(sizes.maxLength);
    this.#sink = sink;
  }

  /** From now on worker `worker` puts its samples into `ring`; what is in the one before is taken over first. */
  ring(worker: number, ring: SharedArrayBuffer): void {
    this.drain();
    this.#rings.set(worker, new SampleRingConsumer(ring, this.#layout, RING_SLOTS));
  }

  /** Empties the rings whenever a worker finds its own full. Never ends. */
  async keepRoom(): Promise<never> {
    for (;;) {
      const { words, index, value } = this.#control.learnerWord;
      this.drain();
      await changed(words, index, value, NAP_MS);
    }
  }

  seconds(): number {
    return secondsOf(this.#control.clock);
  }

  drain(): void {
    for (const ring of this.#rings.values()) {
      for (let sample = ring.poll(); sample !== undefined; sample = ring.poll()) this.#sink(sample);
    }
  }

  beat(patience: number): void {
    this.#control.beat('learner', patience);
  }

  frame(record: Float64Array): void {
    this.#telemetry.push(record);
  }
}
