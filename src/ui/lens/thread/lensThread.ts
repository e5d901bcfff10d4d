/** The page's side of the lens thread: a promise for every question. The thread begins with the first of them. */
import type { AnswerOf, Asked, Kind, QuestionOf, Reply } from './protocol.ts';

/** What this needs of a worker; a test gives its own. */
export interface ThreadPort {
  postMessage(message: Asked): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class LensThread {
  readonly #start: () => ThreadPort;
  #port: ThreadPort | undefined;
  #asked = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(start: () => ThreadPort) {
    this.#start = start;
  }

  /** @throws Error where the thread could not answer, or died */
  ask<K extends Kind>(question: QuestionOf<K>): Promise<AnswerOf<K>> {
    const id = ++this.#asked;
    return new Promise<AnswerOf<K>>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      (this.#port ??= this.#open()).postMessage({ id, question });
    });
  }

  /** Ends the thread, and with it what is under way; the next question begins another. */
  end(reason = 'The lens was closed.'): void {
    this.#port?.terminate();
    this.#port = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(reason));
  }

  #open(): ThreadPort {
    const port = this.#start();
    port.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('answer' in data) waiting?.resolve(data.answer);
      else waiting?.reject(new Error(data.error));
    };
    port.onerror = (event) => {
      event.preventDefault();
      if (port === this.#port) this.end(event.message || 'The thread of the lens could not be loaded.');
    };
    return port;
  }
}

export function startLensThread(): ThreadPort {
  return new Worker(new URL('../lens.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lens',
  }) as unknown as ThreadPort;
}
