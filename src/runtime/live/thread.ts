/** What the shells of learner and rollout workers share: joining a run, and saying why they failed. */
import { pageToThread, received } from './boundary.ts';
import type { Port } from './link.ts';

/** Waits for the page's `join` and calls `begin` with what it says, once. */
export function onJoin(scope: Port, begin: (run: string, worker: number, port: MessagePort) => void): void {
  scope.onmessage = ({ data }) => {
    const { run } = data as { readonly run: string };
    const message = received(pageToThread, run, data)!;
    scope.onmessage = null;
    begin(run, message.worker, message.port);
  };
}

export function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[.\s]+$/, '');
}
