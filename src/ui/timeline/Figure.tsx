/** The picture on its canvas, which scrolls where there are more tracks than room, and a bubble beside what is pointed at. */
import { useEffect, useId, useRef, useState } from 'react';
import { Bubble } from '../pipeline/Figure.tsx';
import type { RunView } from '../run/runView.ts';
import { summary } from './summary.ts';
import { useTimeline } from './useTimeline.ts';

/** Milliseconds between two summaries for screen readers. */
const SUMMARY_MS = 5000;

export function Figure({ run }: { readonly run: RunView }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { pointed, spoken, handlers } = useTimeline(frame, canvas, run);
  const summaryId = useId();
  return (
    <div
      ref={frame}
      className="timeline-figure"
      role="application"
      aria-roledescription="timeline"
      aria-label="Timeline. Left and right move it, plus and minus zoom, up and down go to a track, shift with left and right from span to span, enter chooses a span, page up and down go through its prompts."
      aria-describedby={summaryId}
      tabIndex={0}
      data-testid="timeline-figure"
      {...handlers}
    >
      <canvas ref={canvas} className="timeline-canvas" aria-hidden data-testid="timeline-canvas" />
      {pointed !== undefined && <Bubble pointed={pointed} testId="timeline-tip" />}
      <Summary id={summaryId} run={run} />
      <p className="sr-only" role="status" data-testid="timeline-spoken">
        {spoken}
      </p>
    </div>
  );
}

/** The tracks in words, renewed seldom. */
function Summary({ id, run }: { readonly id: string; readonly run: RunView }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const say = () => setText(summary(run));
    const soon = setTimeout(say, 0);
    const timer = setInterval(say, SUMMARY_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [run]);
  return (
    <p className="sr-only" id={id} data-testid="timeline-summary">
      {text}
    </p>
  );
}
