/**
 * Keeps a canvas painted: once a frame at most, nothing while it is out of sight or has no room, and as sharp as the screen.
 * What is painted is its owner's business. It knows no React.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PainterParts {
  readonly canvas: HTMLCanvasElement;
  /** Whether something behind the canvas shows through. */
  readonly alpha: boolean;
  /** @returns whether there was anything to paint. What it asks for while it paints is in the picture already. */
  readonly paint: (context: CanvasRenderingContext2D, room: Size) => boolean;
  /** Told after every picture, in `performance.now()`. */
  readonly painted: (begun: number, ended: number) => void;
}

/** More pixels than three to one of the page nobody sees. */
const DENSEST = 3;

/**
 * Gives a canvas the pixels of a picture.
 * @param picture its size in units that are `scale` pixels of the page
 * @returns pixels of the canvas to a unit
 */
export function fitCanvas(context: CanvasRenderingContext2D, picture: Size, scale: number): number {
  const { canvas } = context;
  const density = scale * Math.min(DENSEST, globalThis.devicePixelRatio || 1);
  const pixels = { width: Math.round(picture.width * density), height: Math.round(picture.height * density) };
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
    canvas.width = pixels.width;
    canvas.height = pixels.height;
    canvas.style.height = `${picture.height * scale}px`;
    context.setTransform(density, 0, 0, density, 0, 0);
  }
  return density;
}

export class Painter {
  readonly #parts: PainterParts;
  readonly #context: CanvasRenderingContext2D | null;
  #size: Size = { width: 0, height: 0 };
  #visible = false;
  #frame: number | undefined;
  #painting = false;

  constructor(parts: PainterParts) {
    this.#parts = parts;
    this.#context = parts.canvas.getContext('2d', { alpha: parts.alpha });
  }

  /** Room for the picture, in pixels of the page. */
  set size(size: Size) {
    this.#size = size;
    this.soon();
  }

  set visible(visible: boolean) {
    this.#visible = visible;
    this.soon();
  }

  soon(): void {
    if (this.#frame !== undefined || this.#painting || !this.#visible || this.#size.width === 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      if (this.#visible) this.now();
    });
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#visible = false;
  }

  /** Paints now, whether or not it is in sight: for another theme. */
  now(): void {
    if (this.#context === null || this.#size.width === 0) return;
    const begun = performance.now();
    this.#painting = true;
    const painted = this.#parts.paint(this.#context, this.#size);
    this.#painting = false;
    if (painted) this.#parts.painted(begun, performance.now());
  }
}
