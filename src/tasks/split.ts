/** Which prompts are held out: decided by a hash of the prompt alone, the same for every seed. */
import { philox } from '../numerics/random.ts';
import type { Split } from './task.ts';

/** One prompt in this many is held out. */
const HELD_OUT_SHARE = 5;
/** Key of the hash. Frozen: another key would move prompts from one side to the other. */
const HASH_KEY = 0x1a6_1ab;

const words = new Uint32Array(4);

/** The side on which a prompt lies: about one in five is held out. */
export function splitOf(prompt: ArrayLike<number>): Split {
  let state = prompt.length;
  for (let i = 0; i < prompt.length; i++) {
    philox(HASH_KEY, state, prompt[i]!, i, 0, 0, words);
    state = words[0]!;
  }
  return state % HELD_OUT_SHARE === 0 ? 'heldOut' : 'train';
}

/** Number of a split among the keys of random numbers. */
export function splitKey(split: Split): number {
  return split === 'train' ? 0 : 1;
}
