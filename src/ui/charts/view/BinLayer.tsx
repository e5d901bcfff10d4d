/**
 * Lies over a histogram and lets one point at its bins: with the pointer, or with the arrow keys on the focused
 * chart. For assistive technology it is a slider over the bins whose value is what the bin holds.
 */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Size } from '../plot/layout.ts';

export interface Bin {
  /** Its ends on the x axis, as shares of the plot's width. */
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

interface BinLayerProps {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  /** In the order of the axis. */
  readonly bins: readonly Bin[];
}

export function BinLayer({ id, title, size, bins }: BinLayerProps) {
  const [chosen, setChosen] = useState<number>();
  const index = chosen === undefined ? undefined : Math.min(chosen, bins.length - 1);
  const bin = index === undefined ? undefined : bins[index];
  const span = size.width - size.left - size.right;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (offset - size.left) / span;
    const under = bins.findIndex(({ from, to }) => share >= from && share < to);
    setChosen(under < 0 ? undefined : under);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (bins.length === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = step(event.key, index, bins.length);
    if (next === index) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div
      className="chart-hover"
      role="slider"
      tabIndex={0}
      aria-label={`${title}, bins`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, bins.length - 1)}
      aria-valuenow={index ?? 0}
      aria-valuetext={bin?.words ?? 'No bin chosen. Arrow keys choose one.'}
      data-testid={`bins-${id}`}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') setChosen(undefined);
      }}
      onKeyDown={key}
      onBlur={() => setChosen(undefined)}
    >
      {bin !== undefined && (
        <>
          <div
            className="chart-selection"
            style={{
              left: size.left + bin.from * span,
              width: Math.max(2, (bin.to - bin.from) * span),
              top: size.top,
              bottom: size.bottom,
            }}
          />
          <div
            className="chart-cursor-text"
            style={{
              top: size.top,
              ...(bin.from + bin.to > 1
                ? { right: size.width - size.left - bin.from * span + 4 }
                : { left: size.left + bin.to * span + 4 }),
            }}
          >
            <span>{bin.words}</span>
          </div>
        </>
      )}
    </div>
  );
}

/** The bin that a key leads to; the same where it leads nowhere. */
function step(key: string, index: number | undefined, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return index === undefined ? 0 : Math.min(last, index + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return index === undefined ? last : Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return undefined;
    default:
      return index;
  }
}
