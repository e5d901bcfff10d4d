/** The inspector's rows, keys and words; the batches are made by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import { idleSession, sessionStore } from '../state/sessionStore.ts';
import { clearInspector, inspectorStore, select, setHeld, showBatches } from './inspectorStore.ts';
import { lookOf, strongestAdvantage } from './looks.ts';
import { step, type Press } from './moving.ts';
import { arrange, gatesAt, rowsOf, type Choice } from './rows.ts';
import { batchOf } from './testing.ts';
import { ratioText, sampleWords, signedText, tokenWords } from './words.ts';

const fresh = { logpBehave: -1, logpTheta: -1 };
const likelier = { logpBehave: -2, logpTheta: -1, staleness: 2 };
const rare = { logpBehave: -1, logpTheta: -4, staleness: 5, gate: 'clip_low' };
const masked = { logpBehave: NaN, logpTheta: 9, staleness: 9, mask: 0 } as const;

const older = batchOf(7, [
  { group: 3, member: 0, reward: 1, tokens: [fresh, likelier, fresh] },
  { group: 3, member: 1, reward: 0, tokens: [fresh, rare] },
]);
const newer = batchOf(8, [
  { group: 4, member: 0, reward: 0.5, tokens: [fresh, masked] },
  { group: 4, member: 1, reward: 0, tokens: [masked] },
]);
const rows = rowsOf([newer, older]);
const ids = (choice: Partial<Choice>) =>
  arrange(rows, { sort: 'newest', filter: 'all', group: undefined, ...choice }).map(({ key }) => key);

describe('rows', () => {
  test('say what their tokens amount to, and masked ones do not count', () => {
    expect(rows.map(({ key, oldest, cut, length }) => [key, oldest, cut, length])).toEqual([
      ['8 32', 0, 0, 2],
      ['8 33', 0, 0, 1],
      ['7 24', 2, 0, 3],
      ['7 25', 5, 1, 2],
    ]);
    expect(rows[2]!.ratio).toBeCloseTo(Math.E, 12);
    expect(rows[3]!.ratio).toBeCloseTo(Math.exp(-3), 12);
    expect(rows[1]!.ratio).toBeNaN();
  });

  test('are sorted by what is farthest, numbers that are none last', () => {
    expect(ids({ sort: 'ratio' })).toEqual(['7 25', '7 24', '8 32', '8 33']);
    expect(ids({ sort: 'oldest' })).toEqual(['7 25', '7 24', '8 32', '8 33']);
    expect(ids({ sort: 'reward' })).toEqual(['7 24', '8 32', '8 33', '7 25']);
    expect(ids({ sort: 'length' })).toEqual(['7 24', '8 32', '7 25', '8 33']);
    expect(ids({ sort: 'newest' })).toEqual(['8 32', '8 33', '7 24', '7 25']);
  });

  test('are filtered by reward, clip and prompt', () => {
    expect(ids({ filter: 'cut' })).toEqual(['7 25']);
    expect(ids({ filter: 'right' })).toEqual(['7 24']);
    expect(ids({ filter: 'wrong' })).toEqual(['8 33', '7 25']);
    expect(ids({ group: 3, sort: 'reward' })).toEqual(['7 24', '7 25']);
  });
});

describe('keys', () => {
  const press = (key: string, more: Partial<Press> = {}): Press => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  const go = (key: string, at: number, token: number, more?: Partial<Press>) =>
    step(press(key, more), rows, at, token);

  test('go over tokens and samples, and stay inside', () => {
    expect(go('ArrowDown', -1, -1)).toEqual({ index: 0, token: -1 });
    expect(go('ArrowDown', 0, 1)).toEqual({ index: 1, token: 0 });
    expect(go('ArrowRight', 2, 2)).toEqual({ index: 2, token: 2 });
    expect(go('ArrowLeft', 2, 0)).toEqual({ index: 2, token: -1 });
    expect(go('ArrowLeft', 2, -1)).toEqual({ index: 2, token: -1 });
    expect(go('ArrowUp', 0, 0)).toEqual({ index: 0, token: 0 });
    expect(go('PageDown', 0, 1)).toEqual({ index: 3, token: 1 });
    expect(go('End', 2, 0)).toEqual({ index: 2, token: 2 });
    expect(go('End', 0, 0, { ctrlKey: true })).toEqual({ index: 3, token: 1 });
    expect(go('Home', 3, 1, { metaKey: true })).toEqual({ index: 0, token: -1 });
  });

  test('other keys are left to the page', () => {
    expect(go('i', 0, 0)).toBeUndefined();
    expect(go('ArrowDown', 0, 0, { altKey: true })).toBeUndefined();
    expect(step(press('ArrowDown'), [], -1, -1)).toBeUndefined();
  });
});

describe('looks', () => {
  test('always say their value beside the colour', () => {
    const at = older.offsets[1]! + 1;
    expect(lookOf(older, at, 'staleness', 1).value).toBe('5');
    expect(lookOf(older, at, 'ratio', 1)).toMatchObject({
      value: '0.050',
      colour: expect.stringContaining('--negative'),
    });
    expect(lookOf(older, 1, 'ratio', 1)).toMatchObject({
      value: '2.72',
      colour: expect.stringContaining('--positive'),
    });
    expect(lookOf(older, at, 'clip', 1)).toEqual({ value: '↓ cut', colour: 'var(--warn)' });
    expect(lookOf(older, 0, 'clip', 1).colour).toBeUndefined();
    expect(lookOf(older, 0, 'advantage', 1)).toMatchObject({ value: '+1.0' });
    expect(lookOf(newer, 1, 'ratio', 1)).toEqual({ colour: undefined, value: '' });
    expect(strongestAdvantage([older, newer])).toBe(1);
  });
});

describe('words', () => {
  test('numbers are short and true to their sign', () => {
    expect([0.0012, 0.25, 1.239, 12.34, 485165195, NaN].map(ratioText)).toEqual([
      '0.0012',
      '0.25',
      '1.24',
      '12.3',
      '485165195',
      '–',
    ]);
    expect([0.5, -1.25, 0, NaN].map((value) => signedText(value))).toEqual(['+0.50', '−1.25', '0', '–']);
  });

  test('samples and tokens in a sentence', () => {
    expect(sampleWords(rows[3]!)).toBe(
      'Prompt 3, answer 2, update 7: reward 0, oldest token 5 versions behind, ratio furthest from 1: 0.050, 1 token clipped.',
    );
    expect(tokenWords(older, '4', 4, 'token 2 of 2')).toBe(
      '4, token 2 of 2: ratio 0.050, 5 versions behind, advantage +1.00, ↓ cut.',
    );
    expect(gatesAt(older, 4)).toEqual(['clip_low']);
  });
});

describe('the store', () => {
  beforeEach(() => {
    sessionStore.setState(idleSession);
    clearInspector();
  });

  test('keeps what is held, and what there was when nothing comes', () => {
    showBatches([older]);
    select({ row: '7 24', token: 1 });
    showBatches([newer]);
    expect(inspectorStore.getState()).toMatchObject({ batches: [older], held: true });
    setHeld(false);
    inspectorStore.setState({ pointed: true });
    showBatches([newer]);
    expect(inspectorStore.getState().batches).toEqual([older]);
    inspectorStore.setState({ pointed: false });
    showBatches([]);
    expect(inspectorStore.getState()).toMatchObject({ batches: [older], held: false, selected: undefined });
    showBatches([newer]);
    expect(inspectorStore.getState().batches).toEqual([newer]);
  });
});
