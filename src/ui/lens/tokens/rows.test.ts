import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import { syntheticBatch, syntheticDefaults, VERDICTS } from '../../../learning/lens/index.ts';
import { BatchDesk } from '../thread/answerBatch.ts';
import type { BatchAnswer } from '../thread/protocol.ts';
import { evaluatedOf, numberOf, ownOf, tokensThatPass } from './rows.ts';

const settings = defaultExperiment();
const made = { ...syntheticDefaults, answers: 16, spread: 0.6 };
const methods = ['ppo', 'reinforce', 'spo'] as const;

function ask(desk = new BatchDesk()): BatchAnswer {
  return desk.batch({ kind: 'batch', key: 1, input: { kind: 'made', made, settings }, methods });
}

describe('the tokens of a batch', () => {
  it('are those of its minibatches, with what each method makes of them', () => {
    const answer = ask();
    const { facts } = syntheticBatch(made, settings).minibatches[0]!;
    expect(answer.tokens.mask).toHaveLength(facts.mask.length);
    expect(evaluatedOf(answer).map(({ method }) => method)).toEqual([...methods]);
    for (const { tally, verdicts } of evaluatedOf(answer)) {
      const dropped = verdicts.filter((verdict) => VERDICTS[verdict] === 'dropped').length;
      expect(dropped).toBe(tally.all.dropped);
    }
    const t = 11;
    const { answer: of, place, length } = answer.tokens;
    expect(place[t]).toBeLessThan(length[t]!);
    expect([of[0], place[0]]).toEqual([0, 0]);
  });

  it('are told by one token what they are told by all: verdict, coefficient, and who acted', () => {
    const desk = new BatchDesk();
    const answer = ask(desk);
    const own = ownOf(answer, 'ppo')!;
    const dropped = tokensThatPass(answer, 'dropped', 'ppo');
    expect(dropped.length).toBeGreaterThan(0);
    for (const token of [dropped[0]!, 0]) {
      const [ppo] = desk.token({ kind: 'token', key: 1, token, methods: ['ppo'] }).methods;
      expect(ppo).toMatchObject({
        verdict: VERDICTS[own.verdicts[token]!],
        coefficient: own.coefficients[token],
      });
    }
    const [ppo] = desk.token({ kind: 'token', key: 1, token: dropped[0]!, methods: ['ppo'] }).methods;
    expect(ppo).toMatchObject({ by: [{ sort: 'clip', sentence: expect.stringMatching(/\.$/) }] });
    expect(() => desk.token({ kind: 'token', key: 2, token: 0, methods: ['ppo'] })).toThrow('another batch');
  });

  it('pass a filter where methods push differently, or the marked one changes the push', () => {
    const answer = ask();
    const all = tokensThatPass(answer, 'all', 'ppo');
    const differ = tokensThatPass(answer, 'differ', 'ppo');
    const changed = tokensThatPass(answer, 'changed', 'ppo');
    expect(differ.length).toBeGreaterThan(0);
    expect(differ.length).toBeLessThan(all.length);
    const [ppo, reinforce, spo] = evaluatedOf(answer).map(({ coefficients }) => coefficients);
    for (const t of differ) {
      expect(new Set([ppo, reinforce, spo].map((c) => Math.sign(c![t]!))).size).toBeGreaterThan(1);
    }
    for (const t of changed) expect(ppo![t]).not.toBe(reinforce![t]);
  });

  it('are found by prompt, answer and place, in the last visit', () => {
    const { tokens } = ask();
    const named = {
      ...tokens,
      group: Float64Array.from(tokens.group, (_, i) => Math.floor(i / 2) % 4),
      member: Float64Array.from(tokens.member, (_, i) => i % 2),
    };
    const t = numberOf(named, { group: 1, member: 1, place: 2 });
    expect([named.answer[t], named.place[t]]).toEqual([11, 2]);
    expect(numberOf(named, { group: 9, member: 0, place: 0 })).toBe(-1);
  });
});
