/**
 * What is pointed at in the picture. A mouse points at what lies under it, whatever moves there. For keys and a finger,
 * which do not stay in a place, it is the same thing while that exists, and when it is gone its station.
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
  /** Where along the thing it was first pointed at. */
  #entered = 0;
  #by: 'mouse' | 'touch' | 'keys' = 'keys';

  get key(): string | undefined {
    return this.#item?.key;
  }

  get item(): Item | undefined {
    return this.#item;
  }

  /** What it is pointed at with. */
  get by(): 'mouse' | 'touch' | 'keys' {
    return this.#by;
  }

  /** Where along the thing one points, in pixels of the scene: where a mouse came upon it, else its middle. */
  get x(): number {
    if (this.#item === undefined) return 0;
    const { x, width } = this.#item.box;
    return this.#by === 'mouse' ? Math.min(x + width, Math.max(x, this.#entered)) : x + width / 2;
  }

  /** Pixels of the page to one of the scene. */
  get scale(): number {
    return this.#scale;
  }

  /** Takes a new picture. */
  show(scene: Scene, scale: number): void {
    this.#scene = scene;
    this.#scale = scale;
    if (this.#mouse !== undefined) this.#item = itemAt(scene, this.#mouse, SLACK.mouse);
    if (this.#mouse !== undefined || this.#item === undefined) return;
    const { key, station } = this.#item;
    const find = (wanted: string): Item | undefined => scene.items.find((item) => item.key === wanted);
    this.#item = find(key) ?? find(station);
  }

  /** @param x in pixels of the page, from the corner of the picture */
  pointAt(x: number, y: number, by: 'mouse' | 'touch'): void {
    const at = { x: x / this.#scale, y: y / this.#scale };
    const before = this.key;
    this.#mouse = by === 'mouse' ? at : undefined;
    this.#item = this.#scene && itemAt(this.#scene, at, SLACK[by]);
    if (this.key !== before) this.#entered = at.x;
    this.#by = by;
  }

  /** @returns whether there is anything to go to */
  go(how: Travel): boolean {
    if (this.#scene === undefined) return false;
    this.#mouse = undefined;
    this.#by = 'keys';
    this.#item = travel(this.#scene.items, this.key, how);
    return true;
  }

  leave(): void {
    this.#mouse = undefined;
    this.#item = undefined;
  }
}
