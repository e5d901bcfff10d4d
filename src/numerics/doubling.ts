/**
 * Bins for whole numbers from 0 up whose width doubles: fine where the numbers are small, few in all.
 *
 *   perDoubling 4, top 256:   0 1 2 3 4 5 6 7 | 8– 10– 12– 14– | 16– 20– 24– 28– | … | 128– 160– 192– 224– | 256–
 *
 * A bin is named by its lower edge; the last one is open above.
 */

/**
 * Lower edges of the bins, ascending from 0.
 * @param perDoubling bins between a power of two and the next, itself a power of two
 * @param top lower edge of the last bin, a power of two ≥ 2·`perDoubling`
 */
export function doublingEdges(perDoubling: number, top: number): readonly number[] {
  const edges = Array.from({ length: 2 * perDoubling }, (_, i) => i);
  for (let octave = 2 * perDoubling; octave < top; octave *= 2) {
    for (let i = 0; i < perDoubling; i++) edges.push(octave + (i * octave) / perDoubling);
  }
  edges.push(top);
  return edges;
}

/** Index of the bin that holds a number ≥ 0: the last edge that is not above it. */
export function binAbove(edges: readonly number[], x: number): number {
  let low = 0;
  let high = edges.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= x) low = middle;
    else high = middle;
  }
  return low;
}
