/**
 * Settings that one method has for itself: a group of the method's name, present only where there are any. A file holds
 * the groups of one family of methods.
 *
 * Link names begin with the method's name, so that they never clash: `gspolow`.
 */
import { sequence } from './sequence.ts';

export const methods = { ...sequence };
