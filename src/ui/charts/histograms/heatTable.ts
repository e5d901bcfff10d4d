/** The heat map in numbers: on the screen how the tokens of every age spread, in a file every cell that holds some. */
import { LAG_EDGES } from '../../../telemetry/frame.ts';
import { ratioBinEdges } from '../../../telemetry/histogramWindow.ts';
import type { Table } from '../data/table.ts';
import { agesText } from './ages.ts';
import { ROWS, tokensIn } from './heat.ts';

const AGES = { edges: LAG_EDGES };
/** Bands of log ρ, from below; wide enough to be read in a row. */
const BANDS = [
  { head: 'below ½', from: -Infinity, to: -Math.LN2 },
  { head: '½ to 1/1.1', from: -Math.LN2, to: -Math.log(1.1) },
  { head: 'about 1', from: -Math.log(1.1), to: Math.log(1.1) },
  { head: '1.1 to 2', from: Math.log(1.1), to: Math.LN2 },
  { head: 'above 2', from: Math.LN2, to: Infinity },
] as const;

export function heatTable(counts: Float64Array, whole: boolean): Table {
  const columns = Array.from(LAG_EDGES.keys()).filter((column) => tokensIn(counts, column) > 0);
  const caption = 'Tokens by staleness and importance ratio';
  if (whole)
    return {
      caption,
      columns: [
        { head: 'Versions from', name: 'versions_from', format: 'integer' },
        { head: 'Log ratio from', name: 'log_ratio_from', format: 'plain' },
        { head: 'to', name: 'log_ratio_to', format: 'plain' },
        { head: 'Tokens', name: 'tokens', format: 'integer' },
      ],
      rows: columns.flatMap((column) =>
        bins()
          .filter((bin) => counts[column * ROWS + bin]! > 0)
          .map((bin) => [LAG_EDGES[column]!, ...ratioBinEdges(bin), counts[column * ROWS + bin]!]),
      ),
    };
  return {
    caption,
    columns: [
      { head: 'Versions', name: 'versions', format: 'text' },
      { head: 'Tokens', name: 'tokens', format: 'integer' },
      ...BANDS.map(({ head }) => ({ head, name: head, format: 'share' as const })),
    ],
    rows: columns.map((column) => {
      const tokens = tokensIn(counts, column);
      const share = (from: number, to: number) =>
        bins()
          .filter((bin) => middle(bin) >= from && middle(bin) < to)
          .reduce((sum, bin) => sum + counts[column * ROWS + bin]!, 0) / tokens;
      return [agesText(AGES, column), tokens, ...BANDS.map(({ from, to }) => share(from, to))];
    }),
  };
}

function bins(): readonly number[] {
  return Array.from({ length: ROWS }, (_, bin) => bin);
}

/** Where a bin is counted. */
function middle(bin: number): number {
  const [low, high] = ratioBinEdges(bin);
  if (low === -Infinity) return low;
  return high === Infinity ? Number.MAX_VALUE : (low + high) / 2;
}
