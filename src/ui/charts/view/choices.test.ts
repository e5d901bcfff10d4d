import { describe, expect, it } from 'vitest';
import { defaultChoices, readChoices } from './choices.ts';

describe('what was chosen about the charts', () => {
  it('is read back', () => {
    const chosen = {
      axis: 'seconds',
      smoothing: 10,
      band: false,
      open: ['ratios'],
      measures: { lag: 'head' },
    };
    expect(readChoices(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });

  it('falls back part by part where it is broken', () => {
    for (const broken of [undefined, null, 3, 'x', []]) expect(readChoices(broken)).toEqual(defaultChoices);
    expect(
      readChoices({
        axis: 'miles',
        smoothing: 3,
        band: 1,
        open: ['ratios', 7],
        measures: { lag: 1, other: 'x' },
      }),
    ).toEqual({ ...defaultChoices, open: ['ratios'], measures: { other: 'x' } });
  });
});
