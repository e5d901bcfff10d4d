/**
 * The measurement of cosines: how it is begun and stopped, how far it is, and what came of it. Each has a thread of its own, which
 * ends with it. Knows no React.
 */
import { createStore } from 'zustand/vanilla';
import type { MethodName } from '../../../../learning/objectives/contract.ts';
import type { CosineReport } from '../../../../runtime/lens/cosines.ts';
import type { Subject } from '../batchStore.ts';
import type { CosineNews, CosineQuestion } from './protocol.ts';

export interface CosineState {
  readonly phase: 'idle' | 'running' | 'done' | 'failed';
  /** Of the measurement, from 0 to 1. */
  readonly share: number;
  readonly report: CosineReport | undefined;
  /** The update whose batch was measured. */
  readonly update: number;
  readonly message: string;
}

const IDLE: CosineState = { phase: 'idle', share: 0, report: undefined, update: 0, message: '' };

/** What this needs of a worker; a test gives its own. */
export interface CosinePort {
  postMessage(question: CosineQuestion): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<CosineNews>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** The same prompts every time: two batches, or two methods, are compared with the same fresh answers. */
const SEED = 1;

export class CosineMeasurement {
  readonly state = createStore<CosineState>(() => IDLE);
  readonly #start: () => CosinePort;
  #port: CosinePort | undefined;

  constructor(start: () => CosinePort) {
    this.#start = start;
  }

  /** Forgets what was found and measures anew. */
  begin({ capture }: Pick<Subject, 'capture'>, methods: readonly MethodName[]): void {
    if (capture === undefined) return;
    this.stop();
    const port = this.#start();
    this.#port = port;
    this.state.setState({ ...IDLE, phase: 'running', update: capture.update });
    port.onmessage = ({ data }) => {
      if (port === this.#port) this.#hear(data);
    };
    port.onerror = (event) => {
      event.preventDefault();
      if (port === this.#port)
        this.#hear({ kind: 'failed', message: event.message || 'its thread could not be loaded' });
    };
    port.postMessage({ capture, methods, seed: SEED });
  }

  /** Ends a measurement under way. */
  stop(): void {
    if (this.#port === undefined) return;
    this.#port.terminate();
    this.#port = undefined;
    this.state.setState(IDLE);
  }

  #hear(news: CosineNews): void {
    switch (news.kind) {
      case 'progress':
        this.state.setState({ share: news.done / news.of });
        return;
      case 'done':
        this.#end({ phase: 'done', share: 1, report: news.report });
        return;
      case 'failed':
        this.#end({ phase: 'failed', message: news.message });
        return;
    }
  }

  #end(state: Partial<CosineState>): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.state.setState(state);
  }
}

export function startCosineThread(): CosinePort {
  return new Worker(new URL('../../cosines.worker.ts', import.meta.url), {
    type: 'module',
    name: 'cosines',
  }) as unknown as CosinePort;
}
