/** Two real threads hammer weight board, sample ring and ticket gate for five seconds. */
import { join } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { CONTROL_BLOCK_BYTES, ControlBlock } from './controlBlock.ts';
import type { HammerSetup, LearnerCount, WorkerCount } from './hammer.thread.ts';
import { SampleLayout } from './sampleLayout.ts';
import { sampleRingBytes } from './sampleRing.ts';
import { weightBoardBytes } from './weightBoard.ts';

const SECONDS = 5;

/** Node runs no TypeScript: the thread's source is bundled into one module, which is given as a data URL. */
async function bundle(file: string): Promise<URL> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      ssr: join(import.meta.dirname, file),
      minify: false,
      rollupOptions: { output: { format: 'es' } },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('one bundle was expected');
  return new URL(`data:text/javascript,${encodeURIComponent(result.output[0].code)}`);
}

function run<Count>(script: URL, setup: HammerSetup): Promise<Count> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData: setup });
    thread.once('message', (count: Count) => {
      resolve(count);
      void thread.terminate();
    });
    thread.once('error', reject);
  });
}

test(`two threads for ${SECONDS} s: no torn read, no lost or doubled sample`, async () => {
  const layout = new SampleLayout(16);
  const parameters = 20_000;
  const slots = 64;
  const sent = new SharedArrayBuffer(4);
  new Int32Array(sent)[0] = -1;
  const control = new SharedArrayBuffer(CONTROL_BLOCK_BYTES);
  new ControlBlock(control).crew = 1;
  const board = new SharedArrayBuffer(weightBoardBytes(parameters));
  new Int32Array(board)[0] = -1;
  const setup = {
    seconds: SECONDS,
    parameters,
    maxLength: layout.maxLength,
    slots,
    board,
    ring: new SharedArrayBuffer(sampleRingBytes(layout, slots)),
    control,
    sent,
  };
  const script = await bundle('hammer.thread.ts');
  const [learner, worker] = await Promise.all([
    run<LearnerCount>(script, { ...setup, role: 'learner' }),
    run<WorkerCount>(script, { ...setup, role: 'worker' }),
  ]);
  process.stdout.write(
    `weight board: ${learner.published} publications, ${worker.reads} reads, ${worker.retries} retries, ` +
      `torn = ${worker.torn}\nsample ring: ${worker.sent} sent, ${learner.received} received, ` +
      `${worker.refused} refused when full, doubled = ${learner.doubled}, lost = ${learner.lost}, ` +
      `wrong = ${learner.wrong}\ntickets: ${worker.tickets} taken\n`,
  );
  expect(worker).toMatchObject({ torn: 0, backwards: 0 });
  expect(learner).toMatchObject({ received: worker.sent, doubled: 0, lost: 0, wrong: 0 });
  expect(worker.reads).toBeGreaterThan(100);
  expect(worker.sent).toBeGreaterThan(1000);
  expect(learner.published).toBeGreaterThan(100);
  expect(worker.tickets).toBeGreaterThan(10);
});
