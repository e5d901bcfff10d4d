/** A virtual session over a message channel in place of a worker. */
import { expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { withLayer } from '../../experiment/presets/index.ts';
import type { Port } from '../live/link.ts';
import { openNamed } from '../live/threadEngine.ts';
import type { Thread } from '../live/threads.ts';
import type { Phase, Session, SessionEvent } from '../session.ts';
import { repeatable } from './repeatable.ts';
import { startVirtualSession } from './session.ts';
import { runVirtualThread } from './thread.ts';

const experiment = withLayer(defaultExperiment(), {
  task: { digits: 2 },
  policy: { width: 8, layers: 1, heads: 1 },
  warmStart: { updates: 2, batch: 8 },
  rollout: { groupsInFlight: 2 },
  schedule: { batchGroups: 2, groupSize: 2 },
  evaluation: { prompts: 16 },
  run: { updates: 6 },
});

/** The thread's code on the other end of a channel; `ended` tells when it was terminated. */
function channelThread(): Thread {
  const { port1, port2 } = new MessageChannel();
  runVirtualThread(port2 as unknown as Port, repeatable(openNamed));
  const page: Port = port1;
  return {
    onerror: null,
    get onmessage() {
      return page.onmessage;
    },
    set onmessage(listener) {
      page.onmessage = listener;
    },
    postMessage: (message, transfer) => page.postMessage(message, transfer),
    terminate: () => {
      port1.close();
      port2.close();
    },
  };
}

class Watched {
  readonly session: Session;
  readonly events: SessionEvent[] = [];
  readonly #waiting: { readonly phase: Phase; readonly resolve: () => void }[] = [];

  constructor(session: Session) {
    this.session = session;
    session.subscribe((event) => {
      this.events.push(event);
      if (event.kind !== 'phase') return;
      for (const { phase, resolve } of this.#waiting.splice(0)) {
        if (phase === event.phase) resolve();
        else this.#waiting.push({ phase, resolve });
      }
    });
  }

  /** Resolves when an event has made this true. */
  async seen(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        const stop = this.session.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  /** Resolves when this phase is entered from now on. */
  until(phase: Phase): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ phase, resolve }));
  }

  get phases(): readonly Phase[] {
    return this.events.flatMap((event) => (event.kind === 'phase' ? [event.phase] : []));
  }
}

test('runs to its limit, goes on when it is raised, steps, changes and stops', async () => {
  const watched = new Watched(startVirtualSession(experiment, undefined, channelThread));
  const { session } = watched;
  await watched.until('finished');
  expect(session.drain().map((frame) => frame.update)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(session.drain()).toEqual([]);
  const engine = watched.events.find((event) => event.kind === 'engine');
  expect(engine).toMatchObject({ transport: 'one thread', descriptor: { backend: 'wasm' } });

  let entered = watched.until('paused');
  session.change(withLayer(experiment, { run: { updates: 0 }, optimiser: { learningRate: 0.002 } }));
  await entered;
  entered = watched.until('paused');
  session.step();
  await entered;
  expect(session.drain().map((frame) => [frame.update, frame.revision])).toEqual([[7, 1]]);

  entered = watched.until('running');
  session.resume();
  await entered;
  entered = watched.until('paused');
  session.pause();
  await entered;

  expect(() => session.change(withLayer(experiment, { run: { seed: 9 } }))).toThrow('run.seed');
  await session.stop();
  expect(watched.phases).toEqual([
    'starting',
    'warm-start',
    'running',
    'finished',
    'paused',
    'running',
    'paused',
    'running',
    'paused',
    'stopped',
  ]);
});

test('single events, speed, and the last batches', async () => {
  const watched = new Watched(
    startVirtualSession(withLayer(experiment, { run: { updates: 0 } }), undefined, channelThread),
  );
  const { session, events } = watched;
  const flow = () => events.flatMap((event) => (event.kind === 'flow' ? [event.flow] : [])).at(-1)!;
  const happened = () => flow().event!.count;
  await watched.until('running');
  expect(await session.inspect()).toBeInstanceOf(Array);
  let entered = watched.until('paused');
  session.pause();
  await entered;
  const kinds: string[] = [];
  for (let n = happened() + 1, last = n + 30; n <= last; n++) {
    session.stepEvent!();
    await watched.seen(() => happened() >= n);
    expect(happened()).toBe(n);
    kinds.push(flow().event!.kind);
    expect(flow().rate).toBe(0);
  }
  expect(new Set(kinds)).toEqual(new Set(['begin', 'advance', 'finished', 'taken', 'update', 'published']));
  expect(watched.phases.at(-1)).toBe('paused');

  const batches = await session.inspect();
  expect(batches[0]).toMatchObject({ update: flow().update, version: expect.any(Number) });

  // So slow that it waits: the flow says how the clock goes, and a pause does not wait for the end of it.
  session.setSpeed!(1e-6);
  session.resume();
  await watched.seen(() => flow().rate === 1e-6);
  expect(flow().until).toBeGreaterThan(flow().seconds);
  entered = watched.until('paused');
  session.pause();
  await entered;
  session.setSpeed!(Infinity);
  const update = flow().update;
  session.resume();
  await watched.seen(() => flow().update > update + 2);
  await session.stop();
  expect(await session.inspect()).toEqual([]);
});

test('a captured batch: of the next update, at a pause of the last one, and of a step whole', async () => {
  const watched = new Watched(
    startVirtualSession(withLayer(experiment, { run: { updates: 0 } }), undefined, channelThread),
  );
  const { session } = watched;
  await watched.until('running');
  const first = (await session.capture())!;
  expect(first).toMatchObject({ complete: true, version: expect.any(Number) });
  expect(first.batch.minibatches[0]!.facts.distributions!.logpBehave!.length).toBeGreaterThan(0);
  // So slow that the next update is far: the pause answers.
  session.setSpeed!(1e-6);
  const asked = session.capture();
  const entered = watched.until('paused');
  session.pause();
  await entered;
  const last = (await asked)!;
  expect(last.update).toBeGreaterThanOrEqual(first.update);
  const stepped = watched.until('paused');
  session.setSpeed!(Infinity);
  session.step();
  await stepped;
  expect(await session.capture()).toMatchObject({ complete: true, update: last.update + 1 });
  await session.stop();
  expect(await session.capture()).toBeUndefined();
});

test('a run that cannot start fails with a readable problem', async () => {
  const broken = (): Thread => {
    const { port1, port2 } = new MessageChannel();
    runVirtualThread(port2 as unknown as Port, async () => {
      throw new Error('no engine here');
    });
    return Object.assign(port1, { onerror: null, terminate: () => port1.close() }) as unknown as Thread;
  };
  const watched = new Watched(startVirtualSession(experiment, undefined, broken));
  await watched.until('failed');
  const problem = watched.events.find((event) => event.kind === 'problem');
  expect(problem).toMatchObject({ severity: 'error', message: 'The run stopped: no engine here.' });
});
