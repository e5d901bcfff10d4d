/** Plays many runs at once: in processes of their own, which this same bundle is, or here where one is enough. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Command } from '../command.ts';
import { type Order, play, type Played } from './play.ts';

/** What a process is told and what it says. */
type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'played'; readonly played: Played }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Plays all orders, in any order of finishing.
 * @param jobs processes at a time
 * @param done told of every run as it ends
 * @throws Error when a run fails or a process ends; the others are ended then
 */
export async function playAll(
  orders: readonly Order[],
  jobs: number,
  done: (played: Played) => void,
): Promise<void> {
  if (jobs === 1) {
    for (const order of orders) done(await play(order));
    return;
  }
  const queue = [...orders];
  const children: ChildProcess[] = [];
  try {
    await Promise.all(
      Array.from({ length: Math.min(jobs, orders.length) }, () => {
        const child = fork(process.argv[1]!, [sweepWorker.name]);
        children.push(child);
        return drive(child, () => queue.shift(), done);
      }),
    );
  } finally {
    children.forEach((child) => child.kill());
  }
}

function drive(
  child: ChildProcess,
  next: () => Order | undefined,
  done: (played: Played) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`A process of the sweep ended with ${code ?? 'a signal'}.`)));
    child.on('message', (answer: Answer) => {
      if (answer.kind === 'failed') return reject(new Error(answer.message));
      if (answer.kind === 'played') done(answer.played);
      const order = next();
      if (order === undefined) resolve();
      else child.send(order);
    });
  });
}

export const sweepWorker: Command = {
  name: 'sweep-worker',
  summary: 'Plays runs for `sweep`, which starts it.',
  options: [],
  run: () =>
    new Promise((resolve, reject) => {
      if (process.send === undefined) {
        return reject(new Error('`sweep-worker` is started by `sweep`; run that.'));
      }
      const say = (answer: Answer): void => void process.send!(answer);
      process.on('message', (order: Order) => {
        play(order).then(
          (played) => say({ kind: 'played', played }),
          (error: unknown) =>
            say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
        );
      });
      process.on('disconnect', () => resolve());
      say({ kind: 'ready' });
    }),
};
