/** The command's reading of facts and settings, and its numbers against a value worked out by hand. */
import { describe, expect, it } from 'vitest';
import { evaluateObjective, needsOf, objectives } from '../learning/objectives/index.ts';
import { UsageError } from './command.ts';
import { catalogue } from './objectives/catalogue.ts';
import { readFacts } from './objectives/facts.ts';
import { readSettings } from './objectives/settings.ts';

const ln = Math.log;

/** Two answers; the masked token holds what must not leak. */
const text = JSON.stringify({
  sequences: [
    {
      logp_theta: [ln(0.55), ln(0.75), 9],
      logp_behave: [ln(0.5), ln(0.5), null],
      mask: [1, 1, 0],
      advantages: [2, 1, 7],
      reward: 1,
      group: 0,
    },
    { logp_theta: [ln(0.25)], logp_behave: [ln(0.5)], advantages: [-3], reward: 0, group: 0 },
  ],
  max_length: 4,
});

describe('facts', () => {
  it('give what the method needs, and its numbers', () => {
    const settings = readSettings('ppo', '{"clipHigh": 0.28}', undefined);
    const { facts, split } = readFacts(text, needsOf(settings), undefined);
    const { loss, gradient } = evaluateObjective(facts, settings);
    // ρ = 1.1 inside: −2.2 · ρ = 1.5 clipped at 1.28: −1.28 · ρ = 0.5, A = −3, clipped at 0.8: 2.4
    expect(loss).toBeCloseTo((-2.2 - 1.28 + 2.4) / 3, 12);
    const [first, second] = split(gradient);
    expect(first![0]).toBeCloseTo(-2.2 / 3, 12);
    expect(first!.slice(1)).toEqual([0, 0]);
    expect(second).toEqual([0]);
  });

  it('take advantages from rewards within groups', () => {
    const settings = readSettings('reinforce', undefined, 'sum');
    const { facts } = readFacts(text, needsOf(settings), 'rloo');
    // Leave one out of two: 1 − 0 and 0 − 1.
    expect(Array.from(facts.advantage)).toEqual([1, 1, 1, -1]);
  });

  it('read null as −∞ in log-probabilities, and refuse it elsewhere', () => {
    const settings = readSettings('ppo', undefined, undefined);
    const zero = '{"sequences":[{"logp_theta":[-1],"logp_behave":[null],"advantages":[1]}]}';
    expect(readFacts(zero, needsOf(settings), undefined).facts.logpBehave![0]).toBe(-Infinity);
    const missing = '{"sequences":[{"logp_theta":[-1],"logp_behave":[-1],"advantages":[null]}]}';
    expect(() => readFacts(missing, needsOf(settings), undefined)).toThrow('advantages holds null');
  });

  it.each([
    ['{', 'no JSON'],
    ['{"sequences":[{"logp_theta":[-1],"advantages":[1]}]}', 'Sequence 0 needs "logp_behave"'],
    ['{"sequences":[{"logp_theta":[-1],"logp_behave":[-1,-2],"advantages":[1]}]}', 'logp_behave has 2'],
    ['{"sequences":[{"logp_theta":[-1],"logp_behave":[-1]}]}', 'needs "advantages"'],
    ['{"sequences":[{"logp_theta":[0.5],"logp_behave":[-1],"advantages":[1]}]}', 'at most 0'],
    ['{"sequences":[{"logp":[-1]}]}', 'sequences.0'],
  ])('refuse %s in words', (broken, words) => {
    const needs = needsOf(readSettings('ppo', undefined, undefined));
    const read = () => readFacts(broken, needs, undefined);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(words);
  });
});

describe('settings', () => {
  it('are the method’s own before the shared ones, and corrections by name', () => {
    const settings = readSettings('gspo', '{"clipLow": 0.1, "correction": {"token": "truncate"}}', undefined);
    expect(settings.gspo.clipLow).toBe(0.1);
    expect(settings.objective.clipLow).toBe(0.2);
    expect(settings.correction.token).toBe('truncate');
    expect(settings.objective.aggregation).toBe('as-published');
  });

  it.each([
    ['nothing', undefined, undefined, 'no objective'],
    ['ppo', '{"cap": 1}', undefined, 'no setting "cap"'],
    ['ppo', '{"clipLow": -1}', undefined, 'between 0 and 1'],
    ['ppo', '[1]', undefined, 'must be an object'],
    ['ppo', undefined, 'median', 'must be one of'],
    ['ppo', '{"kl": {"beta": 1}}', undefined, 'no setting "kl.beta"'],
  ])('refuse %s %s %s in words', (method, json, aggregation, words) => {
    expect(() => readSettings(method, json, aggregation)).toThrow(words);
  });
});

describe('the catalogue', () => {
  it('names every objective once, with a status, a source and the defaults of its settings', () => {
    const list = catalogue();
    expect(new Set(list.map(({ name }) => name)).size).toBe(Object.keys(objectives).length);
    expect(list.length).toBeGreaterThanOrEqual(40);
    for (const { status, paper, source, settings } of list) {
      expect(['CONFIRMED', 'CONFIRMED-2ND', 'RECONSTRUCTED', 'STANDARD']).toContain(status);
      expect(paper.length).toBeGreaterThan(8);
      expect(source).toMatch(/^objectives\.md §\d/);
      for (const schema of Object.values(settings)) expect(schema.default).toBeDefined();
    }
  });
});
