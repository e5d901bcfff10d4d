/**
 * Squares for tickets: as large as all of them fit, in columns from top to bottom. Pure numbers, no drawing.
 *
 *   blocks of a batch each, a gap between two:   ▪▪▪ ▪▪▪ ▪▪▪
 *                                                ▪▪▪ ▪▪▪ ▪▪▪
 */
import type { Box } from './scene.ts';

const LARGEST = 11;
const SMALLEST = 2;
const BLOCK_GAP = 5;

export interface Grid {
  /** Side of a square, and distance from one to the next. */
  readonly size: number;
  readonly pitch: number;
  readonly rows: number;
  /** Squares of a block; Infinity = no blocks. */
  readonly block: number;
  readonly columnsPerBlock: number;
  /** Tickets of a square: more than 1 where there is no room for each. */
  readonly perCell: number;
}

/** Squares of this size may become a little smaller, if only that makes rectangles of the blocks. */
const AMPLE = 9;

/** @param room tickets that have to fit · @param block tickets of a batch, 0 = no blocks */
export function gridFor(room: number, width: number, height: number, block = 0): Grid {
  const fitting: Grid[] = [];
  for (let size = LARGEST; size >= SMALLEST && fitting.length < 2; size--) {
    const grid = gridOf(size, height, block, room <= block);
    if (widthOf(grid, room) <= width) fitting.push(grid);
  }
  const [largest, next] = fitting;
  if (largest && next && next.size >= AMPLE && isEven(next) && !isEven(largest)) return next;
  if (largest) return largest;
  const tightest = gridOf(SMALLEST, height, 0, false);
  const capacity = Math.max(1, Math.floor((width + 1) / tightest.pitch)) * tightest.rows;
  return { ...tightest, perCell: Math.max(1, Math.ceil(room / capacity)) };
}

/** @param single whether there is only one block */
function gridOf(size: number, height: number, block: number, single: boolean): Grid {
  const pitch = size + (size >= 5 ? 2 : 1);
  const most = Math.max(1, Math.floor((height + pitch - size) / pitch));
  // Blocks of tiny squares would be more gap than square.
  const blocks = block > 0 && size > 3 ? block : Infinity;
  const rows = blocks === Infinity ? most : evenRows(blocks, most, single ? 0.5 : 0.75);
  return { size, pitch, rows, block: blocks, columnsPerBlock: Math.ceil(blocks / rows), perCell: 1 };
}

function isEven({ block, rows }: Grid): boolean {
  return block !== Infinity && block % rows === 0;
}

/** Rows of a block: a few less than there could be, if the block then is a rectangle, or nearly one. */
function evenRows(block: number, most: number, least: number): number {
  for (let rows = most; rows >= least * most; rows--) if (block % rows === 0) return rows;
  const columns = Math.ceil(block / most);
  return Math.ceil(block / columns);
}

function widthOf({ size, pitch, rows, block, columnsPerBlock }: Grid, room: number): number {
  if (block === Infinity) return Math.ceil(room / rows) * pitch - (pitch - size);
  const blocks = Math.max(1, Math.ceil(room / block));
  return blocks * columnsPerBlock * pitch - (pitch - size) + (blocks - 1) * BLOCK_GAP;
}

/** Squares that `tickets` tickets take. */
export function cellsOf(grid: Grid, tickets: number): number {
  return Math.ceil(tickets / grid.perCell);
}

/** Where square `index` is. @param from its corner of `area`: the first square is there */
export function cellBox(grid: Grid, index: number, area: Box, from: 'left' | 'right' = 'left'): Box {
  const { size, pitch, rows, block, columnsPerBlock } = grid;
  const blockIndex = block === Infinity ? 0 : Math.floor(index / block);
  const within = block === Infinity ? index : index % block;
  const column = blockIndex * (block === Infinity ? 0 : columnsPerBlock) + Math.floor(within / rows);
  const along = column * pitch + blockIndex * BLOCK_GAP;
  return {
    x: from === 'left' ? area.x + along : area.x + area.width - along - size,
    y: area.y + (within % rows) * pitch,
    width: size,
    height: size,
  };
}

/**
 * Tickets that the queue makes room for: so many times a batch that squares seldom change their size.
 * @param before room until now, 0 = none
 */
export function roomFor(queued: number, batch: number, before: number): number {
  const least = 4 * batch;
  let room = Math.max(least, before);
  while (room < queued) room *= 2;
  while (room > least && queued <= room / 4) room /= 2;
  return room;
}
