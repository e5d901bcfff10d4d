/** The thread of a virtual run: makes the engine, plays the run, and lets the page's messages in between steps. */
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { buffersOf, RecentBatches, type WeightCache } from '../actors/index.ts';
import { received } from '../live/boundary.ts';
import { holdForLife } from '../live/lifeline.ts';
import { Link, type Port } from '../live/link.ts';
import { sentence } from '../live/thread.ts';
import type { OpenEngine } from '../live/threadEngine.ts';
import type { LineEvent } from '../../telemetry/timeline/index.ts';
import { delay } from '../memory/index.ts';
import { buffersOfCapture } from '../lens/capture.ts';
import { Captures } from '../lens/captures.ts';
import { failure, OTHER_ENGINE } from '../sessionEvents.ts';
import type { Moment } from './flowLog.ts';
import { type GateParts, RunGate } from './gate.ts';
import { pageToRun, type PageToRun, type RunToPage } from './protocol.ts';
import { type GateState, runVirtual } from './run.ts';
import { Script } from './script.ts';

/** Milliseconds of work between two looks at the messages. */
const BREATH_MS = 16;

/** Milliseconds between two words on where everything is, while the run goes on. */
const FLOW_MS = 50;

/** Milliseconds between two fingerprints of a run that goes on; the page shows five a second at most. */
const FINGERPRINT_MS = 200;

/** Waits for `start` and plays that run, once. */
export function runVirtualThread(scope: Port, openEngine: OpenEngine, cache?: WeightCache): void {
  scope.onmessage = ({ data }) => {
    const { run } = data as { readonly run: string };
    const message = received(pageToRun, run, data)!;
    if (message.kind !== 'start') throw new Error(`"${message.kind}" came before "start"`);
    void new VirtualThread(scope, run, message).play(openEngine, cache);
  };
}

type Start = Extract<PageToRun, { kind: 'start' }>;

class VirtualThread {
  readonly #page: Link<RunToPage, PageToRun>;
  readonly #gate: RunGate;
  readonly #recent = new RecentBatches();
  readonly #captures = new Captures((capture) =>
    this.#page.send(
      { kind: 'captured', capture: capture ?? null },
      capture === undefined ? [] : buffersOfCapture(capture),
    ),
  );
  #breathedAt = 0;
  /** When a fingerprint was told last, and of which update. */
  #told = { at: 0, update: -1 };
  #flowToldAt = 0;
  /** What happened on the line and was not told yet. */
  #line: LineEvent[] = [];

  constructor(scope: Port, run: string, { experiment, replay }: Start) {
    this.#page = new Link(scope, run, pageToRun, (message) => this.#hear(message));
    holdForLife(run, (lock) => this.#page.send({ kind: 'alive', lock }));
    const script = replay === null ? undefined : new Script(experiment, replay);
    const parts: GateParts = {
      breathe: () => this.#breathe(),
      sleep: delay,
      wall: () => performance.now(),
      onPhase: (phase) => this.#page.send({ kind: 'event', event: { kind: 'phase', phase } }),
      onRest: (state, moment) => {
        this.#tellFlow(state, moment);
        this.#captures.rests();
        return this.#tellFingerprint(state);
      },
      onWait: (state, moment) => this.#tellFlow(state, moment),
    };
    this.#gate = new RunGate(experiment, parts, script);
  }

  async play(openEngine: OpenEngine, cache: WeightCache | undefined): Promise<void> {
    const { experiment } = this.#gate;
    const page = this.#page;
    try {
      const spec = policySpec(experiment, createTask(experiment));
      const { engine, reason, onLost } = await openEngine(experiment, spec);
      onLost((message) => this.#fail(message));
      const { descriptor, parameters } = engine;
      page.send({
        kind: 'event',
        event: { kind: 'engine', descriptor, parameters, transport: 'one thread', reason },
      });
      await runVirtual({
        experiment,
        engine,
        ...(cache && { cache }),
        hooks: {
          event: (event) => {
            if (event.kind === 'changes') this.#gate.applied();
            page.send({ kind: 'event', event });
          },
          frame: (record) => page.send({ kind: 'frame', record }, [record.buffer as ArrayBuffer]),
          gate: async (state) => {
            const now = performance.now();
            if (now - this.#told.at >= FINGERPRINT_MS) await this.#tellFingerprint(state);
            if (now - this.#flowToldAt >= FLOW_MS) this.#tellFlow(state);
            return this.#gate.pass(state);
          },
          wait: (state, from, until) => this.#gate.wait(state, from, until),
          line: (event) => this.#line.push(event),
          trained: (batch, report) => {
            this.#recent.add(batch);
            this.#captures.trained(report);
          },
          captures: () => this.#captures.wanted,
          experiment: () => this.#gate.experiment,
        },
      });
      engine.dispose();
      page.send({ kind: 'ended' });
    } catch (error) {
      this.#fail(sentence(error));
    }
  }

  #hear(message: PageToRun): void {
    switch (message.kind) {
      case 'start':
        throw new Error('a run is started once');
      case 'pause':
        return this.#gate.pause();
      case 'resume':
        return this.#gate.resume();
      case 'step':
        return this.#gate.step();
      case 'step-event':
        return this.#gate.stepEvent();
      case 'speed':
        return this.#gate.setSpeed(message.speed);
      case 'inspect': {
        const batches = this.#recent.details();
        return this.#page.send({ kind: 'inspection', batches }, batches.flatMap(buffersOf));
      }
      case 'capture':
        return this.#captures.ask(this.#gate.resting);
      case 'change':
        return this.#gate.change(message.experiment);
      case 'stop':
        return this.#gate.stop();
    }
  }

  /** Messages are heard between tasks only, and a run without pauses would be one long task. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathedAt < BREATH_MS) return;
    await new Promise<void>((resolve) => setTimeout(resolve));
    this.#breathedAt = performance.now();
  }

  #tellFlow({ phase, flow }: GateState, moment?: Moment): void {
    if (phase === 'warm-start') return;
    this.#flowToldAt = performance.now();
    this.#page.send({ kind: 'event', event: { kind: 'flow', flow: flow(moment) } });
    if (this.#line.length === 0) return;
    this.#page.send({ kind: 'event', event: { kind: 'line', events: this.#line } });
    this.#line = [];
  }

  async #tellFingerprint({ phase, update, fingerprint }: GateState): Promise<void> {
    if (phase === 'warm-start' || update === this.#told.update) return;
    this.#told = { at: performance.now(), update };
    const event = { kind: 'fingerprint', update, value: await fingerprint() } as const;
    this.#page.send({ kind: 'event', event });
  }

  #fail(message: string): void {
    for (const event of failure(`The run stopped: ${message}`, OTHER_ENGINE)) {
      this.#page.send({ kind: 'event', event });
    }
    this.#page.send({ kind: 'ended' });
  }
}
