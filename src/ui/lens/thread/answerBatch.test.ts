/** A batch of several minibatches, as a learner hands it over: every answer is of the minibatch that its token is in. */
import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import {
  evaluateBatch,
  FOUND,
  type LensBatch,
  syntheticBatch,
  syntheticDefaults,
  VERDICTS,
  verdictsOf,
  withMethod,
} from '../../../learning/lens/index.ts';
import { BatchDesk } from './answerBatch.ts';
import type { BatchQuestion } from './protocol.ts';

const settings = withMethod(defaultExperiment(), 'ppo');

/** Two minibatches of different sizes with what the learner said of them; the last token of each is masked. */
function trainedBatch(seed: number): LensBatch {
  const minibatches = [16, 8].map((answers, m) => {
    const made = { ...syntheticDefaults, answers, seed: seed + m, spread: 0.6 };
    const { facts } = syntheticBatch(made, settings).minibatches[0]!;
    const mask = facts.mask.map((counts, t) => (t === facts.mask.length - 1 ? 0 : counts));
    return { facts: { ...facts, mask } };
  });
  const evaluated = evaluateBatch({ settings, minibatches }, settings);
  if ('missing' in evaluated) throw new Error(evaluated.missing);
  return {
    settings,
    minibatches: minibatches.map((minibatch, m) => {
      const { coefficients, gates } = evaluated.minibatches[m]!;
      return { ...minibatch, trained: { coefficients, gates } };
    }),
  };
}

const batch = trainedBatch(1);
const sizes = batch.minibatches.map(({ facts }) => facts.mask.length);
const question = (key: number, of: LensBatch, oldest?: number): BatchQuestion => ({
  kind: 'batch',
  key,
  input: { kind: 'given', batch: of, ...(oldest !== undefined && { oldest }) },
  methods: ['ppo', 'cispo'],
});

describe('a batch of two minibatches', () => {
  it('has its tokens one after the other, each as its own minibatch has it', () => {
    const desk = new BatchDesk();
    const { methods, tokens, asLearner } = desk.batch(question(1, batch, 3));
    const total = sizes[0]! + sizes[1]!;
    expect(asLearner).toEqual({ same: total, of: total });
    expect([...new Set(tokens.answer)]).toEqual(Array.from({ length: 24 }, (_, i) => i));
    for (const entry of methods) {
      if ('missing' in entry) throw new Error(entry.missing);
      const own = withMethod(settings, entry.method);
      const evaluated = evaluateBatch(batch, own);
      if ('missing' in evaluated) throw new Error(evaluated.missing);
      const expected = batch.minibatches.flatMap(({ facts }, m) =>
        verdictsOf(own, facts, evaluated.minibatches[m]!, 3),
      );
      expect([...entry.coefficients]).toEqual(expected.map(({ coefficient }) => coefficient));
      expect(Array.from(entry.verdicts, (n) => VERDICTS[n])).toEqual(expected.map(({ verdict }) => verdict));
      for (const token of [0, sizes[0]! - 1, sizes[0]!, total - 1]) {
        const [told] = desk.token({ kind: 'token', key: 1, token, methods: [entry.method] }).methods;
        if (told === undefined || 'missing' in told) throw new Error('no verdict');
        const { verdict, coefficient, by } = expected[token]!;
        expect({ verdict: told.verdict, coefficient: told.coefficient }).toEqual({ verdict, coefficient });
        expect(told.by.map(({ gate }) => gate)).toEqual(by);
      }
    }
    expect(() => desk.token({ kind: 'token', key: 1, token: total, methods: ['ppo'] })).toThrow('no token');
  });

  it('names the staleness limit where it is known', () => {
    const last = batch.minibatches[1]!.facts;
    const age = last.staleness!.at(-1)!;
    const gate = (oldest: number | undefined) => {
      const desk = new BatchDesk();
      desk.batch(question(1, batch, oldest));
      const [told] = desk.token({
        kind: 'token',
        key: 1,
        token: sizes[0]! + sizes[1]! - 1,
        methods: ['ppo'],
      }).methods;
      return told && 'by' in told ? told.by[0]?.gate : undefined;
    };
    expect(gate(age - 1)).toBe(FOUND.overAge);
    expect(gate(age)).toBe(FOUND.leftOut);
    expect(gate(undefined)).toBe(FOUND.leftOut);
  });

  it('tells where the learner said something else, and gives way to another batch', () => {
    const desk = new BatchDesk();
    const first = desk.batch(question(1, batch)).methods[0]!;
    const other = trainedBatch(7);
    const { coefficients, gates } = other.minibatches[1]!.trained!;
    const changed: LensBatch = {
      ...other,
      minibatches: [
        other.minibatches[0]!,
        {
          ...other.minibatches[1]!,
          trained: {
            coefficients: coefficients.map((c, t) => (t === 2 ? c + 1 : c)),
            gates: { ...gates, clip_high: gates['clip_high']!.map((acts, t) => (t === 3 ? 1 - acts : acts)) },
          },
        },
      ],
    };
    const { asLearner, methods } = desk.batch(question(2, changed));
    expect(asLearner!.of - asLearner!.same).toBe(2);
    expect(methods[0]).not.toEqual(first);
    expect(() => desk.token({ kind: 'token', key: 1, token: 0, methods: ['ppo'] })).toThrow('another batch');
  });
});
