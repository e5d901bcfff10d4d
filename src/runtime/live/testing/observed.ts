/** A live session on Node's threads, with all that it said, and experiments small enough for it. */
import { defaultExperiment } from '../../../experiment/defaults.ts';
import type { Experiment } from '../../../experiment/experiment.ts';
import type { Frame } from '../../../telemetry/frame.ts';
import type { Session, SessionEvent } from '../../session.ts';
import { startLiveSession, type LiveOptions } from '../session.ts';
import { NodeThreads } from './threads.ts';

export type Of<K extends SessionEvent['kind']> = Extract<SessionEvent, { kind: K }>;
type Overrides = { readonly [G in keyof Experiment]?: Partial<Experiment[G]> };

export function experimentWith(overrides: Overrides): Experiment {
  const base = defaultExperiment();
  return {
    ...base,
    task: { ...base.task, ...overrides.task },
    warmStart: { ...base.warmStart, updates: 3 },
    run: { ...base.run, updates: 0, ...overrides.run },
    rollout: { ...base.rollout, workers: 2, ...overrides.rollout },
    schedule: { ...base.schedule, batchGroups: 4, groupSize: 2, ...overrides.schedule },
    policy: { ...base.policy, width: 8, layers: 1 },
    evaluation: { ...base.evaluation, prompts: 16 },
  };
}

export class Observed {
  readonly session: Session;
  readonly threads: NodeThreads;
  readonly events: SessionEvent[] = [];
  readonly frames: Frame[] = [];
  readonly #checks = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;

  /** @param script of the threads (`bundleScript`) */
  constructor(
    script: URL,
    experiment: Experiment,
    isolated: boolean,
    speed: { tokenMs?: number; stepMs?: number } = {},
    options: LiveOptions & { broken?: number } = {},
  ) {
    this.threads = new NodeThreads(script, { isolated, tokenMs: 0, stepMs: 0, ...speed });
    this.threads.broken = options.broken ?? 0;
    this.session = startLiveSession(experiment, { ...options, threads: this.threads });
    this.session.subscribe((event) => {
      this.events.push(event);
      this.#look();
    });
    this.#timer = setInterval(() => this.#look(), 5);
  }

  all<K extends SessionEvent['kind']>(kind: K): readonly Of<K>[] {
    return this.events.filter((event): event is Of<K> => event.kind === kind);
  }

  get phases(): readonly string[] {
    return this.all('phase').map(({ phase }) => phase);
  }

  get update(): number {
    return this.frames.at(-1)?.update ?? 0;
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
      check();
    });
  }

  phase(phase: string): Promise<void> {
    return this.until(() => this.phases.at(-1) === phase);
  }

  updates(count: number): Promise<void> {
    return this.until(() => this.update >= count);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.session.stop();
  }

  #look(): void {
    this.frames.push(...this.session.drain());
    for (const check of [...this.#checks]) check();
  }
}
