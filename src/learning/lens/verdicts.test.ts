import { describe, expect, it } from 'vitest';
import { names, randomFacts, settingsWith, tuned } from '../testing/facts.ts';
import { randomSettings } from '../testing/settings.ts';
import type { Evaluation, LearningSettings } from '../objectives/contract.ts';
import { evaluateObjective, needsOf } from '../objectives/index.ts';
import type { LensFacts } from './contract.ts';
import { factsFor } from './facts.ts';
import { FOUND, gateKinds } from './gates.ts';
import { reason } from './reasons/index.ts';
import { readingOf, type TokenVerdict, verdictOf, verdictsOf } from './verdicts.ts';

/** Random facts as the lens has them: its proximal policies are one. */
function lensFacts(seed: number, spread: number): LensFacts {
  const { logpProx, ...facts } = randomFacts(seed, 'mixed', spread);
  return { ...facts, logpRecomputed: logpProx!, logpAveraged: logpProx! };
}

function evaluated(settings: LearningSettings, facts: LensFacts): Evaluation {
  const own = factsFor(settings, facts);
  if ('missing' in own) throw new Error(own.missing);
  return evaluateObjective(own.facts, settings);
}

/** One answer of two tokens, the second of them with the numbers. */
function facts(token: {
  readonly theta: number;
  readonly mu: number;
  readonly A: number;
  readonly d?: number;
  readonly counts?: boolean;
}): LensFacts {
  const both = (first: number, second: number): Float64Array => Float64Array.of(first, second);
  return {
    offsets: Int32Array.of(0, 2),
    mask: Uint8Array.of(1, token.counts === false ? 0 : 1),
    logpTheta: both(-1, Math.log(token.theta)),
    logpBehave: both(-1, Math.log(token.mu)),
    logpRecomputed: both(-1, Math.log(token.mu)),
    logpOld: both(-1, Math.log(token.mu)),
    advantage: both(token.A, token.A),
    staleness: Int32Array.of(0, token.d ?? 0),
    sequenceRewards: Float64Array.of(token.A > 0 ? 1 : 0),
    maxLength: 2,
  };
}

function second(
  settings: LearningSettings,
  of: LensFacts,
  oldest?: number,
): TokenVerdict & { why: string[] } {
  const evaluation = evaluated(settings, of);
  const verdict = verdictsOf(settings, of, evaluation, oldest)[1]!;
  return { ...verdict, why: verdict.by.map((gate) => reason(settings, of, 1, gate, evaluation, oldest)) };
}

describe('a verdict', () => {
  it('compares the coefficient with the advantage, by size and sign', () => {
    expect(verdictOf(0, 0, false)).toBe('nothing to learn');
    expect(verdictOf(0, 0.1, false)).toBe('moved');
    for (const sign of [1, -1]) {
      const of = (c: number, limited = false): string => verdictOf(2 * sign, c * sign, limited);
      expect(of(0)).toBe('dropped');
      expect(of(-0)).toBe('dropped');
      expect(of(2)).toBe('kept');
      expect(of(2 * (1 - 0.009))).toBe('kept');
      expect(of(2 * (1 + 0.009))).toBe('kept');
      expect(of(2 * (1 - 0.011))).toBe('weakened');
      expect(of(2 * (1 + 0.011))).toBe('amplified');
      expect(of(-1e-300)).toBe('reversed');
      // What a limit acted on is capped, whatever is left; nothing and the other way are more than that.
      for (const c of [1, 2, 3]) expect(of(c, true)).toBe('capped');
      expect(of(0, true)).toBe('dropped');
      expect(of(-1, true)).toBe('reversed');
    }
    expect(verdictOf(0, 1, true)).toBe('moved');
  });

  it('says how it is to be read', () => {
    expect(readingOf(settingsWith({ name: 'ppo' }))).toBe('token');
    expect(readingOf(settingsWith({ name: 'success-conditioning' }))).toBe('own');
    expect(readingOf(settingsWith({ name: 'gspo' }))).toBe('whole');
    expect(readingOf(tuned('sapo', { level: 'sequence' }))).toBe('whole');
  });
});

