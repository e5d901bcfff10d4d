/**
 * A sweep: every method at every lag, over the same seeds.
 *
 * - `cell.ts` a place of it and its experiment · `table.ts` all runs as a file · `summary.ts` what they say together
 */
export { type Cell, cellExperiment, type Place } from './cell.ts';
export {
  areaUnder,
  type CellSummary,
  changeFrom,
  chosenCells,
  hasCollapsed,
  summariesOf,
  summaryOf,
} from './summary.ts';
export {
  cellsOf,
  decodeTable,
  encodeTable,
  isAt,
  type ParsedTable,
  placesOf,
  type SweepRun,
  sweepRun,
  type SweepTable,
} from './table.ts';
