/** What keys, fingers and wheels on the timeline mean. Pure. */
import type { Stretch } from './sight.ts';

export type Command =
  | { readonly kind: 'step'; readonly share: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'whole' | 'begin' | 'end' | 'choose' | 'leave' }
  | { readonly kind: 'go'; readonly way: 'next' | 'previous' | 'up' | 'down' }
  | { readonly kind: 'prompt'; readonly by: 1 | -1 };

/** Share of what is shown that an arrow moves it by, and factor of length of a step of zoom. */
export const STEP = 0.2;
export const NEARER = 0.6;

const COMMANDS: Readonly<Record<string, Command>> = {
  ArrowLeft: { kind: 'step', share: -STEP },
  ArrowRight: { kind: 'step', share: STEP },
  'Shift ArrowLeft': { kind: 'go', way: 'previous' },
  'Shift ArrowRight': { kind: 'go', way: 'next' },
  ArrowUp: { kind: 'go', way: 'up' },
  ArrowDown: { kind: 'go', way: 'down' },
  '+': { kind: 'zoom', factor: NEARER },
  '=': { kind: 'zoom', factor: NEARER },
  '-': { kind: 'zoom', factor: 1 / NEARER },
  '0': { kind: 'whole' },
  Home: { kind: 'begin' },
  End: { kind: 'end' },
  Enter: { kind: 'choose' },
  PageDown: { kind: 'prompt', by: 1 },
  PageUp: { kind: 'prompt', by: -1 },
  Escape: { kind: 'leave' },
};

/** @param key `KeyboardEvent.key`; undefined where it means nothing here and belongs to others */
export function commandOf(key: string, shift: boolean): Command | undefined {
  const arrow = key.startsWith('Arrow');
  return COMMANDS[arrow && shift ? `Shift ${key}` : key];
}

/** Factor of length that a turn of the wheel means. @param delta `WheelEvent.deltaY`, in pixels */
export function wheelFactor(delta: number): number {
  return Math.exp(Math.max(-200, Math.min(200, delta)) * 0.003);
}

/** Pixels that a finger may move and still tap. */
const STILL = 4;
/** Fingers that are nearer to each other do not say how far apart they are. */
const APART = 12;

/**
 * Fingers, or a mouse with its button down: one moves what is shown with it, of two each keeps the moment that is under
 * it. In pixels from the left end of what is shown.
 */
export class Fingers {
  readonly #at = new Map<number, number>();
  #start = 0;
  #moved = false;

  get any(): boolean {
    return this.#at.size > 0;
  }

  /** Whether it was more than a tap so far. */
  get moved(): boolean {
    return this.#moved;
  }

  down(finger: number, x: number): void {
    if (this.#at.size === 0) {
      this.#start = x;
      this.#moved = false;
    }
    this.#at.set(finger, x);
    if (this.#at.size > 1) this.#moved = true;
  }

  /** @param width of what is shown, in pixels; undefined where nothing moves by it */
  move(finger: number, x: number, shown: Stretch, width: number): Stretch | undefined {
    const before = this.#at.get(finger);
    if (before === undefined || width <= 0) return undefined;
    if (!this.#moved && Math.abs(x - this.#start) < STILL) return undefined;
    this.#moved = true;
    this.#at.set(finger, x);
    const perPixel = (shown.to - shown.from) / width;
    const other = [...this.#at].find(([id]) => id !== finger)?.[1];
    if (other === undefined) {
      const by = (before - x) * perPixel;
      return { from: shown.from + by, to: shown.to + by };
    }
    if (Math.abs(x - other) < APART || (x - other) * (before - other) <= 0) return undefined;
    const nearer = (perPixel * (before - other)) / (x - other);
    const held = shown.from + other * perPixel;
    const from = held - other * nearer;
    return { from, to: from + width * nearer };
  }

  /** Returns whether this was a tap. */
  up(finger: number): boolean {
    const there = this.#at.delete(finger);
    return there && !this.#moved && this.#at.size === 0;
  }
}
