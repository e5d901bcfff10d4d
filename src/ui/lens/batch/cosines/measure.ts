/** A cosine's thread: opens an engine of its own, measures once, and is ended by the page. */
import { openEngine } from '../../../../policy/engines/open.ts';
import { policySpec } from '../../../../policy/specOf.ts';
import { measureCosines } from '../../../../runtime/lens/cosines.ts';
import { createTask } from '../../../../tasks/index.ts';
import type { CosineNews, CosineQuestion } from './protocol.ts';

export interface CosineScope {
  onmessage: ((event: MessageEvent<CosineQuestion>) => void) | null;
  postMessage(news: CosineNews): void;
}

/** Tidings are worth no more than so many a second. */
const PROGRESS_MS = 100;

export function serveCosines(scope: CosineScope): void {
  scope.onmessage = ({ data }) => {
    measure(data, (done, of) => scope.postMessage({ kind: 'progress', done, of })).then(
      (report) => scope.postMessage({ kind: 'done', report }),
      (error: unknown) =>
        scope.postMessage({
          kind: 'failed',
          message: error instanceof Error ? error.message : String(error),
        }),
    );
  };
}

/** On the deterministic engine where there is one: the same question then has the same answer on any machine. */
async function measure(question: CosineQuestion, told: (done: number, of: number) => void) {
  const { experiment } = question.capture;
  const { engine } = await openEngine('wasm', policySpec(experiment, createTask(experiment)));
  let toldAt = 0;
  try {
    return await measureCosines({
      ...question,
      engine,
      onProgress: (done, of) => {
        const now = performance.now();
        if (now - toldAt < PROGRESS_MS) return;
        toldAt = now;
        told(done, of);
      },
    });
  } finally {
    engine.dispose();
  }
}
