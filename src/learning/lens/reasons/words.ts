/** Numbers and names as the sentences have them. */
import type { Needs } from '../../objectives/contract.ts';

/** Three significant digits, and a true minus. */
export function num(x: number): string {
  const text = Math.abs(x) >= 1000 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toPrecision(3) : short(x);
  return text.replace('-', '−');
}

/** Bounds near 1 differ in the fourth digit, so that a ratio there has as many as are needed. */
function short(x: number): string {
  const digits = Math.abs(x - 1) < 0.01 ? 6 : 3;
  return String(Number(x.toPrecision(digits)));
}

export const proximalNames: Readonly<Record<NonNullable<Needs['prox']>, string>> = {
  recompute: 'the policy at the start of the update',
  averaged: 'the averaged policy',
  old: 'the weights that sampled the token',
};
