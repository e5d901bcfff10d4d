/** Stripes for a canvas, as the style sheets have them: a colour on the surface, so that kinds differ without it too. */
import type { Look } from './looks.ts';

type Kind = NonNullable<Look['pattern']>;

/** Side of the tile, in units of the picture. */
const TILE = 6;
const LINE = 2.5;

export class Patterns {
  readonly #made = new Map<string, CanvasPattern | string>();

  /** @param density pixels of the canvas to a unit of the picture */
  of(
    context: CanvasRenderingContext2D,
    kind: Kind,
    colour: string,
    surface: string,
    density: number,
  ): CanvasPattern | string {
    const key = `${kind} ${colour} ${surface} ${density}`;
    let pattern = this.#made.get(key);
    if (pattern === undefined) {
      pattern = make(context, kind, colour, surface, density) ?? colour;
      this.#made.set(key, pattern);
    }
    return pattern;
  }
}

function make(
  context: CanvasRenderingContext2D,
  kind: Kind,
  colour: string,
  surface: string,
  density: number,
): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.max(1, Math.round(TILE * density));
  const brush = tile.getContext('2d');
  if (brush === null) return null;
  const scale = tile.width / TILE;
  brush.scale(scale, scale);
  brush.fillStyle = surface;
  brush.fillRect(0, 0, TILE, TILE);
  brush.strokeStyle = colour;
  brush.lineWidth = LINE;
  // Lines beyond the tile's corners too, so that the stripes go on from tile to tile.
  for (const shift of [-TILE, 0, TILE]) {
    brush.beginPath();
    if (kind === 'upright') {
      brush.moveTo(TILE / 2 + shift, 0);
      brush.lineTo(TILE / 2 + shift, TILE);
    } else if (kind === 'rising') {
      brush.moveTo(shift - 1, TILE + 1);
      brush.lineTo(shift + TILE + 1, -1);
    } else {
      brush.moveTo(shift - 1, -1);
      brush.lineTo(shift + TILE + 1, TILE + 1);
    }
    brush.stroke();
  }
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / scale));
  return pattern;
}
