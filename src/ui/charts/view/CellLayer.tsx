/**
 * Lies over a picture made of cells and lets one point at them: with the pointer, or with the arrow keys on the
 * focused chart. For assistive technology it is a slider over the cells whose value is what the cell holds.
 */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Size } from '../plot/layout.ts';
import { nextCell, type Cell } from './cells.ts';

/** Ends of a column or row, as shares of the plot's width from the left or of its height from the top. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface CellLayerProps {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  /** From left to right. */
  readonly columns: readonly Span[];
  /** From top to bottom; one row without. */
  readonly rows?: readonly Span[];
  readonly words: (column: number, row: number) => string;
}

const ONE_ROW: readonly Span[] = [{ from: 0, to: 1 }];

export function CellLayer({ id, title, size, columns, rows = ONE_ROW, words }: CellLayerProps) {
  const [chosen, setChosen] = useState<Cell>();
  const width = size.width - size.left - size.right;
  const height = size.height - size.top - size.bottom;
  const cell = chosen !== undefined && chosen.column < columns.length ? chosen : undefined;
  const text = cell && words(cell.column, cell.row);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left - size.left) / width;
    const down = (event.clientY - box.top - size.top) / height;
    const column = columns.findIndex(({ from, to }) => across >= from && across < to);
    const row = rows.findIndex(({ from, to }) => down >= from && down < to);
    setChosen(column < 0 || row < 0 ? undefined : { column, row });
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (columns.length === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = nextCell(event.key, cell, columns.length, rows.length);
    if (next === cell) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div
      className="chart-hover"
      role="slider"
      tabIndex={0}
      aria-label={`${title}, cells`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, columns.length * rows.length - 1)}
      aria-valuenow={cell === undefined ? 0 : cell.column * rows.length + cell.row}
      aria-valuetext={text ?? 'No cell chosen. Arrow keys choose one.'}
      data-testid={`cells-${id}`}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') setChosen(undefined);
      }}
      onKeyDown={key}
      onBlur={() => setChosen(undefined)}
    >
      {cell !== undefined && (
        <Chosen across={columns[cell.column]!} down={rows[cell.row]!} text={text!} size={size} />
      )}
    </div>
  );
}

interface ChosenProps {
  readonly across: Span;
  readonly down: Span;
  readonly text: string;
  readonly size: Size;
}

/** The chosen cell, marked, with its words beside it. */
function Chosen({ across, down, text, size }: ChosenProps) {
  const width = size.width - size.left - size.right;
  const height = size.height - size.top - size.bottom;
  const left = size.left + across.from * width;
  const right = size.left + across.to * width;
  const atLeft = across.from + across.to > 1;
  return (
    <>
      <div
        className="chart-selection"
        style={{
          left,
          width: Math.max(2, right - left),
          top: size.top + down.from * height,
          height: Math.max(2, (down.to - down.from) * height),
        }}
      />
      <div
        className="chart-cursor-text"
        style={{
          top: size.top + Math.min(down.from * height, height - 2 * size.text),
          ...(atLeft ? { right: size.width - left + 4 } : { left: right + 4 }),
        }}
      >
        <span>{text}</span>
      </div>
    </>
  );
}
