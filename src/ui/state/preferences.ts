/**
 * What a person prefers on this device: the theme, which groups of the rail are open, how the charts are looked at.
 * Kept in localStorage where that exists and works; private windows and locked-down classrooms may forbid it.
 */
import { createStore } from 'zustand/vanilla';
import { defaultChoices, readChoices, type ChartChoices } from '../charts/view/choices.ts';

export const themeChoices = ['system', 'light', 'dark', 'projector'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export interface Preferences {
  readonly theme: ThemeChoice;
  /** Groups of settings whose accordion is open. */
  readonly openGroups: readonly string[];
  /** Whether single letters are shortcuts. They get in the way of speech input. */
  readonly plainKeys: boolean;
  readonly charts: ChartChoices;
}

const KEY = 'laglab.preferences';
const defaults: Preferences = { theme: 'system', openGroups: [], plainKeys: true, charts: defaultChoices };

/** Reads what was stored; anything that is missing or malformed falls back to its default. */
export function readPreferences(storage: Pick<Storage, 'getItem'> | undefined): Preferences {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return defaults;
    const { theme, openGroups, plainKeys, charts } = stored as Record<string, unknown>;
    return {
      theme: themeChoices.find((choice) => choice === theme) ?? defaults.theme,
      openGroups: Array.isArray(openGroups)
        ? openGroups.filter((group) => typeof group === 'string')
        : defaults.openGroups,
      plainKeys: typeof plainKeys === 'boolean' ? plainKeys : defaults.plainKeys,
      charts: readChoices(charts),
    };
  } catch {
    return defaults;
  }
}

function deviceStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export const preferences = createStore<Preferences>(() => readPreferences(deviceStorage()));

preferences.subscribe((state) => {
  try {
    deviceStorage()?.setItem(KEY, JSON.stringify(state));
  } catch {
    // Full or forbidden storage costs the memory of a preference, nothing else.
  }
});

export function setTheme(theme: ThemeChoice): void {
  preferences.setState({ theme });
}

/** The next theme in the cycle system → light → dark → projector. */
export function nextTheme(theme: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(theme) + 1) % themeChoices.length]!;
}
