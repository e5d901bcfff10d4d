/**
 * Where contestants live: in this thread, or each in a thread of its own (`workerHost.ts`). A host keeps subjects by a
 * number and times them beside them, so that no message is part of a measurement.
 */
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName, Description, Evidence, Facilities, Prepare, Subject } from './contestant.ts';

export interface Prepared {
  readonly id: number;
  readonly description: Description;
  readonly evidence: Evidence | undefined;
  /** Milliseconds that its evidence took, which have warmed it up. */
  readonly evidenceMs: number;
}

export interface Host {
  /** @throws Error where the contestant cannot do this case here */
  prepare(contestant: ContestantName, benchmarkCase: BenchmarkCase): Promise<Prepared>;
  /** Runs a subject once; milliseconds of each of its parts. */
  measure(id: number): Promise<readonly number[]>;
  release(id: number): Promise<void>;
}

/** Each contestant's code is loaded when it is first asked for. */
const LOADERS: Readonly<Record<ContestantName, () => Promise<Prepare>>> = {
  wasm: async () => (await import('./contestants/engine.ts')).prepareWasm,
  'tfjs-wasm': async () => (await import('./contestants/engine.ts')).prepareTfjsWasm,
  tfjs: async () => (await import('./contestants/tfjs.ts')).prepareTfjs,
  'tfjs-cpu': async () => (await import('./contestants/tfjs.ts')).prepareTfjsCpu,
  jaxjs: async () => (await import('./contestants/jaxjs.ts')).prepareJaxjs,
  'jaxjs-1': async () => {
    // It makes its pool of threads while it is loaded; in a thread of its own nobody else misses the means.
    Object.assign(globalThis, { Worker: undefined });
    return (await import('./contestants/jaxjs.ts')).prepareJaxjs;
  },
  'products-tfjs': async () => (await import('./contestants/productsTfjs.ts')).prepareProductsTfjs,
  'products-jaxjs': async () => (await import('./contestants/productsJaxjs.ts')).prepareProductsJaxjs,
  'products-wasm': async () => (await import('./contestants/productsWasm.ts')).prepareProductsWasm,
};

/** All contestants in this thread. @param find for tests: what finds a contestant */
export class LocalHost implements Host {
  readonly #facilities: Facilities;
  readonly #find: (contestant: ContestantName) => Promise<Prepare>;
  readonly #subjects = new Map<number, Subject>();
  #last = 0;

  constructor(
    facilities: Facilities = {},
    find: (contestant: ContestantName) => Promise<Prepare> = (name) => LOADERS[name](),
  ) {
    this.#facilities = facilities;
    this.#find = find;
  }

  async prepare(contestant: ContestantName, benchmarkCase: BenchmarkCase): Promise<Prepared> {
    const prepare = await this.#find(contestant);
    const subject = await prepare(benchmarkCase, this.#facilities);
    const id = ++this.#last;
    this.#subjects.set(id, subject);
    const began = performance.now();
    const evidence = await subject.evidence?.();
    const evidenceMs = evidence === undefined ? 0 : performance.now() - began;
    return { id, description: subject.description, evidence, evidenceMs };
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
