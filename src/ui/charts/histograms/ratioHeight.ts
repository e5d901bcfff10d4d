/** A share of tokens as a signed height; the square root shows tails that would be a pixel high. */
export function heightOf(share: number, up: boolean): number {
  return up ? Math.sqrt(share) : -Math.sqrt(share);
}
