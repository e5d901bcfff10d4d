/**
 * The benchmark of this page: what it found so far, how it is begun and stopped. Knows no React. Like all of this folder
 * it imports parts of the benchmark and not its index, which would bring the engines into the page's own script.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { shortCases } from '../../benchmark/cases.ts';
import type { ContestantName } from '../../benchmark/contestant.ts';
import type { Host } from '../../benchmark/host.ts';
import { effortOf, type Progress, runCases } from '../../benchmark/runCases.ts';
import type { CaseResult, Line } from '../../benchmark/suite.ts';
import { ContestantThreads } from '../../benchmark/threads.ts';

export interface BenchmarkState {
  readonly phase: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  readonly progress: Progress | undefined;
  readonly results: readonly CaseResult[];
  /** Why it failed. */
  readonly message: string;
}

/** Where contestants live, and how all of them are ended at once. */
export interface Threads {
  hostOf(contestant: ContestantName): Host;
  end(): void;
}

const IDLE: BenchmarkState = { phase: 'idle', progress: undefined, results: [], message: '' };

/** Seconds a case: slow contestants need more anyhow. */
const SECONDS = 4;
const QUICK_SECONDS = 1;

export class Benchmark {
  readonly state: StoreApi<BenchmarkState> = createStore(() => IDLE);
  readonly #makeThreads: () => Threads;
  readonly #now: () => number;
  #stop: (() => void) | undefined;

  /** Both parameters are for tests: where the contestants run, and the clock in milliseconds. */
  constructor(
    makeThreads: () => Threads = () => new ContestantThreads(),
    now: () => number = () => performance.now(),
  ) {
    this.#makeThreads = makeThreads;
    this.#now = now;
  }

  /** Forgets what was found and measures anew. Does nothing while it runs. */
  async begin(quick: boolean): Promise<void> {
    if (this.state.getState().phase === 'running') return;
    const threads = this.#makeThreads();
    const stop = new AbortController();
    this.#stop = () => {
      stop.abort();
      threads.end();
    };
    this.state.setState({ ...IDLE, phase: 'running' });
    try {
      await runCases(
        shortCases(quick),
        lineFor,
        (contestant) => threads.hostOf(contestant),
        effortOf(quick ? QUICK_SECONDS : SECONDS),
        { now: this.#now, signal: stop.signal },
        {
          onProgress: (progress) => this.state.setState({ progress }),
          onResult: (result) => this.state.setState(({ results }) => ({ results: [...results, result] })),
        },
      );
      this.state.setState({ phase: 'done' });
    } catch (error) {
      if (stop.signal.aborted) this.state.setState({ phase: 'stopped' });
      else
        this.state.setState({
          phase: 'failed',
          message: error instanceof Error ? error.message : String(error),
        });
    } finally {
      threads.end();
      this.#stop = undefined;
    }
  }

  /** Ends a measurement under way; what was found stays. */
  stop(): void {
    this.#stop?.();
  }
}

/** Plain models have no cache, so that a generation compares the lab's engines alone. */
function lineFor({ kind }: CaseResult['case']): Line {
  return {
    contestants: kind === 'step' ? ['wasm', 'tfjs-wasm', 'tfjs', 'jaxjs'] : ['wasm', 'tfjs-wasm'],
    kernels: ['products-wasm'],
  };
}
