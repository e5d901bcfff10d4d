import { describe, expect, it } from 'vitest';
import { Envelope } from '../../../telemetry/envelope.ts';
import { areaPath, bandPath, linePath, pointsPath, type Projection } from './paths.ts';

const to: Projection = { x: (update) => 10 * update, y: (value) => 100 - value, from: 0, to: 1000 };

function envelopeOf(values: readonly number[], capacity = 300): Envelope {
  const envelope = new Envelope(capacity);
  values.forEach((value, x) => envelope.add(x, value));
  return envelope;
}

describe('paths', () => {
  it('go through every value and break where there is none', () => {
    expect(linePath(envelopeOf([1, 2, NaN, 4, NaN, 6, 7]), 'mean', to)).toBe(
      'M0 99L10 98M30 96h0.01M50 94L60 93',
    );
    expect(linePath(envelopeOf([]), 'mean', to)).toBe('');
    expect(linePath(envelopeOf([5]), 'mean', to)).toBe('M0 95h0.01');
  });

  it('have a band only where a bucket holds several values', () => {
    expect(bandPath(envelopeOf([1, 2, 3]), to)).toBe('');
    expect(bandPath(envelopeOf([1, 3, 5, 7, 2, 9], 4), to)).toBe('M5 97L25 93L45 91L45 98L25 95L5 99Z');
  });

  it('fill between two series where both have a value', () => {
    const [low, high] = [envelopeOf([1, 2, NaN, 4, 5]), envelopeOf([6, 7, 8, NaN, 9])];
    expect(areaPath(low, 'mean', high, 'mean', to)).toBe('M0 94L10 93L10 98L0 99Z');
  });

  it('leave out what lies before the first update shown', () => {
    expect(linePath(envelopeOf([1, 2, 3, 4]), 'mean', { ...to, from: 2 })).toBe('M20 97L30 96');
  });

  it('stop at the end of the axis', () => {
    const short = { ...to, to: 1 };
    expect(linePath(envelopeOf([1, 2, 3, 4]), 'mean', short)).toBe('M0 99L10 98');
    expect(
      pointsPath(
        [
          { update: 0, value: 1 },
          { update: 5, value: 2 },
        ],
        short,
      ),
    ).toBe('M0 99');
  });
});
