/** Writes the chosen theme to the page: `data-theme` on <html>, which `tokens.css` reads. */
import { preferences, type ThemeChoice } from '../state/preferences.ts';

const DARK = '(prefers-color-scheme: dark)';

export type Theme = Exclude<ThemeChoice, 'system'>;

/** The theme that a choice means on a device that does or does not ask for dark. */
export function resolveTheme(choice: ThemeChoice, deviceIsDark: boolean): Theme {
  return choice === 'system' ? (deviceIsDark ? 'dark' : 'light') : choice;
}

/** Applies the theme now and whenever the preference or the device changes. Paper is light whatever the theme. */
export function followTheme(page: Document): void {
  const device = matchMedia(DARK);
  const apply = () => {
    page.documentElement.dataset.theme = resolveTheme(preferences.getState().theme, device.matches);
  };
  apply();
  preferences.subscribe(apply);
  device.addEventListener('change', apply);
  window.addEventListener('beforeprint', () => {
    page.documentElement.dataset.theme = 'light' satisfies Theme;
  });
  window.addEventListener('afterprint', apply);
}
