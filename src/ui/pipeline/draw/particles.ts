/**
 * What flies between stations: dots that stand for tickets on their way, and a pulse for weights that arrive. Each
 * lives for a moment only. Pure, told the time in milliseconds.
 */
import { along } from '../scene/frame.ts';
import type { Move } from '../scene/moves.ts';
import type { Point, Scene } from '../scene/scene.ts';

export interface Particle {
  readonly way: readonly Point[];
  readonly start: number;
  readonly end: number;
  readonly lag: number;
  readonly look: 'ticket' | 'dropped' | 'weights';
}

export interface Dot {
  readonly at: Point;
  readonly lag: number;
  readonly look: Particle['look'];
  /** 0 … 1 */
  readonly opacity: number;
}

const FLIGHT_MS = 380;
/** Dots of one move at most, and over how long they set off. */
const DOTS = 8;
const SPREAD_MS = 90;
/** Between two weights that fly. */
const APART_MS = 250;
/** More than these would only be a smear. */
const MOST = 64;

export class Particles {
  #flying: readonly Particle[] = [];

  get any(): boolean {
    return this.#flying.length > 0;
  }

  add(moves: readonly Move[], { ways }: Pick<Scene, 'ways'>, now: number): void {
    const added = moves.flatMap((move): readonly Particle[] => {
      switch (move.kind) {
        case 'finished': {
          const from = ways.workers.get(move.worker);
          return from === undefined ? [] : flight([from, ways.queueIn], move, 'ticket', now);
        }
        case 'taken':
          return flight([ways.queueOut, ways.learnerIn], move, 'ticket', now);
        case 'dropped': {
          const { x, y } = ways.queueOut;
          return flight([ways.queueOut, { x, y: y + 44 }], move, 'dropped', now);
        }
        case 'published': {
          // Those that were seen on their way have been where they go.
          if (
            move.seen ||
            this.#flying.some(({ look, start }) => look === 'weights' && now < start + APART_MS)
          )
            return [];
          return [{ way: ways.weights, start: now, end: now + FLIGHT_MS, lag: 0, look: 'weights' }];
        }
      }
    });
    this.#flying = [...this.#flying, ...added].slice(-MOST);
  }

  clear(): void {
    this.#flying = [];
  }

  /** Where they are now; those that have arrived are forgotten. */
  dots(now: number): readonly Dot[] {
    this.#flying = this.#flying.filter(({ end }) => end > now);
    return this.#flying
      .filter(({ start }) => start <= now)
      .map(({ way, start, end, lag, look }) => {
        const share = (now - start) / (end - start);
        return { at: along(way, ease(share)), lag, look, opacity: look === 'dropped' ? 1 - share : 1 };
      });
  }
}

function flight(
  way: readonly Point[],
  { count, lag }: { readonly count: number; readonly lag: number },
  look: Particle['look'],
  now: number,
): readonly Particle[] {
  const dots = Math.min(DOTS, count);
  return Array.from({ length: dots }, (_, n) => {
    const start = now + (SPREAD_MS * n) / dots;
    const shifted = beside(way, ((n % 4) - 1.5) * 5);
    return { way: shifted, start, end: start + FLIGHT_MS, lag, look };
  });
}

/** The same way, some pixels to the side of it. */
function beside(way: readonly Point[], pixels: number): readonly Point[] {
  const [from, to] = [way[0]!, way.at(-1)!];
  const across = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
  return way.map(({ x, y }) => (across ? { x, y: y + pixels } : { x: x + pixels, y }));
}

function ease(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
}
