/** The picture on its canvas, and a bubble beside what is pointed at: by mouse, finger, or the arrow keys. */
import { useId, useLayoutEffect, useRef } from 'react';
import type { RunView } from '../run/runView.ts';
import { placeBubble } from './place.ts';
import { useFigure, type Pointed } from './useFigure.ts';

export function Figure({ run }: { readonly run: RunView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { pointed, spoken, summary, handlers } = useFigure(canvas, run);
  const summaryId = useId();
  return (
    <div
      className="pipeline-figure"
      role="application"
      aria-roledescription="diagram"
      aria-label="Workers, queue, learner and weights. Arrow keys go from thing to thing."
      aria-describedby={summaryId}
      tabIndex={0}
      data-testid="pipeline-figure"
      onPointerDown={handlers.onPointerMove}
      {...handlers}
    >
      <canvas ref={canvas} className="pipeline-canvas" aria-hidden data-testid="pipeline-canvas" />
      {pointed !== undefined && <Bubble pointed={pointed} testId="pipeline-tip" />}
      <p className="sr-only" id={summaryId} data-testid="pipeline-summary">
        {summary}
      </p>
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </div>
  );
}

/** Beside what is pointed at, inside the element that it is a child of. */
export function Bubble({ pointed, testId }: { readonly pointed: Pointed; readonly testId: string }) {
  const bubble = useRef<HTMLDivElement>(null);
  // Its height follows from its text, so its place is known only when it is there.
  useLayoutEffect(() => {
    const element = bubble.current!;
    const { clientWidth, clientHeight } = element.parentElement!;
    const { left, top } = placeBubble(
      pointed,
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: clientWidth, height: clientHeight },
      pointed.finger,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [pointed]);
  return (
    <div ref={bubble} className="overlay tip pipeline-tip" data-testid={testId} aria-hidden>
      <strong>{pointed.name}</strong>
      <span>{pointed.text}</span>
    </div>
  );
}
