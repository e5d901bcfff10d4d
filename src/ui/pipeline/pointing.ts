/**
 * What is pointed at in the picture. It stays the same thing while that exists, however it moves; when it is gone, a
 * mouse points at what is in its place, and keys at its station.
 */
import { itemAt, travel, type Item, type Point, type Scene, type Travel } from './scene/scene.ts';

/** How far beside a thing one may point, in pixels of the scene. */
const SLACK = { mouse: 2, touch: 8 } as const;

export class Pointing {
  #scene: Scene | undefined;
  #scale = 1;
  #item: Item | undefined;
  /** Where a mouse is. */
  #mouse: Point | undefined;

  get key(): string | undefined {
    return this.#item?.key;
  }

  get item(): Item | undefined {
    return this.#item;
  }

  /** Pixels of the page to one of the scene. */
  get scale(): number {
    return this.#scale;
  }

  /** Takes a new picture. */
  show(scene: Scene, scale: number): void {
    this.#scene = scene;
    this.#scale = scale;
    if (this.#item === undefined) return;
    const { key, station } = this.#item;
    const find = (wanted: string): Item | undefined => scene.items.find((item) => item.key === wanted);
    this.#item = find(key) ?? (this.#mouse === undefined ? find(station) : itemAt(scene, this.#mouse));
  }

  /** @param x in pixels of the page, from the corner of the picture */
  pointAt(x: number, y: number, by: 'mouse' | 'touch'): void {
    const at = { x: x / this.#scale, y: y / this.#scale };
    this.#mouse = by === 'mouse' ? at : undefined;
    this.#item = this.#scene && itemAt(this.#scene, at, SLACK[by]);
  }

  /** @returns whether there is anything to go to */
  go(how: Travel): boolean {
    if (this.#scene === undefined) return false;
    this.#mouse = undefined;
    this.#item = travel(this.#scene.items, this.key, how);
    return true;
  }

  leave(): void {
    this.#mouse = undefined;
    this.#item = undefined;
  }
}
