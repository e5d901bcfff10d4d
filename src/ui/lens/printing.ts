/** Prints the lens alone: the style sheets leave out the rest of the page while the page says so. */

export function printLens(): void {
  const page = document.documentElement;
  page.dataset.print = 'lens';
  window.addEventListener('afterprint', () => delete page.dataset.print, { once: true });
  window.print();
}
