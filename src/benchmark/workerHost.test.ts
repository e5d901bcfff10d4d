import { expect, it } from 'vitest';
import { sheetCases } from './cases.ts';
import type { ContestantName, Facilities } from './contestant.ts';
import { type Host, LocalHost } from './host.ts';
import { serveHost } from './hostThread.ts';
import { type Port, WorkerHost } from './workerHost.ts';

const [step] = sheetCases();

/** Two ends that hear each other later, as threads do. */
function pair(): [Port, Port] {
  const ends: [Port, Port] = [
    { postMessage: (message) => deliver(1, message), onmessage: null },
    { postMessage: (message) => deliver(0, message), onmessage: null },
  ];
  const deliver = (to: 0 | 1, message: unknown): void =>
    queueMicrotask(() => ends[to].onmessage?.({ data: structuredClone(message) } as MessageEvent));
  return ends;
}

function start(facilities: Facilities = {}) {
  const asked: Facilities[] = [];
  let released = 0;
  const make = (given: Facilities): Host => {
    asked.push(given);
    return new LocalHost(given, async (name: ContestantName) => {
      if (name === 'jaxjs') throw new Error('no jax-js here');
      return async () => ({
        description: { threads: 3, notes: name },
        evidence: async () => ({ logprobs: Float32Array.of(1, 2) }),
        run: async () => [4, 5],
        dispose: () => void released++,
      });
    });
  };
  const [page, thread] = pair();
  serveHost(thread, make);
  return { host: new WorkerHost(page, facilities), asked, released: () => released };
}

it('answers as the host in the thread does', async () => {
  const { host, asked, released } = start({ tfjsFiles: { a: 'b' } });
  const prepared = await host.prepare('tfjs', step!);
  expect(prepared.description).toEqual({ threads: 3, notes: 'tfjs' });
  expect(prepared.evidence!.logprobs).toEqual(Float32Array.of(1, 2));
  expect(await host.measure(prepared.id)).toEqual([4, 5]);
  await host.release(prepared.id);
  expect(released()).toBe(1);
  expect(asked).toEqual([{ tfjsFiles: { a: 'b' } }]);
});

it('passes on what goes wrong', async () => {
  const { host } = start();
  await expect(host.prepare('jaxjs', step!)).rejects.toThrow('no jax-js here');
  await expect(host.measure(99)).rejects.toThrow('no subject 99');
});

it('fails all calls, now and later, when the thread has died', async () => {
  const { host } = start();
  const waiting = host.prepare('tfjs', step!);
  host.fail('it died');
  await expect(waiting).rejects.toThrow('it died');
  await expect(host.measure(1)).rejects.toThrow('it died');
});
