/** Prints the lens alone: the style sheets leave out the rest of the page while the page says so. */
import { useSyncExternalStore } from 'react';

export function printLens(): void {
  const page = document.documentElement;
  page.dataset.print = 'lens';
  window.addEventListener('afterprint', () => delete page.dataset.print, { once: true });
  window.print();
}

let printing = false;

/** Whether the page is laid out for paper. */
export function isPrinting(): boolean {
  return printing || window.matchMedia('print').matches;
}

function follow(listener: () => void): () => void {
  const begin = () => {
    printing = true;
    listener();
  };
  const end = () => {
    printing = false;
    listener();
  };
  // Who lays the page out for paper without printing it tells only this.
  const paper = window.matchMedia('print');
  const change = () => (paper.matches ? begin() : end());
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  paper.addEventListener('change', change);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    paper.removeEventListener('change', change);
  };
}

/** Whether the page is on its way to paper, which scrolls not: what is out of sight has to be there then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(follow, () => printing);
}
