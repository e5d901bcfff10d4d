/** The ratio histogram in numbers: its bins in words and as a table. */
import { RATIO_BINS, RATIO_RANGE } from '../../../telemetry/frame.ts';
import { ratioBinEdges, total, type HistogramWindow } from '../../../telemetry/histogramWindow.ts';
import type { Table } from '../data/table.ts';
import { reading } from '../plot/format.ts';
import type { Span } from '../view/CellLayer.tsx';

export function signedTokens(window: HistogramWindow): number {
  return total(window.ratioPositive) + total(window.ratioNegative);
}

/** A bin of the ratio, for example `1.03 to 1.08`. */
export function ratioBinText(bin: number): string {
  const [low, high] = ratioBinEdges(bin);
  if (low === -Infinity) return `below ${reading(Math.exp(-RATIO_RANGE))}`;
  if (high === Infinity) return `above ${reading(Math.exp(RATIO_RANGE))}`;
  return `${reading(Math.exp(low))} to ${reading(Math.exp(high))}`;
}

/** The bins as shares of an axis of log ρ from −`end` to `end`; the outer two reach to its ends. */
export function ratioSpans(end: number): readonly Span[] {
  const share = (edge: number) => Math.min(1, Math.max(0, (edge + end) / (2 * end)));
  return Array.from({ length: RATIO_BINS + 2 }, (_, bin) => {
    const [low, high] = ratioBinEdges(bin);
    return { from: share(low), to: share(high) };
  });
}

/** Bins with tokens, on the screen; all bins with their ends and counts in a file. */
export function ratioTable(window: HistogramWindow, whole: boolean): Table {
  const { ratioPositive: up, ratioNegative: down } = window;
  const tokens = signedTokens(window);
  const bins = Array.from({ length: RATIO_BINS + 2 }, (_, bin) => bin);
  const caption = 'Share of tokens by importance ratio and sign of the advantage';
  if (whole)
    return {
      caption,
      columns: [
        { head: 'Log ratio from', name: 'log_ratio_from', format: 'plain' },
        { head: 'to', name: 'log_ratio_to', format: 'plain' },
        { head: 'Tokens with A > 0', name: 'tokens_positive_advantage', format: 'integer' },
        { head: 'Tokens with A < 0', name: 'tokens_negative_advantage', format: 'integer' },
      ],
      rows: bins.map((bin) => [...ratioBinEdges(bin), up[bin]!, down[bin]!]),
    };
  return {
    caption,
    columns: [
      { head: 'Ratio', name: 'ratio', format: 'text' },
      { head: 'A > 0', name: 'positive', format: 'share' },
      { head: 'A < 0', name: 'negative', format: 'share' },
    ],
    rows: bins
      .filter((bin) => up[bin]! + down[bin]! > 0)
      .map((bin) => [ratioBinText(bin), up[bin]! / tokens, down[bin]! / tokens]),
  };
}
