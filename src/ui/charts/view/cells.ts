/** Moving through the cells of a picture by keys. */
export interface Cell {
  /** From the left. */
  readonly column: number;
  /** From the top. */
  readonly row: number;
}

/**
 * The cell that a key leads to: the same where it leads nowhere, none after Escape. With one row, up and down go
 * through the columns too, as on a slider.
 */
export function nextCell(key: string, at: Cell | undefined, columns: number, rows: number): Cell | undefined {
  const middle = Math.floor(rows / 2);
  const { column, row } = at ?? { column: -1, row: middle };
  const moved = (across: number, down: number): Cell => {
    const next = { column: clamp(column + across, columns), row: clamp(row + down, rows) };
    return at !== undefined && next.column === column && next.row === row ? at : next;
  };
  switch (key) {
    case 'ArrowRight':
      return moved(1, 0);
    case 'ArrowLeft':
      return at === undefined ? { column: columns - 1, row } : moved(-1, 0);
    case 'ArrowUp':
      return rows === 1 ? moved(1, 0) : moved(0, -1);
    case 'ArrowDown':
      return rows === 1 ? moved(-1, 0) : moved(0, 1);
    case 'Home':
      return moved(-columns, 0);
    case 'End':
      return moved(columns, 0);
    case 'Escape':
      return undefined;
    default:
      return at;
  }
}

function clamp(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index));
}
