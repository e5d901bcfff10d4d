/**
 * Where contestants live: in this thread, or each in a thread of its own (`workerHost.ts`). A host keeps subjects by a
 * number and times them beside them, so that no message is part of a measurement.
 */
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName, Description, Evidence, Prepare, Subject } from './contestant.ts';

export interface Prepared {
  readonly id: number;
  readonly description: Description;
  readonly evidence: Evidence | undefined;
}

export interface Host {
  /** @throws Error where the contestant cannot do this case here */
  prepare(contestant: ContestantName, benchmarkCase: BenchmarkCase): Promise<Prepared>;
  /** Runs a subject once; milliseconds of each of its parts. */
  measure(id: number): Promise<readonly number[]>;
  release(id: number): Promise<void>;
}

/** Each contestant's code is loaded when it is first asked for. */
const LOADERS: Readonly<Partial<Record<ContestantName, () => Promise<Prepare>>>> = {
  wasm: async () => (await import('./contestants/engine.ts')).prepareWasm,
  'tfjs-wasm': async () => (await import('./contestants/engine.ts')).prepareTfjsWasm,
  'products-wasm': async () => (await import('./contestants/productsWasm.ts')).prepareProductsWasm,
};

async function load(contestant: ContestantName): Promise<Prepare> {
  const loader = LOADERS[contestant];
  if (loader === undefined) throw new Error(`there is no contestant "${contestant}"`);
  return loader();
}

/** All contestants in this thread. @param find for tests: what finds a contestant */
export class LocalHost implements Host {
  readonly #load: (contestant: ContestantName) => Promise<Prepare>;
  readonly #subjects = new Map<number, Subject>();
  #last = 0;

  constructor(find: (contestant: ContestantName) => Promise<Prepare> = load) {
    this.#load = find;
  }

  async prepare(contestant: ContestantName, benchmarkCase: BenchmarkCase): Promise<Prepared> {
    const prepare = await this.#load(contestant);
    const subject = await prepare(benchmarkCase);
    const id = ++this.#last;
    this.#subjects.set(id, subject);
    return { id, description: subject.description, evidence: await subject.evidence?.() };
  }

  async measure(id: number): Promise<readonly number[]> {
    const began = performance.now();
    const parts = await this.#get(id).run();
    return parts ?? [performance.now() - began];
  }

  async release(id: number): Promise<void> {
    this.#get(id).dispose();
    this.#subjects.delete(id);
  }

  #get(id: number): Subject {
    const subject = this.#subjects.get(id);
    if (subject === undefined) throw new Error(`no subject ${id}`);
    return subject;
  }
}
