/**
 * Live sessions on real threads of Node, with a test engine: what the page does with `Worker`, done with
 * `node:worker_threads`. The threads' script is bundled first, because Node runs no TypeScript.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { Thread, Threads } from '../threads.ts';
import type { ScriptData } from './script.ts';

/** The bundled script, as a URL that a thread can be made of. */
export async function bundleScript(): Promise<URL> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: join(import.meta.dirname, 'script.ts'),
      minify: false,
      rollupOptions: { output: { format: 'es', codeSplitting: false } },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('one bundle was expected');
  return new URL(`data:text/javascript,${encodeURIComponent(result.output[0].code)}`);
}

export class NodeThreads implements Threads {
  readonly #script: URL;
  readonly #data: Omit<ScriptData, 'role' | 'broken'>;
  /** Rollout workers that were ever made, in order. */
  readonly rollouts: NodeThread[] = [];
  /** The same for learners. */
  readonly learners: NodeThread[] = [];
  /** How many of the next rollout workers cannot open their engine. */
  broken = 0;

  constructor(script: URL, data: Omit<ScriptData, 'role' | 'broken'>) {
    this.#script = script;
    this.#data = data;
  }

  coordinator(): Thread {
    return new NodeThread(this.#script, { ...this.#data, role: 'coordinator', broken: false });
  }

  learner(): Thread {
    const thread = new NodeThread(this.#script, { ...this.#data, role: 'learner', broken: false });
    this.learners.push(thread);
    return thread;
  }

  rollout(): Thread {
    const thread = new NodeThread(this.#script, {
      ...this.#data,
      role: 'rollout',
      broken: this.broken-- > 0,
    });
    this.rollouts.push(thread);
    return thread;
  }
}

export class NodeThread implements Thread {
  readonly #worker: Worker;
  onmessage: Thread['onmessage'] = null;
  onerror: Thread['onerror'] = null;

  constructor(script: URL, data: ScriptData) {
    this.#worker = new Worker(script, { workerData: data });
    this.#worker.on('message', (data: unknown) => this.onmessage?.({ data } as MessageEvent));
    this.#worker.on('error', (error) => this.onerror?.({ message: String(error) } as ErrorEvent));
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#worker.postMessage(message, transfer as never);
  }

  terminate(): void {
    void this.#worker.terminate();
  }
}
