/** The theme's colours as the curves' canvas needs them, read again when the theme changes. */
import { typeScale } from '../../theme/scale.ts';
import { COLOURS } from './looks.ts';

export interface Palette {
  /** Of curves, by a look's colour − 1. */
  readonly curves: readonly string[];
  readonly ink: string;
  readonly soft: string;
  readonly axis: string;
  readonly grid: string;
  readonly line: string;
  readonly surface: string;
  readonly sunken: string;
  readonly focus: string;
  readonly font: string;
  /** Widths of curves are multiplied by it. */
  readonly bold: number;
  /** Size of the theme's type, and so of the whole picture, against the usual one. */
  readonly scale: number;
}

let cached: { readonly theme: string | undefined; readonly palette: Palette } | undefined;

export function currentPalette(): Palette {
  const page = document.documentElement;
  const { theme } = page.dataset;
  if (cached !== undefined && cached.theme === theme) return cached.palette;
  const style = getComputedStyle(page);
  const of = (token: string) => style.getPropertyValue(token).trim();
  const palette: Palette = {
    curves: Array.from({ length: COLOURS }, (_, i) => of(`--chart-${i + 1}`)),
    ink: of('--ink'),
    soft: of('--ink-soft'),
    axis: of('--chart-axis'),
    grid: of('--chart-grid'),
    line: of('--line-strong'),
    surface: of('--surface'),
    sunken: of('--surface-sunken'),
    focus: of('--focus'),
    font: of('--font'),
    bold: parseFloat(of('--bold')) || 1,
    scale: typeScale(page),
  };
  cached = { theme, palette };
  return palette;
}
