/** Lines and texts on a canvas, as the curves need them. */

export type Context = CanvasRenderingContext2D;

export function stroke(context: Context, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** On the middle of a pixel, where a thin line is sharp. */
export function crisp(place: number): number {
  return Math.round(place) + 0.5;
}

/** Measuring a text takes longer than drawing it. */
const fits = new Map<string, string>();
const MOST_FITS = 500;

/** A text with its end left out where it is too long. */
export function fitted(context: Context, text: string, room: number): string {
  const key = `${context.font} ${room} ${text}`;
  let kept = fits.get(key);
  if (kept === undefined) {
    let length = text.length;
    kept = text;
    while (length > 1 && context.measureText(kept).width > room)
      kept = `${text.slice(0, --length).trimEnd()}…`;
    if (fits.size > MOST_FITS) fits.clear();
    fits.set(key, kept);
  }
  return kept;
}
