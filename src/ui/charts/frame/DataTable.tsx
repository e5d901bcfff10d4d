/** A table on the screen. The first column names the row. */
import type { Cell, Column, Table } from '../data/table.ts';
import { reading } from '../plot/format.ts';

export function DataTable({ table: { caption, columns, rows } }: { readonly table: Table }) {
  return (
    <table>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, head }) => (
            <th key={name} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) =>
              column === 0 ? (
                <th key={column} scope="row">
                  {wording(cell, columns[column]!)}
                </th>
              ) : (
                <td key={column}>{wording(cell, columns[column]!)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function wording(cell: Cell, { format }: Column): string {
  if (typeof cell === 'string' || format === 'text') return String(cell);
  return reading(cell, format);
}
