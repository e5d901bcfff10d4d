/** How a batch is cut into optimiser steps. */
import { shuffle, STREAM } from '../../numerics/random.ts';

/**
 * For every epoch, `minibatches` lists of sample indices that together hold each sample once. Whole groups stay
 * together where there are enough of them; order and cut are a pure function of seed, update and epoch. With
 * one minibatch the order is that of the samples.
 *
 * @param groups group of each sample, those of a group side by side
 */
export function minibatchesOf(
  groups: ArrayLike<number>,
  cut: { readonly minibatches: number; readonly epochs: number },
  key: { readonly seed: number; readonly update: number },
): readonly (readonly number[])[] {
  const units = unitsOf(groups, cut.minibatches);
  const parts = Math.min(cut.minibatches, units.length);
  return Array.from({ length: cut.epochs }, (_, epoch) => {
    const order = units.map((_, index) => index);
    if (parts > 1) shuffle(order, key.seed, STREAM.shuffle, key.update, epoch);
    return Array.from({ length: parts }, (_, part) =>
      order
        .slice(Math.floor((part * units.length) / parts), Math.floor(((part + 1) * units.length) / parts))
        .flatMap((index) => units[index]!),
    );
  }).flat();
}

/** Groups of indices, or single ones where there are fewer groups than minibatches. */
function unitsOf(groups: ArrayLike<number>, minibatches: number): number[][] {
  const units: number[][] = [];
  for (let i = 0; i < groups.length; i++) {
    if (i > 0 && groups[i] === groups[i - 1]) units.at(-1)!.push(i);
    else units.push([i]);
  }
  return units.length >= minibatches ? units : Array.from(groups, (_, i) => [i]);
}
