import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../experiment/settings/index.ts';
import { defaultChoices } from '../charts/view/choices.ts';
import { capabilityNotes } from '../capabilities/capabilities.ts';
import { resolveTheme } from '../theme/theme.ts';
import { formatNumber, wordsFor } from './fields.ts';
import { nextTheme, readPreferences, themeChoices } from './preferences.ts';
import { dismissProblem, idleSession, reportProblem, sessionStore } from './sessionStore.ts';

describe('preferences', () => {
  it('are read back, and anything broken falls back', () => {
    const stored = (text: string | null) => readPreferences({ getItem: () => text });
    expect(stored('{"theme":"dark","openGroups":["run"]}')).toEqual({
      theme: 'dark',
      openGroups: ['run'],
      plainKeys: true,
      charts: defaultChoices,
    });
    expect(stored('{"plainKeys":false}').plainKeys).toBe(false);
    expect(stored('{"charts":{"axis":"seconds"}}').charts.axis).toBe('seconds');
    for (const text of [null, '', '{', '[]', 'null', '{"theme":"pink","openGroups":[1],"plainKeys":0}']) {
      expect(stored(text)).toEqual({
        theme: 'system',
        openGroups: [],
        plainKeys: true,
        charts: defaultChoices,
      });
    }
    expect(readPreferences(undefined).theme).toBe('system');
    const forbidden = {
      getItem: () => {
        throw new Error('SecurityError');
      },
    };
    expect(readPreferences(forbidden).theme).toBe('system');
  });

  it('themes go round, and the system decides where it is asked', () => {
    expect(themeChoices.map(nextTheme)).toEqual(['light', 'dark', 'projector', 'system']);
    expect([resolveTheme('system', true), resolveTheme('light', true), resolveTheme('dark', false)]).toEqual([
      'dark',
      'light',
      'dark',
    ]);
  });
});

describe('problems', () => {
  beforeEach(() => sessionStore.setState(idleSession));

  it('are shown once each, few at a time, and leave when dismissed', () => {
    const report = (message: string) => reportProblem({ severity: 'note', message, remedy: '' });
    for (const message of ['a', 'a', 'b', 'c', 'd', 'e']) report(message);
    const shown = () => sessionStore.getState().problems.map((problem) => problem.message);
    expect(shown()).toEqual(['b', 'c', 'd', 'e']);
    dismissProblem(sessionStore.getState().problems[0]!.id);
    expect(shown()).toEqual(['c', 'd', 'e']);
  });
});

describe('values in words', () => {
  it('use the names, labels and units of the table', () => {
    expect(wordsFor('rollout.workers', 0)).toBe('automatic');
    expect(wordsFor('schedule.maxStaleness', 8)).toBe('8 versions');
    expect(wordsFor('objective.name', 'reinforce')).toBe('REINFORCE');
    expect(wordsFor('schedule.refund', true)).toBe('on');
    expect([1e-6, 0.001, 0, settings.run.seed.max].map(formatNumber)).toEqual([
      '1e-6',
      '0.001',
      '0',
      '4294967295',
    ]);
  });
});

describe('capability notes', () => {
  const good = { isolated: true, secure: true, webgpu: true, simd: true, waitAsync: true, cores: 8 };

  it('say nothing where nothing is missing', () => {
    expect(capabilityNotes(good)).toEqual([]);
  });

  it('name the cause, not its consequences, with a remedy', () => {
    expect(capabilityNotes({ ...good, isolated: false, secure: false, webgpu: false })).toMatchObject([
      { id: 'insecure', remedy: expect.stringContaining('--https') },
    ]);
    expect(capabilityNotes({ ...good, isolated: false })).toMatchObject([{ id: 'not-isolated' }]);
    expect(capabilityNotes({ ...good, simd: false })).toMatchObject([{ id: 'no-simd' }]);
  });

  it('warn of an emulated GPU only where it is used', () => {
    const swiftshader = {
      engine: 'tfjs',
      backend: 'webgpu',
      adapter: 'SwiftShader',
      software: true,
    } as const;
    expect(capabilityNotes(good, swiftshader)).toMatchObject([{ id: 'software-gpu' }]);
    expect(capabilityNotes(good, { ...swiftshader, software: false })).toEqual([]);
    expect(capabilityNotes(good, { ...swiftshader, backend: 'wasm' })).toEqual([]);
  });
});