describe('who acted on a token, and why', () => {
  it.each([
    {
      settings: settingsWith({ name: 'ppo' }),
      token: { theta: 0.282, mu: 0.2, A: 1 },
      verdict: 'dropped',
      by: ['clip_high'],
      why: [
        'Its ratio to the sampler, 1.41, is above 1 + ε₊ = 1.28, and the answer was good: it is pushed no further up.',
      ],
    },
    {
      settings: settingsWith({ name: 'ppo' }),
      token: { theta: 0.1, mu: 0.2, A: -1 },
      verdict: 'dropped',
      by: ['clip_low'],
      why: [
        'Its ratio to the sampler, 0.5, is below 1 − ε₋ = 0.8, and the answer was bad: it is pushed no further down.',
      ],
    },
    {
      settings: settingsWith({ name: 'a3po' }),
      token: { theta: 0.9, mu: 0.1, A: 1, d: 8 },
      verdict: 'dropped',
      by: ['clip_high'],
      why: [
        'Its ratio to the sampler, 9, is above (1 + ε₊)^8 = 7.21, which is wider the older the token, and the answer was good: it is pushed no further up.',
      ],
    },
    {
      settings: settingsWith({ name: 'tis' }),
      token: { theta: 0.6, mu: 0.2, A: 1 },
      verdict: 'capped',
      by: ['truncated'],
      why: ['Its weight, 3, counts as no more than C = 2.'],
    },
    {
      settings: settingsWith({ name: 'mis' }),
      token: { theta: 0.6, mu: 0.1, A: 1 },
      verdict: 'dropped',
      by: ['rejected'],
      why: ['Its weight, 6, is above 5: it is dropped.'],
    },
    {
      settings: settingsWith({ name: 'dppo-tv' }),
      token: { theta: 0.5, mu: 0.3, A: 1 },
      verdict: 'dropped',
      by: ['masked'],
      why: [
        'Its probability has gone from 0.3 to 0.5, by more than δ = 0.15 and the way that its answer pushes it.',
      ],
    },
    {
      settings: settingsWith({ name: 'mu-grpo' }),
      token: { theta: 0.4, mu: 0.1, A: -1 },
      verdict: 'dropped',
      by: ['veto'],
      why: [
        'Its answer was bad, and this token (ratio 4) or one before it has a ratio above τ = 3: from there on nothing is learnt.',
      ],
    },
    {
      settings: settingsWith({ name: 'opsm' }),
      token: { theta: 0.01, mu: 0.3, A: -1 },
      verdict: 'dropped',
      by: ['rejected'],
      // ½·log 30
      why: [
        'Its answer was bad and has become rarer, by 1.7 of log-probability a token, which is more than δ = 0.5: the answer is dropped.',
      ],
    },
    {
      settings: settingsWith({ name: 'spo' }),
      token: { theta: 0.3, mu: 0.2, A: 1 },
      verdict: 'reversed',
      by: ['reversed'],
      why: ['Its ratio, 1.5, has gone past what the penalty allows, so that it is pushed back.'],
    },
    {
      settings: settingsWith({ name: 'success-conditioning' }),
      token: { theta: 0.3, mu: 0.2, A: -1 },
      verdict: 'dropped',
      by: ['failed'],
      why: ['Its answer has reward 0, which is below τ = 1: only good answers are imitated.'],
    },
  ] as const)('$settings.objective.name: $by', ({ settings, token, verdict, by, why }) => {
    expect(second(settings, facts(token))).toMatchObject({ verdict, by, why, baseline: token.A });
  });

  it('is the staleness limit where that is known to have left a token out', () => {
    const settings = settingsWith({ name: 'ppo' });
    const old = facts({ theta: 0.2, mu: 0.2, A: 1, d: 9, counts: false });
    expect(second(settings, old, 4)).toMatchObject({
      verdict: 'left out',
      coefficient: 0,
      by: [FOUND.overAge],
      why: ['It is 9 versions old, more than the limit of 4: the objective never sees it.'],
    });
    expect(second(settings, old).by).toEqual([FOUND.leftOut]);
    expect(second(settings, old, 9).by).toEqual([FOUND.leftOut]);
  });

  it('is the correction where its weight is 0, and comes before the method’s own gates', () => {
    const { correction } = settingsWith({});
    const settings = settingsWith({ name: 'ppo' }, { correction: { ...correction, token: 'zero' } });
    const { verdict, by, why } = second(settings, facts({ theta: 0.6, mu: 0.2, A: 1 }));
    expect({ verdict, by }).toEqual({ verdict: 'dropped', by: ['correction_zeroed', 'clip_high'] });
    expect(why[0]).toBe('Its weight, 3, is above 2: the correction sets it to 0.');
  });

  it('is a gate that can drop a token under one setting and not under another', () => {
    // Its weight, π_prox/μ = 10, is above the cap of 5.
    const moved = {
      ...facts({ theta: 0.2, mu: 0.02, A: 1 }),
      logpRecomputed: Float64Array.of(-1, Math.log(0.2)),
    };
    const masks = second(tuned('decoupled-ppo', { filter: 'mask', cap: 5 }), moved);
    expect(masks).toMatchObject({ verdict: 'dropped', by: ['weight_above_cap'] });
    const cut = second(tuned('decoupled-ppo', { filter: 'clamp', cap: 5 }), moved);
    expect(cut).toMatchObject({ verdict: 'capped', by: ['weight_above_cap'] });
    // Clip-Cov drops whom it chooses, and is then named alone.
    const clipCov = settingsWith({ name: 'clip-cov' });
    const chosen = Array.from({ length: 60 }, (_, seed) => lensFacts(seed, 0.1)).flatMap((of) =>
      verdictsOf(clipCov, of, evaluated(clipCov, of)).filter(({ by }) => by[0] === 'covariance'),
    );
    expect(chosen.length).toBeGreaterThan(0);
    for (const { by } of chosen) expect(by).not.toContain(FOUND.fadedOut);
  });

  it('is the weight itself where that has faded to 0', () => {
    // VESPO: e^{3(1−W)} is 0 in float64 beyond W = 249.
    const faded = second(settingsWith({ name: 'vespo' }), facts({ theta: 0.9, mu: 0.001, A: 1 }));
    expect(faded).toMatchObject({ verdict: 'dropped', by: [FOUND.fadedOut] });
  });
});

