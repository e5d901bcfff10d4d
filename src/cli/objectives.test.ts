/** The command's reading of facts and settings, and its numbers against a value worked out by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recipes } from '../experiment/recipes/index.ts';
import { settings as tables } from '../experiment/settings/index.ts';
import { advantages } from '../learning/advantages/index.ts';
import { evaluateObjective, needsOf, objectives } from '../learning/objectives/index.ts';
import { UsageError } from './command.ts';
import { catalogue } from './objectives/catalogue.ts';
import { readFacts } from './objectives/facts.ts';
import { readRequest } from './objectives/settings.ts';

const ln = Math.log;

/** A request and the facts that it reads. */
function read(method: string, facts: string, options: { json?: string; advantage?: string } = {}) {
  const { settings, wish } = readRequest({ method, ...options });
  return { settings, ...readFacts(facts, needsOf(settings), wish) };
}

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
    const { settings, facts, split } = read('ppo', text, { json: '{"clipHigh": 0.28}' });
    const { loss, gradient } = evaluateObjective(facts, settings);
    // ρ = 1.1 inside: −2.2 · ρ = 1.5 clipped at 1.28: −1.28 · ρ = 0.5, A = −3, clipped at 0.8: 2.4
    expect(loss).toBeCloseTo((-2.2 - 1.28 + 2.4) / 3, 12);
    const [first, second] = split(gradient);
    expect(first![0]).toBeCloseTo(-2.2 / 3, 12);
    expect(first!.slice(1)).toEqual([0, 0]);
    expect(second).toEqual([0]);
  });

  it('take advantages from rewards within groups', () => {
    const { facts } = read('reinforce', text, { advantage: 'rloo' });
    // Leave one out of two: 1 − 0 and 0 − 1; nothing where masked.
    expect(Array.from(facts.advantage)).toEqual([1, 1, 0, -1]);
  });

  it('divide by the std with the library’s ε, from the nested settings', () => {
    const json = '{"advantage": {"stdEpsilon": "trl"}}';
    const { facts } = read('reinforce', text, { json, advantage: 'group-std' });
    // Rewards 1 and 0: mean ½, unbiased std √½.
    expect(facts.advantage[0]).toBeCloseTo(0.5 / (Math.SQRT1_2 + 1e-4), 14);
  });

  it('take a recipe’s estimator only where advantages are not given', () => {
    expect(Array.from(read('dr-grpo', text).facts.advantage)).toEqual([2, 1, 0, -3]);
    const rewards = text.replaceAll(/"advantages":\[[^\]]*\],/g, '');
    expect(Array.from(read('dr-grpo', rewards).facts.advantage)).toEqual([0.5, 0.5, 0, -0.5]);
    expect(() => read('ppo', rewards)).toThrow('needs "advantages"');
  });

  it('take a penalty from the reward before the baseline, by the reference', () => {
    const rewards = JSON.stringify({
      sequences: [
        { logp_theta: [ln(0.4), ln(0.2)], logp_ref: [ln(0.2), ln(0.2)], reward: 1, group: 0 },
        { logp_theta: [ln(0.2)], logp_ref: [ln(0.4)], reward: 0, group: 0 },
      ],
    });
    const { facts } = read('rloo', rewards);
    // R − 0.05·Σ k1: 1 − 0.05 ln 2 and 0 + 0.05 ln 2, each less the other.
    expect(facts.advantage[0]).toBeCloseTo(1 - 0.1 * ln(2), 14);
    expect(facts.advantage[2]).toBeCloseTo(-1 + 0.1 * ln(2), 14);
    expect(() => read('rloo', rewards.replaceAll('logp_ref', 'logp_old'))).toThrow('needs "logp_ref"');
  });

  it('weight the optimal baseline by what the answers have moved so far', () => {
    const sequence = (p: number, reward: number) => ({
      logp_theta: [ln(p)],
      probs_theta: [[p, 1 - p]],
      reward,
      group: 0,
    });
    const facts = JSON.stringify({ sequences: [sequence(0.5, 1), sequence(0.9, 0)] });
    const { advantage } = read('reinforce', facts, { advantage: 'optimal-token' }).facts;
    // W = 1 − 2p + p² + (1−p)²: 0.5 and 0.02. B = 0.5·1/0.52.
    expect(advantage[0]).toBeCloseTo(1 - 0.5 / 0.52, 14);
    expect(advantage[1]).toBeCloseTo(-0.5 / 0.52, 14);
    const without = facts.replaceAll('probs_theta', 'probs_behave');
    expect(() => read('reinforce', without, { advantage: 'optimal-token' })).toThrow('probs_theta');
  });

  it('read null as −∞ in log-probabilities, and refuse it elsewhere', () => {
    const zero = '{"sequences":[{"logp_theta":[-1],"logp_behave":[null],"advantages":[1]}]}';
    expect(read('ppo', zero).facts.logpBehave![0]).toBe(-Infinity);
    const missing = '{"sequences":[{"logp_theta":[-1],"logp_behave":[-1],"advantages":[null]}]}';
    expect(() => read('ppo', missing)).toThrow('Sequence 0, token 0: advantages holds null');
    const half = '{"sequences":[{"logp_theta":[-1],"logp_behave":[-1],"advantages":[1],"staleness":[0.5]}]}';
    expect(() => read('a3po', half)).toThrow('versions are whole numbers');
  });

  it('are not read at masked positions, whatever stands there', () => {
    const sequence = {
      logp_theta: [ln(0.5), 7],
      logp_behave: [ln(0.5), null],
      probs_theta: [[0.5, 0.5], [9]],
      probs_behave: [[0.5, null], []],
      staleness: [0, 0.5],
      advantages: [1, null],
      mask: [true, false],
    };
    const facts = JSON.stringify({ sequences: [{ ...sequence, probs_behave: [[0.5, 0.5], []] }] });
    const { mask, distributions } = read('dppo-full-tv', facts).facts;
    expect(Array.from(mask)).toEqual([1, 0]);
    expect(Array.from(distributions!.logpTheta)).toEqual([ln(0.5), ln(0.5), 0, 0]);
    const broken = JSON.stringify({ sequences: [sequence] });
    expect(() => read('dppo-full-tv', broken)).toThrow('row 0 of probs_behave is no distribution');
  });

  it('of no sequence at all are a loss of 0', () => {
    const { settings, facts } = read('ppo', '{"sequences":[]}');
    expect(evaluateObjective(facts, settings)).toMatchObject({ loss: 0 });
  });

  it.each([
    ['{', 'no JSON'],
    ['{"sequences":[{"logp_theta":[-1],"advantages":[1]}]}', 'Sequence 0 needs "logp_behave"'],
    ['{"sequences":[{"logp_theta":[-1],"logp_behave":[-1,-2],"advantages":[1]}]}', 'logp_behave has 2'],
    ['{"sequences":[{"logp_theta":[-1],"logp_behave":[-1]}]}', 'needs "advantages"'],
    ['{"sequences":[{"logp_theta":[0.5],"logp_behave":[-1],"advantages":[1]}]}', 'at most 0'],
    ['{"sequences":[{"logp":[-1]}]}', 'sequences.0'],
    ['[]', 'the top'],
    ['{"sequences":[{"logp_theta":["a"]}]}', 'logp_theta.0: must be a number or null'],
    ['{"sequences":[{"logp_theta":[-1],"mask":[2]}]}', 'mask.0: must be 0, 1, true or false'],
    ['{"sequences":[],"max_length":-1}', 'max_length'],
  ])('refuse %s in words', (broken, words) => {
    const reading = () => read('ppo', broken);
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(words);
  });
});

