/** Methods whose ratio is that of a whole answer. */
import { number } from '../../setting.ts';

/** Radii of the geometric-mean ratio, which hugs 1: hundreds of times narrower than a token's. */
const radii = (method: string) => ({
  clipLow: number({
    label: 'Clip range, low',
    symbol: 'ε₋',
    help: 'For bad answers: a sequence ratio below 1 − ε₋ gets no more gradient.',
    url: `${method}low`,
    effect: 'live',
    default: 3e-4,
    min: 0,
    max: 1,
    step: 1e-4,
    keys: { verl: 'actor_rollout_ref.actor.clip_ratio_low', trl: 'epsilon' },
  }),
  clipHigh: number({
    label: 'Clip range, high',
    symbol: 'ε₊',
    help: 'For good answers: a sequence ratio above 1 + ε₊ gets no more gradient.',
    url: `${method}high`,
    effect: 'live',
    default: 4e-4,
    min: 0,
    max: 10,
    step: 1e-4,
    keys: { verl: 'actor_rollout_ref.actor.clip_ratio_high', trl: 'epsilon_high' },
  }),
});

export const sequence = { gspo: radii('gspo'), 'gspo-token': radii('gspotoken') };
