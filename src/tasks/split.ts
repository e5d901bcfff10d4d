/** Which prompts are held out: decided by a hash of the prompt alone, the same for every seed. */
import { hash32 } from '../numerics/hash.ts';
import type { Split } from './task.ts';

/** One prompt in this many is held out. */
const HELD_OUT_SHARE = 5;
/** Seed of the hash. Frozen: another one would move prompts from one side to the other. */
const HASH_SEED = 1;

/** The side on which a prompt lies: about one in five is held out. */
export function splitOf(prompt: Int32Array): Split {
  return hash32(prompt, HASH_SEED) % HELD_OUT_SHARE === 0 ? 'heldOut' : 'train';
}

/** Number of a split among the keys of random numbers. */
export function splitKey(split: Split): number {
  return split === 'train' ? 0 : 1;
}