describe('settings', () => {
  it('are the method’s own before the shared ones, and corrections by name', () => {
    const json = '{"clipLow": 0.1, "correction": {"token": "truncate"}}';
    const { settings } = readRequest({ method: 'gspo', json });
    expect(settings.gspo.clipLow).toBe(0.1);
    expect(settings.objective.clipLow).toBe(0.2);
    expect(settings.correction.token).toBe('truncate');
    expect(settings.objective.aggregation).toBe('as-published');
  });

  it('are a recipe’s where one is named, and can still be changed', () => {
    const { settings, recipe } = readRequest({ method: 'dapo', json: '{"clipHigh": 0.3}' });
    expect(recipe?.method).toBe('ppo');
    expect(settings.objective).toMatchObject({ name: 'ppo', aggregation: 'token-mean', clipHigh: 0.3 });
    const { objective } = readRequest({ method: 'dr-grpo', aggregation: 'sum' }).settings;
    expect(objective.aggregation).toBe('sum');
  });

  it.each([
    ['nothing', undefined, undefined, 'no objective or recipe'],
    ['ppo', '{"cap": 1}', undefined, 'no setting "cap"'],
    ['ppo', '{"clipLow": -1}', undefined, 'between 0 and 1'],
    ['ppo', '[1]', undefined, 'must be an object'],
    ['ppo', undefined, 'median', 'must be one of'],
    ['ppo', '{"kl": {"beta": 1}}', undefined, 'no setting "kl.beta"'],
    ['ppo', '{"advantage": {"truncated": "mask"}}', undefined, 'no setting "advantage.truncated"'],
    ['sapo', '{"clipLow": 0.1}', undefined, 'no setting "clipLow"'],
  ])('refuse %s %s %s in words', (method, json, aggregation, words) => {
    const options = { method, ...(json !== undefined && { json }), ...(aggregation && { aggregation }) };
    expect(() => readRequest(options)).toThrow(words);
  });
});

