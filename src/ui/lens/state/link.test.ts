/** A link holds the whole lens, and a broken one is words, never an exception. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLink, encodeLink } from '../../../experiment/link.ts';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import type { NumberSetting } from '../../../experiment/setting.ts';
import { decodeLens, encodeLens } from './link.ts';
import {
  agreements,
  defaultLens,
  lensFilters,
  lensSchema,
  lensSources,
  type LensState,
  lensViews,
  methodNames,
  stancePairs,
} from './schema.ts';
import { probeSliders, syntheticSliders } from './sliders.ts';

function keysOf<Name extends string>(names: Readonly<Record<Name, string>>): fc.Arbitrary<Name> {
  return fc.constantFrom(...(Object.keys(names) as Name[]));
}

/** Any valid values, and more often those at the ends. */
function valuesOf<Name extends string>(sliders: Readonly<Record<Name, NumberSetting>>) {
  const entries = Object.entries<NumberSetting>(sliders).map(([name, { min, max, integer }]) => [
    name,
    integer ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }).map((value) => value + 0),
  ]);
  return fc.record(Object.fromEntries(entries) as Record<Name, fc.Arbitrary<number>>);
}

const states = fc
  .record({
    place: fc.constantFrom('drawer' as const, 'page' as const),
    view: keysOf(lensViews),
    methods: fc.shuffledSubarray([...methodNames]),
    probe: valuesOf(probeSliders),
    stance: fc.constantFrom('', ...stancePairs.keys()),
    reach: fc.constantFrom(2 as const, 4 as const, 8 as const, 32 as const),
    table: fc.boolean(),
    source: keysOf(lensSources),
    update: fc.integer({ min: 0, max: 1e9 }),
    synthetic: valuesOf(syntheticSliders),
    agreement: keysOf(agreements),
    filter: keysOf(lensFilters),
    token: fc.integer({ min: -1, max: 1e7 }),
  })
  .map((state): LensState => lensSchema.parse(state));

describe('the lens’s part of a link', () => {
  it('holds any state, in characters that a fragment keeps as they are', () => {
    fc.assert(
      fc.property(states, (state) => {
        const text = encodeLens(state);
        expect(text).toMatch(/^[\w.,:;+-]+$/);
        const token = state.source === 'run' ? -1 : state.token;
        expect(decodeLens(text)).toEqual({ state: { ...state, token }, problems: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('holds what differs, by names that a person can read', () => {
    expect(encodeLens(defaultLens)).toBe('at:drawer');
    const probe = { ...defaultLens.probe, staleness: 16 };
    const state: LensState = { ...defaultLens, place: 'page', methods: ['ppo', 'cispo'], probe };
    expect(encodeLens(state)).toBe('at:page;methods:ppo,cispo;staleness:16');
  });

  it('names a token only of a batch that somebody else finds too', () => {
    const state: LensState = { ...defaultLens, view: 'tokens', token: 62 };
    expect(encodeLens(state)).toBe('at:drawer;view:tokens');
    expect(encodeLens({ ...state, source: 'synthetic' })).toContain('token:62');
    expect(encodeLens({ ...state, source: 'record', update: 5 })).toMatch(/update:5.*token:62/);
    expect(decodeLens('token:62;view:tokens').state.token).toBe(-1);
    expect(decodeLens('token:62;from:record').state.token).toBe(62);
  });

  it('says what it cannot take, and keeps the rest', () => {
    const { state, problems } = decodeLens(
      'view:batch;staleness:900;methods:ppo,nothing;x:1;reach;spread:0.5',
    );
    expect(state).toEqual({ ...defaultLens, view: 'batch', probe: { ...defaultLens.probe, spread: 0.5 } });
    expect(problems).toEqual([
      'Staleness, in the link’s lens part, must be between 0 and 64; got 900.',
      'The lens cannot take "ppo,nothing" for "methods" and keeps what is usual.',
      'The lens knows nothing called "x:1".',
      'The lens knows nothing called "reach".',
    ]);
  });

  it('gives a valid state and readable words whatever the text', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        'at:',
        'view:curves',
        'methods:',
        'methods:,',
        'methods:ppo,ppo',
        'token:1e9',
        'token:-2',
      ),
      fc.constantFrom(
        '__proto__:1',
        'constructor',
        'staleness:NaN',
        'staleness:-0',
        'prox:1e999',
        'table:1',
        ':',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const { state, problems } = decodeLens(parts.join(';'));
        expect(lensSchema.safeParse(state)).toMatchObject({ success: true });
        expect(decodeLens(encodeLens(state)).state).toEqual(state);
        for (const words of problems)
          expect(words).toMatch(/^The lens .{5,200}\.$|^\S.*, in the link’s lens part, /su);
      }),
      { numRuns: 500 },
    );
    expect(decodeLens('x'.repeat(4000)).problems).toHaveLength(1);
  });

  it('is no part of the experiment, whatever it says', () => {
    const link = encodeLink(defaultExperiment());
    for (const text of [encodeLens(defaultLens), 'garbage', '']) {
      expect(decodeLink(`${link}&lens=${text}`)).toEqual(decodeLink(link));
    }
  });
});
