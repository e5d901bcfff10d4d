/**
 * The timeline (design §6): who did what when, as spans on a track for every worker, the learner and the weights; and the
 * way of any prompt from admission to gradient. It lies beneath the stage and costs nothing while it is closed.
 *
 * `sight.ts` the window · `cells.ts` level of detail · `lanes.ts` where what lies · `looks.ts` colours and patterns ·
 * `paint.ts` onto the canvas, with `patterns.ts` and `marks.ts` · `viewer.ts` when it is painted · `gestures.ts` keys, wheel,
 * fingers · `useTimeline.ts` connects them · `timelineStore.ts` what is chosen · `prompts.ts` prompts of a span and their way ·
 * `words.ts`, `summary.ts` · `Figure.tsx`, `Tables.tsx`, `Panel.tsx`, `Tools.tsx`, `Legend.tsx`
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Drawer } from '../components/Drawer.tsx';
import { useRunNews } from '../hooks.ts';
import { controller } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { uiStore } from '../state/uiStore.ts';
import { Figure } from './Figure.tsx';
import { Legend } from './Legend.tsx';
import { Panel } from './Panel.tsx';
import { followWithoutPicture, Tables } from './Tables.tsx';
import { choose, timelineStore } from './timelineStore.ts';
import { Tools } from './Tools.tsx';
import './timeline.css';

export function TimelineDrawer() {
  const open = useStore(uiStore, (state) => state.timelineOpen);
  const run = useStore(controller.runs, ({ current }) => current);
  return open ? <Contents key={run.id} run={run} /> : null;
}

function close(): void {
  uiStore.setState({ timelineOpen: false });
}

function Contents({ run }: { readonly run: RunView }) {
  const [asTable, setAsTable] = useState(false);
  useEffect(() => {
    const { chosen } = timelineStore.getState();
    if (chosen !== undefined && !run.timeline.tracks.includes(chosen.track)) choose(run, undefined);
  }, [run]);
  useEffect(() => (asTable ? followWithoutPicture(run) : undefined), [run, asTable]);
  return (
    <Drawer
      name="timeline"
      title="Timeline"
      count={<Count run={run} />}
      tools={<Tools run={run} asTable={asTable} setAsTable={setAsTable} />}
      closeLabel="Close the timeline"
      onClose={close}
    >
      <div className="timeline-body">
        {asTable ? <Tables run={run} /> : <Figure run={run} />}
        <Panel run={run} />
      </div>
      <Legend />
    </Drawer>
  );
}

function Count({ run }: { readonly run: RunView }) {
  useRunNews(run);
  const { timeline, journeys } = run;
  if (timeline.spans === 0) return 'Who did what when; it fills as soon as a run learns.';
  return `${timeline.spans.toLocaleString('en')} spans, ${journeys.size.toLocaleString('en')} prompts`;
}
