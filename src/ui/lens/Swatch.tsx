/** How a method's curve looks: its number and a piece of it, for a legend. */
import type { Look } from './curves/looks.ts';

const WIDTH = 30;

export function Swatch({ look, strong = false }: { readonly look: Look; readonly strong?: boolean }) {
  return (
    <span className="lens-swatch" aria-hidden>
      <span className="lens-number">{look.number}</span>
      <svg width={WIDTH} height="10" viewBox={`0 0 ${WIDTH} 10`} focusable="false">
        <line
          x1="1"
          x2={WIDTH - 1}
          y1="5"
          y2="5"
          stroke={`var(--chart-${look.colour})`}
          strokeWidth={strong ? 3.5 : 2}
          strokeDasharray={look.dash.join(' ')}
        />
      </svg>
    </span>
  );
}