/** What is wrong with a sentence, if anything. @param clamped whether ratios are those of clamped log-ratios, as in it */
function faultOf(sentence: string, clamped: boolean): string | undefined {
  if (!/^[A-Z].*\.$/.test(sentence)) return 'no sentence';
  if (/NaN|undefined|null|Infinity|\[object/.test(sentence)) return 'no number';
  return clamped && !comparesRightly(sentence) ? 'an untrue comparison' : undefined;
}

const NUMBER = String.raw`(−?\d+(?:\.\d+)?(?:e[+−]\d+)?)`;
const COMPARISON = new RegExp(`${NUMBER},? is (above|below) (?:[^,]*?= |the bound )?${NUMBER}(?=[ ,.:])`);
let compared = 0;

/** "…, 1.41, is above 1 + ε₊ = 1.28": its numbers are rounded to three digits at least. */
function comparesRightly(sentence: string): boolean {
  const found = COMPARISON.exec(sentence);
  if (!found) return true;
  compared += 1;
  const [left, right] = [found[1]!, found[3]!].map((text) => Number(text.replaceAll('−', '-')));
  const rounding = 0.005 * (Math.abs(left!) + Math.abs(right!));
  return (found[2] === 'above' ? left! - right! : right! - left!) >= -rounding;
}

describe.each(names)('%s', (name) => {
  it('drops no token without naming who, and says why in a true sentence, under any settings', () => {
    for (let seed = 0; seed < 18; seed++) {
      const settings = seed % 3 === 0 ? settingsWith({ name }) : randomSettings(name, seed);
      const of = lensFacts(seed, [0.1, 1, 25][seed % 3]!);
      const evaluation = evaluated(settings, of);
      for (const gate of Object.keys(evaluation.gates)) expect(gateKinds).toHaveProperty(gate);
      const verdicts = verdictsOf(settings, of, evaluation);
      expect(verdicts.map(({ coefficient }) => coefficient)).toEqual([...evaluation.coefficients]);
      const nameless = verdicts.filter(
        ({ verdict, by }) => (verdict === 'dropped' || verdict === 'left out') && by.length === 0,
      );
      expect(nameless).toEqual([]);
      const clamped = settings.objective.ratioClamp === 'both';
      const faults = verdicts.flatMap(({ by }, t) =>
        by.flatMap((gate) => {
          const sentence = reason(settings, of, t, gate, evaluation);
          const fault = faultOf(sentence, clamped);
          return fault === undefined ? [] : [`${gate}: ${fault}: ${sentence}`];
        }),
      );
      expect(faults).toEqual([]);
    }
  });
});

it('has compared numbers in these sentences', () => {
  expect(compared).toBeGreaterThan(1000);
});

describe('the table of gates', () => {
  it('has no gate that no method emits', () => {
    const emitted = new Set<string>(Object.values(FOUND));
    const { correction } = settingsWith({});
    for (const name of names) {
      const settings = settingsWith({ name }, { correction: { ...correction, token: 'reject' } });
      for (const gate of Object.keys(evaluated(settings, lensFacts(1, 1)).gates)) emitted.add(gate);
    }
    expect([...emitted].sort()).toEqual(Object.keys(gateKinds).sort());
  });

  it('refuses a gate that there is not', () => {
    const settings = settingsWith({});
    const of = lensFacts(1, 1);
    expect(() => reason(settings, of, 0, 'nobody', evaluated(settings, of))).toThrow('nobody');
  });
});

describe('the gates that the lens finds', () => {
  it('are those of the correction’s zeros: without it the token had a coefficient', () => {
    const { correction } = settingsWith({});
    const settings = settingsWith(
      { name: 'reinforce' },
      { correction: { ...correction, token: 'zero', ratio: 'total' } },
    );
    expect(needsOf(settings).behave).toBe(true);
    for (let seed = 0; seed < 10; seed++) {
      const of = lensFacts(seed, 2);
      const plain = evaluated(settingsWith({ name: 'reinforce' }), of);
      verdictsOf(settings, of, evaluated(settings, of)).forEach(({ by, coefficient }, t) => {
        const lost = plain.coefficients[t] !== 0 && coefficient === 0;
        if (plain.coefficients[t] !== 0) expect(by.includes('correction_zeroed')).toBe(lost);
      });
    }
  });
});
