/**
 * A host in a thread of its own; `hostThread.ts` is the thread's side. Contestants get one each, so that none disturbs another's
 * backend, and the page stays free. A call and its answer carry the same number:
 *
 *   page                                        thread
 *   {call, method: 'prepare', args}      ──▶
 *                                        ◀──    {call, value} or {call, error}
 */
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName, Facilities } from './contestant.ts';
import type { Host, Prepared } from './host.ts';

/** What of a worker, or of a worker's own scope, is used. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

type Method = 'configure' | 'prepare' | 'measure' | 'release';

export interface Call {
  readonly call: number;
  readonly method: Method;
  readonly args: readonly unknown[];
}

export interface Answer {
  readonly call: number;
  readonly value?: unknown;
  readonly error?: string;
}

export class WorkerHost implements Host {
  readonly #port: Port;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #calls = 0;
  #failure: Error | undefined;

  constructor(port: Port, facilities: Facilities) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      const { call, value, error } = data as Answer;
      // An answer may still come after `fail`.
      const waiting = this.#waiting.get(call);
      this.#waiting.delete(call);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    };
    // Should it fail, so does every later call.
    this.#call('configure', facilities).catch(() => undefined);
  }

  prepare(contestant: ContestantName, benchmarkCase: BenchmarkCase): Promise<Prepared> {
    return this.#call('prepare', contestant, benchmarkCase) as Promise<Prepared>;
  }

  measure(id: number): Promise<readonly number[]> {
    return this.#call('measure', id) as Promise<readonly number[]>;
  }

  release(id: number): Promise<void> {
    return this.#call('release', id) as Promise<void>;
  }

  /** Ends all calls with an error: the thread has died or was ended. */
  fail(message: string): void {
    this.#failure = new Error(message);
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }

  #call(method: Method, ...args: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const call = ++this.#calls;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(call, { resolve, reject }));
    const message: Call = { call, method, args };
    this.#port.postMessage(message);
    return answer;
  }
}
