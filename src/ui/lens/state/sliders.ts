/**
 * What the lens's sliders set, as settings like those of an experiment: ranges, words and stops come from here alone. A link
 * names them by `url` within its lens part.
 */
import { integer, number, type NumberSetting } from '../../../experiment/setting.ts';

/** Felt at once: nothing of the lens waits for a run. */
const effect = 'live';

/** The token that the curves ask about, and the batch around it. */
export const probeSliders = {
  staleness: integer({
    label: 'Staleness',
    symbol: 'd',
    help: 'How many versions old the token is. Some methods widen or narrow what they allow with it.',
    url: 'staleness',
    effect,
    default: 4,
    min: 0,
    max: 64,
    unit: 'versions',
  }),
  probability: number({
    label: 'Token probability',
    symbol: 'μ',
    help: 'How likely the sampler found the token. Some methods look at how far the probability moved, not at its ratio.',
    url: 'probability',
    effect,
    default: 0.1,
    min: 0.001,
    max: 0.99,
    scale: 'log',
    step: 12,
  }),
  length: integer({
    label: 'Answer length',
    help: 'How many tokens the answer has. Methods that judge whole answers share the push among them.',
    url: 'length',
    effect,
    default: 1,
    min: 1,
    max: 64,
    unit: 'tokens',
  }),
  position: integer({
    label: 'Position',
    help: 'Which token of its answer it is. Budgets that run along an answer are fuller at its end.',
    url: 'position',
    effect,
    default: 1,
    min: 1,
    max: 64,
  }),
  spread: number({
    label: 'Spread of the batch',
    symbol: 'σ',
    help: 'How far the log-ratios of the tokens around it lie apart. At 0 the token stands alone.',
    url: 'spread',
    effect,
    default: 0,
    min: 0,
    max: 2,
    step: 0.05,
  }),
  prox: number({
    label: 'Proximal policy',
    help: 'Where the policy that anchors the clip lies: 0 is the sampler’s, 1 is the one in training.',
    url: 'prox',
    effect,
    default: 0,
    min: 0,
    max: 1,
    step: 0.05,
  }),
  advantage: number({
    label: 'Size of the advantage',
    symbol: '|A|',
    help: 'How much better or worse than its group the answer was. The left panel has +A, the right one −A.',
    url: 'advantage',
    effect,
    default: 1,
    min: 0.1,
    max: 4,
    step: 0.1,
  }),
} satisfies Readonly<Record<string, NumberSetting>>;

/** The batch that is made where no run is. */
export const syntheticSliders = {
  answers: integer({
    label: 'Answers',
    help: 'How many answers the batch has, eight to a prompt.',
    url: 'answers',
    effect,
    default: 64,
    min: 8,
    max: 256,
    step: 8,
  }),
  length: integer({
    label: 'Tokens each',
    help: 'How many tokens the longest answers have. The shortest have half as many.',
    url: 'tokens',
    effect,
    default: 8,
    min: 1,
    max: 64,
  }),
  spread: number({
    label: 'Spread',
    symbol: 'σ',
    help: 'How far the log-ratios of all tokens lie apart. Old ones have more of it than fresh ones.',
    url: 'sigma',
    effect,
    default: 0.4,
    min: 0,
    max: 2,
    step: 0.05,
  }),
  age: integer({
    label: 'Oldest age',
    symbol: 'd',
    help: 'The oldest token is so many versions behind, the newest is fresh.',
    url: 'age',
    effect,
    default: 8,
    min: 0,
    max: 64,
    unit: 'versions',
  }),
  mismatch: number({
    label: 'Mismatch',
    help: 'How far sampler and learner disagree about the very same weights, as two inference programs do.',
    url: 'mismatch',
    effect,
    default: 0.02,
    min: 0,
    max: 1,
    step: 0.01,
  }),
  positive: number({
    label: 'Good answers',
    help: 'The chance that an answer is right. A prompt whose answers are all right, or all wrong, has nothing to teach.',
    url: 'positive',
    effect,
    default: 0.5,
    min: 0.05,
    max: 0.95,
    step: 0.05,
  }),
  seed: integer({
    label: 'Seed',
    help: 'The same seed makes the same batch.',
    url: 'seed',
    effect,
    default: 1,
    min: 0,
    max: 9999,
  }),
} satisfies Readonly<Record<string, NumberSetting>>;

export type ProbeSlider = keyof typeof probeSliders;
export type SyntheticSlider = keyof typeof syntheticSliders;
export type ProbeValues = Readonly<Record<ProbeSlider, number>>;
export type SyntheticValues = Readonly<Record<SyntheticSlider, number>>;

/** Every slider at where it begins. */
export function defaultsOf<Name extends string>(
  sliders: Readonly<Record<Name, NumberSetting>>,
): Readonly<Record<Name, number>> {
  return Object.fromEntries(
    Object.entries<NumberSetting>(sliders).map(([name, setting]) => [name, setting.default]),
  ) as Record<Name, number>;
}
