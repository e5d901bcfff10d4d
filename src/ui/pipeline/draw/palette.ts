/** The theme's colours as a canvas needs them, read again when the theme changes. */
import { typeScale } from '../../theme/scale.ts';
import { colourOf } from '../../theme/staleness.ts';

const TOKENS = {
  ink: '--ink',
  soft: '--ink-soft',
  faint: '--ink-faint',
  line: '--line',
  way: '--line-strong',
  sunken: '--surface-sunken',
  surface: '--surface',
  accent: '--accent',
  accentInk: '--accent-ink',
  focus: '--focus',
  good: '--good',
  warn: '--warn',
  bad: '--bad',
  training: '--chart-1',
  publishing: '--chart-2',
  evaluating: '--chart-3',
  generating: '--chart-4',
  font: '--font',
} as const;

export interface Palette extends Readonly<Record<keyof typeof TOKENS, string>> {
  /** Size of the theme's type, and so of the whole picture, against the one that scenes are laid out for. */
  readonly scale: number;
}

let cached: { readonly theme: string | undefined; readonly palette: Palette } | undefined;

export function currentPalette(): Palette {
  const page = document.documentElement;
  const { theme } = page.dataset;
  if (cached?.theme === theme && cached !== undefined) return cached.palette;
  const style = getComputedStyle(page);
  const colours = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as Omit<Palette, 'scale'>;
  const palette = { ...colours, scale: typeScale(page) };
  cached = { theme, palette };
  return palette;
}

const colours = new Map<number, string>();

/** The staleness scale for whole versions; the same string for the same lag, so that a canvas seldom parses one. */
export function lagColour(lag: number): string {
  let colour = colours.get(lag);
  if (colour === undefined) colours.set(lag, (colour = colourOf(lag)));
  return colour;
}
