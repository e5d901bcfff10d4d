import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { experimentArbitrary } from './arbitraries.ts';
import { defaultExperiment } from './defaults.ts';
import { decodeFile, encodeFile } from './file.ts';
import { fields, get } from './fields.ts';
import { presetExperiment } from './presets/index.ts';
import { checkRules, parseExperiment } from './schema.ts';

function problemsOf(input: unknown): Record<string, string> {
  const result = parseExperiment(input);
  return result.ok ? {} : Object.fromEntries(result.problems.map(({ field, message }) => [field, message]));
}

describe('parseExperiment', () => {
  it('takes the defaults, and any valid experiment, as they are', () => {
    expect(parseExperiment(defaultExperiment())).toEqual({
      ok: true,
      experiment: defaultExperiment(),
      notes: [],
    });
    fc.assert(
      fc.property(experimentArbitrary(), (experiment) => {
        expect(parseExperiment(structuredClone(experiment))).toEqual({ ok: true, experiment, notes: [] });
        expect(checkRules(experiment)).toEqual([]);
      }),
    );
  });

  it('fills in what is missing from the named preset', () => {
    const result = parseExperiment({ schema: 1, preset: 'tiny-v1', schedule: { maxStaleness: 5 } });
    const tiny = presetExperiment('tiny-v1');
    expect(result).toMatchObject({
      ok: true,
      experiment: { ...tiny, schedule: { ...tiny.schedule, maxStaleness: 5 } },
    });
  });

  it('refuses what is no experiment', () => {
    for (const input of [undefined, null, 3, 'x', [], [1], new Map(), () => 1, new Date(0)])
      expect(problemsOf(input)).toHaveProperty('');
    expect(problemsOf({})).toHaveProperty('schema');
  });

  it('refuses NaN, infinities, texts and nesting in place of values, naming each field', () => {
    const problems = problemsOf({
      schema: 1,
      optimiser: { learningRate: NaN, epochs: '2', minibatches: [1] },
      schedule: { maxStaleness: Infinity, refund: 1, exactLag: { valueOf: 3 } },
      rollout: null,
      run: [],
    });
    expect(problems).toEqual({
      'optimiser.learningRate':
        'Learning rate (optimiser.learningRate) must be a number between 0.000001 and 0.1; got NaN.',
      'optimiser.epochs':
        'Epochs per batch (optimiser.epochs) must be a whole number between 1 and 8; got "2".',
      'optimiser.minibatches':
        'Minibatches (optimiser.minibatches) must be a whole number between 1 and 16; got a list.',
      'schedule.maxStaleness':
        'Max staleness (schedule.maxStaleness) must be a whole number between 0 and 64; got Infinity.',
      'schedule.refund': 'Refund dropped samples (schedule.refund) must be on or off; got 1.',
      'schedule.exactLag':
        'Exact lag (schedule.exactLag) must be a whole number between 0 and 256; got an object.',
      rollout: 'The group "rollout" must be an object with settings; got null.',
      run: 'The group "run" must be an object with settings; got a list.',
    });
  });

  it('refuses keys that would reach the prototype', () => {
    const input: unknown = JSON.parse(
      '{"schema":1,"__proto__":{"a":1},"constructor":3,"task":{"__proto__":{"digits":2}}}',
    );
    expect(Object.keys(problemsOf(input)).toSorted()).toEqual(['__proto__', 'constructor', 'task.__proto__']);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('never throws and never returns an invalid experiment', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true }),
        fc.anything(),
        fc.constantFrom(...fields),
        (whole, value, { group, key, setting }) => {
          parseExperiment(whole);
          const result = parseExperiment({ schema: 1, [group]: { [key]: value } });
          if (!result.ok) return;
          const accepted = get(result.experiment, `${group}.${key}` as (typeof fields)[number]['field']);
          if (setting.kind === 'number') {
            expect(accepted).toBeGreaterThanOrEqual(setting.min);
            expect(accepted).toBeLessThanOrEqual(setting.max);
          }
        },
      ),
      { numRuns: 1000, seed: 3 },
    );
  });

  it('turns −0 into 0', () => {
    const result = parseExperiment({ schema: 1, objective: { entropyBonus: -0 } });
    expect(result.ok && result.experiment.objective.entropyBonus).toBe(0);
  });
});

describe('rules between settings', () => {
  it('heads must divide the width of a transformer, but not of an MLP', () => {
    expect(problemsOf({ schema: 1, policy: { heads: 3, width: 32 } })).toHaveProperty(['policy.heads']);
    expect(problemsOf({ schema: 1, policy: { heads: 3, width: 48 } })).toEqual({});
    expect(problemsOf({ schema: 1, policy: { heads: 3, width: 32, architecture: 'mlp' } })).toEqual({});
  });

  it('a batch has at least one sample for every minibatch', () => {
    const schedule = { batchGroups: 2, groupSize: 4 };
    expect(problemsOf({ schema: 1, schedule, optimiser: { minibatches: 9 } })).toHaveProperty([
      'optimiser.minibatches',
    ]);
    expect(problemsOf({ schema: 1, schedule, optimiser: { minibatches: 8 } })).toEqual({});
  });
});

describe('files', () => {
  it('round-trip, with every setting written out', () => {
    fc.assert(
      fc.property(experimentArbitrary(), (experiment) => {
        expect(decodeFile(encodeFile(experiment))).toEqual({ ok: true, experiment, notes: [] });
      }),
    );
    const written = encodeFile(defaultExperiment());
    for (const { key } of fields) expect(written).toContain(`"${key}": `);
  });

  it('are refused with a message when broken', () => {
    for (const text of ['', '{', '[]', 'null', '{"schema":1,"x":1}', '"' + 'x'.repeat(2e6) + '"', '\u0000'])
      expect(decodeFile(text)).toMatchObject({ ok: false });
    const text = encodeFile(defaultExperiment());
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ unit: 'binary', maxLength: 3 }), (at, inserted) => {
        const result = decodeFile(text.slice(0, at) + inserted + text.slice(at + 1));
        if (!result.ok) expect(result.problems[0]!.message).toMatch(/\.$/);
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});
