/**
 * The live charts: `<ChartGrid run previous />`.
 *
 * - `catalogue/` what is shown: the charts as data in sections, explanations, marks of changed settings
 * - `board/` the page of charts: sections, the bar of shared controls, one chart alone on the screen
 * - `view/` how all of them are looked at: axis, smoothing, zoom, cross-hair, and the layers that hear pointer and keys
 * - `frame/` the card about a chart: title, tools, explanation, table
 * - `lines/`, `histograms/`, `time/` the kinds of chart · `plot/` axes by recharts, sizes, ranges, paths, numbers in words
 * - `data/` a run reduced to what a plot can show · `schedule/` when a chart is drawn
 *
 * It reads runs and writes none; it knows no session, and computes no metric.
 */
import { useEffect, useRef } from 'react';
import type { RunView } from '../run/runView.ts';
import { ChartBar } from './board/ChartBar.tsx';
import { FullScreen } from './board/FullScreen.tsx';
import { Hatch } from './board/Hatch.tsx';
import { Sections } from './board/Sections.tsx';
import { useBox } from './board/useBox.ts';
import './charts.css';
import { columnsFor, sizeOf } from './plot/layout.ts';
import { chartScheduler } from './schedule/chartScheduler.ts';
import { setZoom } from './view/view.ts';

export interface ChartGridProps {
  readonly run: RunView;
  /** Drawn faint behind. */
  readonly previous?: RunView | undefined;
}

export function ChartGrid({ run, previous }: ChartGridProps) {
  const board = useRef<HTMLElement>(null);
  const { width, text } = useBox(board);
  const { count, plot } = columnsFor(width, text);
  useEffect(() => {
    setZoom(undefined);
    chartScheduler.poke();
    return run.subscribe(() => chartScheduler.poke());
  }, [run]);
  useEffect(() => {
    const themes = new MutationObserver(() => chartScheduler.hurry());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const print = () => chartScheduler.drawAll();
    window.addEventListener('beforeprint', print);
    return () => {
      themes.disconnect();
      window.removeEventListener('beforeprint', print);
    };
  }, []);
  return (
    <section ref={board} className="chart-board" aria-label="Charts" data-testid="charts">
      <Hatch />
      <ChartBar run={run} />
      <Sections run={run} previous={previous} columns={count} size={sizeOf(plot, text)} />
      <FullScreen run={run} previous={previous} />
    </section>
  );
}
