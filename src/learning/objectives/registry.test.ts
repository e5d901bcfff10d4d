/** What the registry says of every method: that it is complete, and true. */
import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { checkRules } from '../../experiment/schema.ts';
import { names, pack, randomFacts, settingsWith, without } from '../testing/facts.ts';
import type { Facts, Needs } from './contract.ts';
import { clipsRatio, evaluateObjective, needsOf, objectives } from './index.ts';

describe('the registry', () => {
  it('names every method by its own key, with its story', () => {
    for (const [key, objective] of Object.entries(objectives)) {
      expect(objective.name).toBe(key);
      for (const text of [
        objective.title,
        objective.formula,
        objective.paper,
        objective.source,
        objective.words,
      ]) {
        expect(text.length).toBeGreaterThan(2);
      }
    }
  });

  it('says what must be computed, and names what is missing', () => {
    expect(needsOf(settingsWith({ name: 'decoupled-ppo', entropyBonus: 0.01 }))).toEqual({
      behave: true,
      prox: 'recompute',
      distributions: true,
    });
    expect(needsOf(settingsWith({ name: 'ppo' }))).toEqual({ behave: true });
    const facts = without(pack([[{ theta: -1, A: 1 }]]), 'logpProx');
    expect(() => evaluateObjective(facts, settingsWith({ name: 'ppo-recompute' }))).toThrow('logpProx');
    expect(() => evaluateObjective(facts, settingsWith({ entropyBonus: 0.1 }))).toThrow('distributions');
  });

  it.each(names)('%s reads no fact that it does not declare, and no group but its own', (name) => {
    for (let seed = 0; seed < 5; seed++) {
      const settings = settingsWith({ name });
      const declared = only(randomFacts(seed, 'mixed', 1), needsOf(settings));
      const own = objectives[name].group;
      const readable = new Set<string | symbol>(['objective', 'correction', 'kl', ...(own ? [own] : [])]);
      const guarded = new Proxy(settings, {
        get(target, key, receiver) {
          if (!readable.has(key)) throw new Error(`${name} reads the settings of ${String(key)}`);
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      expect(() => evaluateObjective(declared, guarded)).not.toThrow();
    }
  });

  it.each(names)('%s says whether it clips, and of those that need a value head knows the rule', (name) => {
    const settings = settingsWith({ name });
    const { gates } = evaluateObjective(randomFacts(1, 'mixed', 1), settings);
    expect('clip_high' in gates && 'clip_low' in gates).toBe(clipsRatio(objectives[name]));
    const experiment = { ...defaultExperiment(), ...settings };
    const broken = checkRules(experiment).map(({ field }) => field);
    expect(broken).toEqual(needsOf(settings).values ? ['objective.name'] : []);
  });

  it.each(names)('%s says what is uncertain where its formula was not read at the source', (name) => {
    const { status, caveat } = objectives[name];
    if (status !== 'CONFIRMED' && status !== 'STANDARD') expect(caveat).toMatch(/\.$/);
  });

  it('has no two methods that make the same of every batch', () => {
    const batches = Array.from({ length: 10 }, (_, seed) => randomFacts(seed, 'mixed', 1));
    const seen = new Map<string, string>();
    for (const name of names) {
      const settings = settingsWith({ name, rejectedTokens: 'drop', aggregation: 'token-mean' });
      const results = batches.map((batch) => {
        const facts = anchored(tokenwise(batch), needsOf(settings).prox);
        const { loss, gradient, logitRows, valueGradient } = evaluateObjective(facts, settings);
        return [loss, ...gradient, ...(logitRows ?? []), ...(valueGradient ?? [])];
      });
      const key = JSON.stringify(results);
      expect(seen.get(key), name).toBeUndefined();
      seen.set(key, name);
    }
  });
});

/** Advantages that differ within an answer, as some methods look at the token's and some at the answer's. */
function tokenwise(facts: Facts): Facts {
  return { ...facts, advantage: facts.advantage.map((A, t) => A + (t % 2 === 0 ? 0.3 : -0.3)) };
}

/** Averaged weights and those of the token's own version are not those at the start of the update. */
function anchored(facts: Facts, prox: Needs['prox']): Facts {
  const shift = prox === 'averaged' ? 0.01 : prox === 'old' ? 0.02 : 0;
  return { ...facts, logpProx: facts.logpProx!.map((logp) => logp - shift) };
}

/** What `needs` does not name throws when it is read. */
function only(facts: Facts, needs: Needs): Facts {
  const allowed = new Set<keyof Facts>(['offsets', 'mask', 'logpTheta', 'advantage', 'maxLength']);
  const declare = (on: unknown, ...names: (keyof Facts)[]): void => {
    if (on) for (const name of names) allowed.add(name);
  };
  declare(needs.behave, 'logpBehave');
  declare(needs.prox, 'logpProx');
  declare(needs.old, 'logpOld');
  declare(needs.reference, 'logpRef');
  declare(needs.distributions || needs.behaveDistributions, 'distributions');
  declare(needs.values, 'values', 'valuesOld', 'rewards');
  declare(needs.sequenceRewards, 'sequenceRewards', 'groups');
  declare(needs.entropy, 'entropy');
  declare(needs.entropyHistory, 'entropyHistory');
  declare(needs.staleness, 'staleness');
  declare(needs.seed, 'seed');
  return new Proxy(facts, {
    get(target, key, receiver) {
      if (!allowed.has(key as keyof Facts)) throw new Error(`reads ${String(key)}, which is not declared`);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}
