/** How large the theme's type is: what is laid out in numbers, not by style sheets, grows with it. */

/** Pixels of `--text` in the themes of usual size. */
const USUAL = 13;

/** 1 in the themes of usual size, more in the one for a projector. Reads the page's style. */
export function typeScale(page: Element = document.documentElement): number {
  return parseFloat(getComputedStyle(page).getPropertyValue('--text')) / USUAL || 1;
}
