/**
 * Plays the pipeline on a canvas: told of news it paints, and it goes on painting only while something flies or the
 * run's clock moves something. At most `FRAMES_PER_SECOND`, and nothing while the canvas is out of sight.
 */
import { fitCanvas } from '../../components/painter.ts';
import { layout } from '../scene/layout.ts';
import { movedOn, movesBetween, runsOn } from '../scene/moves.ts';
import { roomFor } from '../scene/grid.ts';
import type { Item, PipelineFacts, Scene } from '../scene/scene.ts';
import { paint } from './paint.ts';
import { currentPalette } from './palette.ts';
import { Particles } from './particles.ts';

const FRAMES_PER_SECOND = 15;

export interface PlayerParts {
  readonly canvas: HTMLCanvasElement;
  /** What is pointed at in a new picture, by its key. @param scale pixels of the page to one of the scene */
  readonly marked: (scene: Scene, scale: number) => string | undefined;
  /** Told after every picture. */
  readonly onPicture: () => void;
}

export class Player {
  readonly #parts: PlayerParts;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #particles = new Particles();
  #facts: PipelineFacts | undefined;
  #cameAt = 0;
  #width = 0;
  #room = 0;
  #visible = false;
  #still = false;
  #scene: Scene | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #paintedAt = -Infinity;
  /** Milliseconds spent painting, and pictures painted. */
  spent = 0;
  pictures = 0;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    this.#context = parts.canvas.getContext('2d');
  }

  /** @param still nothing flies: motion is not wanted */
  set still(still: boolean) {
    this.#still = still;
    this.#particles.clear();
  }

  set visible(visible: boolean) {
    this.#visible = visible;
    if (visible) this.#soon();
    else this.#particles.clear();
  }

  set width(width: number) {
    this.#width = width;
    this.#soon();
  }

  show(facts: PipelineFacts): void {
    const before = this.#facts?.flow;
    const { flow } = facts;
    this.#facts = facts;
    if (flow !== before) {
      const now = performance.now();
      this.#cameAt = now;
      this.#room =
        flow === undefined ? 0 : roomFor(flow.queued.numbers.length, facts.schedule.batchGroups, this.#room);
      if (flow !== undefined && this.#scene !== undefined && this.#visible && !this.#still) {
        this.#particles.add(movesBetween(before, flow), this.#scene, now);
      }
    }
    this.#soon();
  }

  /** Paints again soon, for another mark. */
  refresh(): void {
    this.#soon();
  }

  /** Paints now, whether or not it is in sight: for another theme, and for a printer, which does not wait. */
  paintNow(): void {
    this.#frame();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#visible = false;
  }

  #soon(): void {
    if (this.#timer !== undefined || !this.#visible || this.#width === 0) return;
    const wait = Math.max(0, this.#paintedAt + 1000 / FRAMES_PER_SECOND - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      requestAnimationFrame(() => this.#visible && this.#frame());
    }, wait);
  }

  #frame(): void {
    const facts = this.#facts;
    if (facts === undefined || this.#context === null || this.#width === 0) return;
    const now = performance.now();
    this.#paintedAt = now;
    const flow = facts.flow && movedOn(facts.flow, (now - this.#cameAt) / 1000);
    const palette = currentPalette();
    const { scale } = palette;
    const scene = layout(
      { ...facts, flow },
      this.#width / scale,
      Math.max(this.#room, 4 * facts.schedule.batchGroups),
    );
    this.#scene = scene;
    fitCanvas(this.#context, scene, scale);
    const key = this.#parts.marked(scene, scale);
    const marked: Item | undefined =
      key === undefined ? undefined : scene.items.find((item) => item.key === key);
    paint(this.#context, { scene, dots: this.#particles.dots(now), marked }, palette);
    this.spent += performance.now() - now;
    this.pictures++;
    this.#parts.onPicture();
    if (this.#particles.any || (flow !== undefined && !this.#still && runsOn(flow))) this.#soon();
  }
}
