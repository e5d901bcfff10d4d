/** The picture on its canvas, and a bubble beside what is pointed at: by mouse, finger, or the arrow keys. */
import { useId, useRef } from 'react';
import type { RunView } from '../run/runView.ts';
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
      {pointed !== undefined && <Bubble pointed={pointed} />}
      <p className="sr-only" id={summaryId} data-testid="pipeline-summary">
        {summary}
      </p>
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </div>
  );
}

const WIDTH = 260;

function Bubble({ pointed: { name, text, x, top, bottom } }: { readonly pointed: Pointed }) {
  const below = top < 76;
  return (
    <div
      className="overlay tip pipeline-tip"
      data-testid="pipeline-tip"
      data-below={below}
      style={{
        width: WIDTH,
        left: `clamp(0px, calc(${x}px - ${WIDTH / 2}px), calc(100% - ${WIDTH}px))`,
        top: below ? bottom + 8 : top - 8,
      }}
      aria-hidden
    >
      <strong>{name}</strong>
      <span>{text}</span>
    </div>
  );
}
