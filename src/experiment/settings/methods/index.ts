/**
 * Settings that one method has for itself: a group of the method's name, present only where there are any. A file holds
 * the groups of one family of methods; `names.ts` names all methods, `shared.ts` has what several groups have.
 *
 * Link names begin with the method's name, so that they never clash: `gspolow`.
 */
import { clipping } from './clipping.ts';
import { entropy } from './entropy.ts';
import { gates } from './gates.ts';
import { probability } from './probability.ts';
import { proximal } from './proximal.ts';
import { sequence } from './sequence.ts';
import { values } from './values.ts';
import { weights } from './weights.ts';

export const methods = {
  ...clipping,
  ...weights,
  ...proximal,
  ...probability,
  ...sequence,
  ...gates,
  ...entropy,
  ...values,
};
