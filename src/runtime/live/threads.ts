/** The threads of a live session, as the page makes them. */
import type { Port } from './link.ts';

/** What a session needs of a `Worker`. */
export interface Thread extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface Threads {
  coordinator(): Thread;
  learner(): Thread;
  rollout(worker: number): Thread;
}

export const browserThreads: Threads = {
  coordinator: () =>
    new Worker(new URL('./coordinator.worker.ts', import.meta.url), { type: 'module', name: 'coordinator' }),
  learner: () =>
    new Worker(new URL('./learner.worker.ts', import.meta.url), { type: 'module', name: 'learner' }),
  rollout: (worker) =>
    new Worker(new URL('./rollout.worker.ts', import.meta.url), {
      type: 'module',
      name: `rollout ${worker + 1}`,
    }),
};
