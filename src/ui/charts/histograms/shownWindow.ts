/** Which updates a histogram covers: the last ones, or those up to the cross-hair; and how it says so. */
import type { HistogramWindow } from '../../../telemetry/histogramWindow.ts';
import { RECENT_FRAMES, type RunView } from '../../run/runView.ts';
import { dataOf } from '../data/runData.ts';
import { hoverNow } from '../view/hover.ts';

export interface ShownWindow {
  readonly window: HistogramWindow;
  /** Of which updates it is, for example `72–79`; nothing where there are none. */
  readonly updates: string;
  /** Why there is nothing to show. */
  readonly missing: string | undefined;
}

export function shownWindow(run: RunView): ShownWindow {
  const hovered = hoverNow();
  const data = dataOf(run);
  const window = data.window(hovered);
  const to = Math.min(hovered ?? Infinity, data.lastUpdate);
  return {
    window,
    updates: window.updates === 0 ? '' : `${to - window.updates + 1}–${to}`,
    missing:
      run.length === 0
        ? 'No data yet: it comes with the first update.'
        : window.updates === 0
          ? `Histograms are kept for the last ${RECENT_FRAMES} updates only.`
          : undefined,
  };
}

export function histogramSignature(run: RunView, previous: RunView | undefined): string {
  return [run.id, previous?.id, run.length, run.changes.length, hoverNow()].join(' ');
}
