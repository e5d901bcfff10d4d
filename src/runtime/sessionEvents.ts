/**
 * What every session on the page has in common, whatever drives it: its listeners, the check of live changes, and
 * how it says that it failed. It knows no thread and no clock.
 */
import type { Experiment } from '../experiment/experiment.ts';
import { differences, needsReset } from '../experiment/fields.ts';
import type { SessionEvent } from './session.ts';

/** Listeners of one session. What is emitted before the first subscription is kept for it. */
export class SessionEvents {
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  /** Events before the first subscription. */
  #early: SessionEvent[] | undefined = [];

  emit(...events: readonly SessionEvent[]): void {
    if (this.#early !== undefined) this.#early.push(...events);
    else for (const event of events) for (const listener of [...this.#listeners]) listener(event);
  }

  /** Returns what ends the subscription. */
  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) listener(event);
    return () => this.#listeners.delete(listener);
  }
}

/** @throws Error naming the settings that differ, when any of them needs a reset */
export function checkLive(from: Experiment, to: Experiment): void {
  const changes = differences(from, to);
  if (!needsReset(changes)) return;
  throw new Error(`a running session cannot change ${changes.map(({ field }) => field).join(', ')}`);
}

/**
 * What a session says when it cannot go on.
 * @param message what happened, without its full stop
 * @param instead what a person may do when it happens again: a clause after "if it happens again"
 */
export function failure(message: string, instead: string): readonly [SessionEvent, SessionEvent] {
  const remedy = `Reset and run again; if it happens again, ${instead}.`;
  return [
    { kind: 'problem', severity: 'error', message: `${message}.`, remedy },
    { kind: 'phase', phase: 'failed' },
  ];
}

/**
 * What a session says where an objective asks for the weights that sampled its tokens, and some are not kept any more.
 * @param update that met them first · @param tokens of them
 */
export function weightsNotKept(update: number, tokens: number): SessionEvent {
  return {
    kind: 'problem',
    severity: 'note',
    message: `Update ${update} asked for weights that are not kept any more: for ${tokens} ${tokens === 1 ? 'token' : 'tokens'} what the sampler recorded, and the distributions of newer weights, stand in.`,
    remedy:
      'After a change of the objective this ends by itself; else a smaller policy or a lower max staleness helps.',
  };
}

/** For `failure`: the page itself may be broken, or the engine. */
export const RELOAD = 'reload the page';
export const OTHER_ENGINE = 'choose another engine';
