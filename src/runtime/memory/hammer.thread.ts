/**
 * One of the two threads of `hammer.test.ts`. The learner's side publishes weights as fast as it can and takes
 * samples out; the worker's side reads weights as fast as it can, takes tickets, and puts samples in.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { ControlBlock } from './controlBlock.ts';
import { SampleLayout } from './sampleLayout.ts';
import { SampleRingConsumer, SampleRingProducer } from './sampleRing.ts';
import { testSample } from './testSample.ts';
import { WeightBoardReader, WeightBoardWriter } from './weightBoard.ts';

export interface HammerSetup {
  readonly role: 'learner' | 'worker';
  readonly seconds: number;
  readonly parameters: number;
  readonly maxLength: number;
  readonly slots: number;
  readonly board: SharedArrayBuffer;
  readonly ring: SharedArrayBuffer;
  readonly control: SharedArrayBuffer;
  /** Set by the worker when it has put in its last sample: how many there were. */
  readonly sent: SharedArrayBuffer;
}

export interface LearnerCount {
  readonly published: number;
  readonly received: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: number;
}

export interface WorkerCount {
  readonly reads: number;
  readonly retries: number;
  readonly torn: number;
  readonly backwards: number;
  readonly sent: number;
  readonly refused: number;
  readonly tickets: number;
}

const setup = workerData as HammerSetup;
const layout = new SampleLayout(setup.maxLength);
const sent = new Int32Array(setup.sent);
const end = performance.now() + setup.seconds * 1000;
const content = (version: number): number => (version % 4096) + 0.5;

function constant(parameters: Float32Array, value: number): boolean {
  for (let i = 0; i < parameters.length; i++) if (parameters[i] !== value) return false;
  return true;
}

function learner(): LearnerCount {
  const writer = new WeightBoardWriter(setup.board, setup.parameters);
  const ring = new SampleRingConsumer(setup.ring, layout, setup.slots);
  const control = new ControlBlock(setup.control);
  const parameters = new Float32Array(setup.parameters);
  let published = 0;
  let received = 0;
  let lost = 0;
  let doubled = 0;
  let wrong = 0;
  let next = 0;
  while (Atomics.load(sent, 0) < 0 || received < Atomics.load(sent, 0)) {
    parameters.fill(content(published));
    writer.publish({ version: published, update: published, parameters });
    published++;
    control.shut();
    control.open(3);
    for (let sample = ring.poll(); sample !== undefined; sample = ring.poll()) {
      received++;
      if (sample.id < next) doubled++;
      else lost += sample.id - next;
      next = sample.id + 1;
      const right = testSample(sample.id, setup.maxLength);
      const same =
        sample.length === right.length &&
        sample.doneAt === right.doneAt &&
        sample.tokens.every((token, n) => token === right.tokens[n]) &&
        sample.behaveLogprobs.every((value, n) => value === right.behaveLogprobs[n]) &&
        sample.lossMask.length === right.length;
      if (!same) wrong++;
    }
    if (performance.now() > end + 30_000) throw new Error(`gave up at sample ${next}`);
  }
  return { published, received, lost, doubled, wrong };
}

function worker(): WorkerCount {
  const reader = new WeightBoardReader(setup.board, setup.parameters);
  const ring = new SampleRingProducer(setup.ring, layout, setup.slots);
  const control = new ControlBlock(setup.control);
  let reads = 0;
  let torn = 0;
  let backwards = 0;
  let refused = 0;
  let next = 0;
  let waiting = testSample(next, setup.maxLength);
  let last = -1;
  let tickets = 0;
  while (performance.now() < end) {
    const weights = reader.read();
    if (weights !== undefined) {
      reads++;
      const value = content(weights.version);
      if (weights.update !== weights.version || !constant(weights.parameters, value)) torn++;
      if (weights.version < last) backwards++;
      last = weights.version;
    }
    const taken = control.take(0, 2, 4);
    if (taken !== undefined) {
      if (taken.from !== tickets) throw new Error(`ticket ${taken.from} where ${tickets} was due`);
      tickets += taken.count;
    }
    for (let i = 0; i < 64; i++) {
      if (ring.offer(waiting)) waiting = testSample(++next, setup.maxLength);
      else refused++;
    }
  }
  Atomics.store(sent, 0, next);
  return { reads, retries: reader.retries, torn, backwards, sent: next, refused, tickets };
}

parentPort!.postMessage(setup.role === 'learner' ? learner() : worker());
