/**
 * Moves labels apart along one axis, in their order, so that they keep a distance and stay inside.
 * @param wanted where each label would like to be, ascending
 * @returns where each is put, ascending; those that do not fit between `low` and `high` hang out at `low`
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const placed: number[] = [];
  for (const position of wanted) placed.push(Math.max(position, low, (placed.at(-1) ?? -Infinity) + gap));
  let limit = high;
  for (let index = placed.length - 1; index >= 0; index--) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - gap;
  }
  return placed;
}
