/** What a chart shows, as a table: for screen readers, for reading off numbers, and as CSV for other tools. */
import type { Format } from '../plot/format.ts';

export interface Column {
  /** On the screen. */
  readonly head: string;
  /** In the file: the metric's name, or a plain word. */
  readonly name: string;
  readonly format: Format | 'text';
}

/** A number, NaN = no data, or a text. */
export type Cell = number | string;

export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * The table as comma-separated values by RFC 4180, one line a row, names first. Numbers have all their digits, a
 * missing one is an empty field.
 */
export function csvOf({ columns, rows }: Table): string {
  const lines = [columns.map(({ name }) => field(name)), ...rows.map((row) => row.map(field))];
  return lines.map((line) => line.join(',')).join('\r\n') + '\r\n';
}

function field(cell: Cell): string {
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
