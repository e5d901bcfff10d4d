/**
 * The live charts: `<ChartGrid run previous />`.
 *
 * - what is shown: `catalogue.ts` the charts as data, `notes.ts` explanations, `changes.ts` marks of changed settings
 * - when: `scheduler.ts`, `schedule.ts`, on the run's own announcements
 * - how: `Card.tsx` the frame of a chart; `LineChart.tsx` with `Traces.tsx`, `RatioHistogram.tsx` with `RatioBars.tsx`,
 *   `StalenessHistogram.tsx` with `StalenessBars.tsx`; `Plot.tsx` axes by recharts; `HoverLayer.tsx` the shared cursor
 * - from what: `runData.ts` envelopes and windows of a run; `domain.ts`, `paths.ts`, `format.ts`, `layout.ts`
 *
 * It reads runs and writes none; it knows no session.
 */
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { RunView } from '../run/runView.ts';
import { catalogue } from './catalogue/index.ts';
import './charts.css';
import { columnsFor } from './plot/layout.ts';
import { LineChart } from './lines/LineChart.tsx';
import { RatioHistogram } from './histograms/RatioHistogram.tsx';
import { chartScheduler } from './schedule/schedule.ts';
import { StalenessHistogram } from './histograms/StalenessHistogram.tsx';

export interface ChartGridProps {
  readonly run: RunView;
  /** Drawn faint behind. */
  readonly previous?: RunView | undefined;
}

export function ChartGrid({ run, previous }: ChartGridProps) {
  const grid = useRef<HTMLElement>(null);
  const { count, plot } = columnsFor(useWidth(grid));
  useEffect(() => {
    chartScheduler.poke();
    return run.subscribe(() => chartScheduler.poke());
  }, [run]);
  return (
    <section
      ref={grid}
      className="charts"
      aria-label="Charts"
      data-testid="charts"
      style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }}
    >
      <Hatch />
      {catalogue.map((spec) => {
        switch (spec.kind) {
          case 'lines':
            return <LineChart key={spec.id} spec={spec} run={run} previous={previous} width={plot} />;
          case 'ratio':
            return <RatioHistogram key={spec.id} spec={spec} run={run} previous={previous} width={plot} />;
          case 'staleness':
            return (
              <StalenessHistogram key={spec.id} spec={spec} run={run} previous={previous} width={plot} />
            );
        }
      })}
    </section>
  );
}

/** The pattern that stands for a negative advantage wherever an area does. */
function Hatch() {
  return (
    <svg className="sr-only" aria-hidden>
      <pattern
        id="chart-hatch"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V4" stroke="var(--negative)" strokeWidth="3" />
      </pattern>
    </svg>
  );
}

/** How long a width has to stand still before the charts follow it. */
const SETTLE_MS = 120;

/** Width of an element: at once when it appears, and whenever it has settled at another. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first = true;
    const observer = new ResizeObserver(([entry]) => {
      const follow = () => setWidth(Math.floor(entry!.contentRect.width));
      clearTimeout(timer);
      if (first) follow();
      else timer = setTimeout(follow, SETTLE_MS);
      first = false;
    });
    observer.observe(target);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return width;
}
