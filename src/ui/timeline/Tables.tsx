/** The timeline as tables, of the same window as the picture. */
import { useSyncExternalStore } from 'react';
import { DataTable } from '../charts/frame/DataTable.tsx';
import { useRunNews } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import { sharesTable, spansTable } from './summary.ts';
import { advance, sightOf } from './timelineStore.ts';

export function Tables({ run }: { readonly run: RunView }) {
  useRunNews(run);
  const sight = sightOf(run);
  useSyncExternalStore(sight.subscribe, sight.getVersion);
  return (
    <div
      className="timeline-tables"
      role="region"
      aria-label="Timeline, tables"
      tabIndex={0}
      data-testid="timeline-tables"
    >
      <DataTable table={sharesTable(run)} />
      <DataTable table={spansTable(run)} />
    </div>
  );
}

/** The window goes on with the run where nothing is drawn. */
export function followWithoutPicture(run: RunView): () => void {
  advance(run);
  return run.subscribe(() => advance(run));
}
