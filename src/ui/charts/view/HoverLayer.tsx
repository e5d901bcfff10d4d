/** Hears the pointer over a plot and draws the line of the update it is at, in every chart, with what changed there. */
import { memo, useState, type PointerEvent } from 'react';
import type { RunView } from '../../run/runView.ts';
import type { Mark } from '../catalogue/changes.ts';
import { setHover, useHover } from './hover.ts';
import { PLOT } from '../plot/layout.ts';
import { dataOf } from '../data/runData.ts';

interface HoverLayerProps {
  readonly width: number;
  readonly xHigh: number;
  /** The pointer goes no further than its newest update. */
  readonly run: RunView;
  readonly marks: readonly Mark[];
}

/** How near, in pixels, the pointer has to be to a mark to be drawn to it. */
const REACH = 5;

export const HoverLayer = memo(function HoverLayer({ width, xHigh, run, marks }: HoverLayerProps) {
  const update = useHover();
  const [over, setOver] = useState(false);
  const span = width - PLOT.left - PLOT.right;
  const pixels = (at: number) => PLOT.left + (at / xHigh) * span;
  const move = (event: PointerEvent<HTMLDivElement>) => {
    setOver(true);
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const near = marks.find((mark) => Math.abs(pixels(mark.update) - offset) <= REACH);
    const at = near?.update ?? Math.round(((offset - PLOT.left) / span) * xHigh);
    const last = dataOf(run).lastUpdate;
    setHover(last === 0 ? undefined : Math.min(last, Math.max(0, at)));
  };
  const leave = () => {
    setOver(false);
    setHover(undefined);
  };
  const shown = update !== undefined && update <= xHigh && span > 0;
  const text = shown ? marks.find((mark) => mark.update === update)?.text : undefined;
  return (
    <div className="chart-hover" onPointerMove={move} onPointerLeave={leave} aria-hidden>
      {shown && (
        <>
          <div
            className="chart-cursor"
            style={{ left: pixels(update), top: PLOT.top, bottom: PLOT.bottom }}
          />
          {over && (
            <div
              className="chart-cursor-text"
              style={
                update > xHigh / 2 ? { right: width - pixels(update) + 4 } : { left: pixels(update) + 4 }
              }
            >
              <span>update {update}</span>
              {text !== undefined && <strong>{text}</strong>}
            </div>
          )}
        </>
      )}
    </div>
  );
});
