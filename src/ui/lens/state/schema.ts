/**
 * All of what the lens shows, as one checked object: it is what the store holds and what a link carries. What is only pointed at
 * is no part of it.
 */
import { accepts } from '../../../experiment/fields.ts';
import type { NumberSetting } from '../../../experiment/setting.ts';
import { methodFamilies } from '../../../experiment/settings/methods/names.ts';
import { type Stance, stances } from '../../../learning/lens/stances.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { z } from '../../../experiment/zod.ts';
import { defaultsOf, probeSliders, syntheticSliders } from './sliders.ts';

/** The tabs. */
export const lensViews = { curves: 'Curves', batch: 'Batch', tokens: 'Tokens' } as const;
export type LensView = keyof typeof lensViews;

/** Where its batch comes from. */
export const lensSources = { run: 'This run', record: 'A saved run', synthetic: 'Made up' } as const;
export type LensSource = keyof typeof lensSources;

/** Which tokens the table lists: the last two by what the running method does. */
export const lensFilters = {
  all: 'All',
  differ: 'Methods disagree',
  dropped: 'Dropped',
  changed: 'Changed',
} as const;
export type LensFilter = keyof typeof lensFilters;

/** The ratios on the axis, from 1/reach to reach. */
export const reaches = { 2: '×2', 4: '×4', 8: '×8', 32: '×32' } as const;
export type Reach = keyof typeof reaches;

/** Pairs of methods that take opposite stances, by the names of both. */
export const stancePairs: ReadonlyMap<string, Stance> = new Map(
  stances.map((stance) => [stance.methods.join('-or-'), stance]),
);

/** What a pair of methods is compared by. */
export const agreements = { verdicts: 'Same direction', coefficients: 'Correlation' } as const;

/** By name of the objective, in the order of the chooser. */
export const methodNames: readonly MethodName[] = methodFamilies.flatMap(({ methods }) =>
  methods.map(({ value }) => value),
);

const known: ReadonlySet<string> = new Set(methodNames);

function slidersSchema<Name extends string>(sliders: Readonly<Record<Name, NumberSetting>>) {
  const shape = Object.entries<NumberSetting>(sliders).map(([name, setting]) => [
    name,
    // −0 would differ from 0 after a round trip through text.
    z.custom<number>((value) => accepts(setting, value)).transform((value) => (value === 0 ? 0 : value)),
  ]);
  return z.strictObject(Object.fromEntries(shape) as Record<Name, z.ZodType<number>>).readonly();
}

function nameOf<Name extends string>(names: Readonly<Record<Name, string>>) {
  return z.enum(Object.keys(names) as [Name, ...Name[]]);
}

export const lensSchema = z
  .strictObject({
    /** Beneath the stage, or alone. */
    place: z.enum(['drawer', 'page']),
    view: nameOf(lensViews),
    /** Compared with each other; in this order they have their marks. The running one is always there too. */
    methods: z
      .array(z.custom<MethodName>((value) => typeof value === 'string' && known.has(value)))
      .max(methodNames.length)
      .refine((names) => new Set(names).size === names.length)
      .readonly(),
    probe: slidersSchema(probeSliders),
    /** One of `stancePairs`: two methods side by side, for one sign. Nothing: all methods, for both. */
    stance: z.custom<string>((value) => value === '' || stancePairs.has(value as string)),
    reach: z.union([z.literal(2), z.literal(4), z.literal(8), z.literal(32)]),
    /** Curves, and counts by age, as numbers. */
    table: z.boolean(),
    source: nameOf(lensSources),
    /** Of a saved run; 0 = the last whose answers were saved. */
    update: z.int().min(0).max(1e9),
    synthetic: slidersSchema(syntheticSliders),
    agreement: nameOf(agreements),
    filter: nameOf(lensFilters),
    /** Number of the chosen token within the whole batch; −1 = none. */
    token: z.int().min(-1).max(1e7),
  })
  .readonly();

export type LensState = z.infer<typeof lensSchema>;

export const defaultLens: LensState = lensSchema.parse({
  place: 'drawer',
  view: 'curves',
  methods: ['reinforce', 'ppo', 'decoupled-ppo', 'dual-clip', 'cispo', 'sapo', 'tis', 'a3po'],
  probe: defaultsOf(probeSliders),
  stance: '',
  reach: 8,
  table: false,
  source: 'run',
  update: 0,
  synthetic: defaultsOf(syntheticSliders),
  agreement: 'verdicts',
  filter: 'all',
  token: -1,
});
