/**
 * The self-test and what came of it. Engines are tested one after the other, each in a thread of its own that ends
 * afterwards. A run of the lab has precedence: tests are held back for it, and one that was cut short is done again
 * later. When to hold back is the business of `schedule.ts`. A GPU that is emulated is tested only when somebody asks.
 */
import { createStore } from 'zustand/vanilla';
import type { Rung } from '../../policy/engines/open.ts';
import type { SelfTestRequest, SelfTestResult } from '../../policy/selftest/index.ts';

/** In the order in which the lab prefers them. */
export const testedEngines: readonly Rung[] = ['webgpu', 'wasm', 'tfjs-wasm', 'cpu'];

/** Those that the lab takes by itself; the others have to be loaded first, which a run would feel. */
const MAIN: readonly Rung[] = ['webgpu', 'wasm'];

/** What must not be tested now. */
export type Held = 'nothing' | 'all but main' | 'everything';

export type EngineTest =
  { readonly state: 'waiting' | 'running' } | { readonly state: 'done'; readonly result: SelfTestResult };

export type SelfTestState = Readonly<Record<Rung, EngineTest>>;

export type Verdict = 'waiting' | 'running' | 'passed' | 'differs';

/** A test under way in a thread. */
export interface RunningTest {
  readonly result: Promise<SelfTestResult>;
  /** Ends the thread; the promise then stays pending. */
  stop(): void;
}

export type StartTest = (request: SelfTestRequest) => RunningTest;

const untested: SelfTestState = {
  webgpu: { state: 'waiting' },
  wasm: { state: 'waiting' },
  'tfjs-wasm': { state: 'waiting' },
  cpu: { state: 'waiting' },
};

/** A thread without an answer for so long is given up, in milliseconds. A first WebGPU step can take seconds. */
const PATIENCE = 60_000;

export class SelfTests {
  readonly state = createStore<SelfTestState>(() => untested);
  readonly #start: StartTest;
  #queue: SelfTestRequest[] = [];
  #running: { readonly request: SelfTestRequest; readonly test: RunningTest } | undefined;
  #held: Held = 'nothing';
  #begun = false;

  constructor(start: StartTest) {
    this.#start = start;
  }

  /** Tests every engine, unless that has begun before. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.repeat(false);
  }

  /**
   * Tests every engine anew.
   * @param softwareToo also WebGPU on an adapter that computes on the CPU
   */
  repeat(softwareToo: boolean): void {
    this.#begun = true;
    this.#running?.test.stop();
    this.#running = undefined;
    this.state.setState(untested);
    this.#queue = testedEngines.map((rung) => ({ rung, softwareToo }));
    this.#next();
  }

  /** Holds tests back, or lets them go on. One that is under way and may not be is ended, and done again later. */
  hold(held: Held): void {
    this.#held = held;
    if (this.#running !== undefined && !this.#mayTest(this.#running.request.rung)) {
      const { request, test } = this.#running;
      test.stop();
      this.#running = undefined;
      this.#queue.unshift(request);
      this.state.setState({ [request.rung]: { state: 'waiting' } });
    }
    this.#next();
  }

  #mayTest(rung: Rung): boolean {
    return this.#held === 'nothing' || (this.#held === 'all but main' && MAIN.includes(rung));
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const request = this.#queue.find(({ rung }) => this.#mayTest(rung));
    if (request === undefined) return;
    this.#queue = this.#queue.filter((other) => other !== request);
    const test = this.#start(request);
    const running = { request, test };
    this.#running = running;
    this.state.setState({ [request.rung]: { state: 'running' } });
    void test.result.then((result) => {
      if (this.#running !== running) return;
      this.#running = undefined;
      this.state.setState({ [request.rung]: { state: 'done', result } });
      this.#next();
    });
  }
}

/**
 * What the tests come to: nothing before those that the lab takes by itself are done. An engine that does not exist
 * here says nothing against the device.
 */
export function verdictOf(state: SelfTestState): Verdict {
  const tests = testedEngines.map((rung) => state[rung]);
  const compared = tests.flatMap((test) =>
    test.state === 'done' && 'passed' in test.result ? [test.result.passed] : [],
  );
  if (compared.includes(false)) return 'differs';
  if (tests.some((test) => test.state === 'running')) return 'running';
  if (MAIN.some((rung) => state[rung].state === 'waiting')) return 'waiting';
  if (compared.length > 0) return 'passed';
  return tests.some((test) => test.state === 'waiting') ? 'waiting' : 'differs';
}

/** Runs a test in a worker of the page. */
export const testInWorker: StartTest = (request) => {
  const worker = new Worker(new URL('../../policy/selftest/selfTest.worker.ts', import.meta.url), {
    type: 'module',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const result = new Promise<SelfTestResult>((resolve) => {
    const end = (answer: SelfTestResult) => {
      stop();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<SelfTestResult>) => end(data);
    worker.onerror = (event) => end({ because: `its thread failed (${event.message || 'no reason given'})` });
    timer = setTimeout(
      () => end({ because: `it gave no answer within ${PATIENCE / 1000} seconds` }),
      PATIENCE,
    );
    worker.postMessage(request);
  });
  return { result, stop };
};
