/** Where a key leads in the grid of samples. Pure. */
import type { Row } from './rows.ts';

export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const PAGE = 8;

/**
 * @param at index of the present row, −1 = none · @param token −1 = the row's head
 * @returns undefined where the key means nothing here
 */
export function step(
  { key, ctrlKey, metaKey, altKey }: Press,
  rows: readonly Pick<Row, 'length'>[],
  at: number,
  token: number,
): { readonly index: number; readonly token: number } | undefined {
  if (altKey || rows.length === 0) return undefined;
  const far = ctrlKey || metaKey;
  const from = Math.max(0, at);
  const last = (index: number): number => rows[index]!.length - 1;
  const down = (by: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, from + by));
    return { index, token: Math.min(token, last(index)) };
  };
  switch (key) {
    case 'ArrowDown':
      return far ? down(rows.length) : down(at < 0 ? 0 : 1);
    case 'ArrowUp':
      return far ? down(-rows.length) : down(-1);
    case 'PageDown':
      return down(PAGE);
    case 'PageUp':
      return down(-PAGE);
    case 'ArrowRight':
      return { index: from, token: Math.min(token + 1, last(from)) };
    case 'ArrowLeft':
      return { index: from, token: Math.max(token - 1, -1) };
    case 'Home':
      return far ? { index: 0, token: -1 } : { index: from, token: -1 };
    case 'End':
      return far
        ? { index: rows.length - 1, token: last(rows.length - 1) }
        : { index: from, token: last(from) };
    default:
      return undefined;
  }
}
