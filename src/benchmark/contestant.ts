/**
 * What takes part in the benchmark. A contestant is prepared for a case, checked against the others, run again and
 * again, and put away. Types only.
 */
import type { BenchmarkCase } from './cases.ts';

/**
 * `wasm` and `tfjs-wasm` are the lab's engines; `tfjs` and `tfjs-cpu` a plain model in TensorFlow.js as shipped; `jaxjs`
 * the same in jax-js, and `jaxjs-1` that without its pool of threads. `products-…` multiply the case's matrices and nothing else, each with one library's kernel.
 */
export type ContestantName =
  | 'wasm'
  | 'tfjs-wasm'
  | 'tfjs'
  | 'tfjs-cpu'
  | 'jaxjs'
  | 'jaxjs-1'
  | 'products-wasm'
  | 'products-tfjs'
  | 'products-jaxjs';

export interface Description {
  readonly threads: number;
  /** What is peculiar about it, e.g. its optimiser. */
  readonly notes: string;
}

/** What a contestant computes from the case's inputs before anything is timed. */
export interface Evidence {
  /** Of a step: log-probability of every predicted token, rows × positions. */
  readonly logprobs?: Float32Array;
  /** Of a step: the gradient of the loss by all parameters, laid out as `policy/layout.ts` says. */
  readonly gradient?: Float32Array;
  /** Of a generation: the response tokens, rows × responseLength. */
  readonly tokens?: Int32Array;
}

/** A contestant made ready for one case. */
export interface Subject {
  readonly description: Description;
  /** Absent where there is nothing to compare. Leaves the subject as it was, but ready to run at full speed. */
  evidence?(): Promise<Evidence>;
  /**
   * Does the case's work once and resolves when its results are there. A subject that consists of parts, one for each
   * of the case's products, resolves with their milliseconds.
   */
  run(): Promise<readonly number[] | undefined>;
  dispose(): void;
}

/** Addresses of the wasm backend's files of TensorFlow.js, by their names. */
export type WasmFiles = Readonly<Record<string, string>>;

export interface Facilities {
  /**
   * Where given, TensorFlow.js as shipped starts at its defaults, with threads where the page allows them. Its threaded
   * build does not survive a minifier; elsewhere it starts as the lab's engine does, with one thread.
   */
  readonly tfjsFiles?: WasmFiles;
}

/** Makes a subject. @throws Error where the contestant cannot do this case here */
export type Prepare = (benchmarkCase: BenchmarkCase, facilities: Facilities) => Promise<Subject>;
