import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import {
  AGE_EDGES,
  syntheticBatch,
  syntheticDefaults,
  type Tally,
  tally,
} from '../../../learning/lens/index.ts';
import { agesOf, ageText, binsOf } from './ages.ts';
import { type Told, verdictTitles } from './words.ts';

const settings = defaultExperiment();
const batch = syntheticBatch({ ...syntheticDefaults, answers: 32, age: 8, spread: 0.6 }, settings);
const counts = tally(batch, settings) as Tally;

describe('counts by age', () => {
  it('name every age once', () => {
    expect(AGE_EDGES.slice(0, 5).map((_, bin) => ageText(bin))).toEqual(['0', '1', '2–3', '4–7', '8–15']);
    expect(ageText(AGE_EDGES.length - 1)).toBe('256 or more');
  });

  it('add up to the counts of their verdict, and have no empty age', () => {
    for (const verdict of Object.keys(verdictTitles) as Told[]) {
      const ages = agesOf(counts, verdict)!;
      expect(ages.reduce((sum, { good }) => sum + good, 0)).toBe(counts.positive[verdict]);
      expect(ages.reduce((sum, { bad }) => sum + bad, 0)).toBe(counts.negative[verdict]);
      for (const { bin, good, bad } of ages) {
        expect(good + bad).toBeGreaterThan(0);
        expect(binsOf([counts])).toContain(bin);
      }
    }
    expect(binsOf([counts]).length).toBeGreaterThan(2);
  });

  it('are none where ages are not known', () => {
    const { byAge: _, ...rest } = counts;
    const ageless: Tally = { ...rest, byAge: undefined };
    expect([agesOf(ageless, 'kept'), binsOf([ageless])]).toEqual([undefined, []]);
  });
});