describe('the catalogue', () => {
  const list = catalogue();

  it('names every objective and recipe once, with a status and a source', () => {
    const names = [...Object.keys(objectives), ...recipes.map(({ name }) => name)];
    expect(list.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { status, paper, source } of list) {
      expect(['CONFIRMED', 'CONFIRMED-2ND', 'RECONSTRUCTED', 'STANDARD']).toContain(status);
      expect(paper.length).toBeGreaterThan(8);
      expect(source).toMatch(/^objectives\.md §\d/);
    }
  });

  it('names what each objective reads: with exactly that it can be evaluated', () => {
    const every: Record<string, unknown> = {
      logp_theta: [-1],
      advantages: [1],
      logp_prox: [-1],
      logp_behave: [-1],
      logp_old: [-1],
      logp_ref: [-1],
      staleness: [0],
      values: [0],
      rewards: [1],
      reward: 1,
      entropy: [1],
      probs_theta: [[0.5, 0.5]],
      probs_behave: [[0.5, 0.5]],
    };
    const beside: Record<string, unknown> = { entropy_history: [1], seed: 1 };
    const pick = (from: Record<string, unknown>, names: readonly string[]) =>
      Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
    for (const entry of list) {
      if (!('needs' in entry)) continue;
      const { name, needs } = entry;
      const facts = JSON.stringify({ sequences: [pick(every, needs)], ...pick(beside, needs) });
      const { settings, facts: packed } = read(name, facts);
      expect(Number.isFinite(evaluateObjective(packed, settings).loss), name).toBe(true);
    }
  });

  it('is in the README: every objective by its name, and every fact, mode and estimator', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const needed = list.flatMap((entry) => ('needs' in entry ? entry.needs : []));
    const modes = tables.objective.aggregation.options.map(({ value }) => value);
    const words = [...Object.keys(objectives), ...needed, ...modes, ...Object.keys(advantages)];
    const missing = words.filter((word) => word !== 'as-published' && !readme.includes(`\`${word}\``));
    expect(missing).toEqual([]);
  });

  it('gives objectives the defaults of their settings, and recipes what they set', () => {
    const methods = list.filter((entry) => 'settings' in entry);
    expect(methods.length).toBeGreaterThanOrEqual(40);
    for (const { settings } of methods) {
      for (const schema of Object.values(settings)) expect(schema.default).toBeDefined();
    }
    const needs = (wanted: string) => methods.find(({ name }) => name === wanted)!.needs;
    expect(needs('decoupled-ppo')).toEqual(['logp_theta', 'advantages', 'logp_prox', 'logp_behave']);
    expect(needs('a2c')).toEqual(['logp_theta', 'values', 'rewards']);
    expect(list.find(({ name }) => name === 'dapo')).toMatchObject({
      recipe_of: 'ppo',
      layer: { objective: { clipHigh: 0.28 }, schedule: { filter: 'exact' } },
    });
  });
});
