/** One thread for each contestant, started when it is first needed. For browsers. */
import type { ContestantName, Facilities } from './contestant.ts';
import type { Host } from './host.ts';
import { WorkerHost } from './workerHost.ts';

export class ContestantThreads {
  readonly #facilities: Facilities;
  readonly #threads = new Map<ContestantName, { readonly worker: Worker; readonly host: WorkerHost }>();

  constructor(facilities: Facilities = {}) {
    this.#facilities = facilities;
  }

  hostOf(contestant: ContestantName): Host {
    const known = this.#threads.get(contestant);
    if (known !== undefined) return known.host;
    const worker = new Worker(new URL('./contestant.worker.ts', import.meta.url), {
      type: 'module',
      name: `benchmark ${contestant}`,
    });
    const host = new WorkerHost(worker, this.#facilities);
    worker.onerror = (event) =>
      host.fail(event.message === '' ? 'its thread failed to start' : event.message);
    this.#threads.set(contestant, { worker, host });
    return host;
  }

  /** Ends all threads at once, whatever they do. */
  end(): void {
    for (const { worker, host } of this.#threads.values()) {
      worker.terminate();
      host.fail('the benchmark was ended');
    }
    this.#threads.clear();
  }
}
