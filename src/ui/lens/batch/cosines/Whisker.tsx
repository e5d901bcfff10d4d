/** One method's cosine on an axis from −1 to 1, and the same in figures. The axis itself is the head of its column. */
import type { Said } from './said.ts';

const HEIGHT = 18;
const TICKS = [-1, -0.5, 0, 0.5, 1];

/** In percent of the width, with room for a dot at either end. */
function place(value: number): string {
  return `${50 + 46 * value}%`;
}

export function CosineAxis() {
  return (
    <svg className="lens-whisker" aria-hidden focusable="false">
      {TICKS.map((tick) => (
        <text key={tick} x={place(tick)} y={HEIGHT - 5} textAnchor="middle">
          {tick.toString().replace('-', '−')}
        </text>
      ))}
    </svg>
  );
}

export function Whisker({ said: { measured, corrected, words } }: { readonly said: Said }) {
  const y = HEIGHT / 2;
  return (
    <>
      <td>
        <svg className="lens-whisker" aria-hidden focusable="false">
          <line x1={place(-1)} x2={place(1)} y1={y} y2={y} stroke="var(--chart-grid)" />
          {TICKS.map((tick) => (
            <line
              key={tick}
              x1={place(tick)}
              x2={place(tick)}
              y1={tick === 0 ? 0 : 5}
              y2={HEIGHT - (tick === 0 ? 0 : 5)}
              stroke={tick === 0 ? 'var(--line-strong)' : 'var(--chart-grid)'}
            />
          ))}
          {corrected !== undefined && (
            <>
              <line
                x1={place(corrected.low)}
                x2={place(corrected.high)}
                y1={y}
                y2={y}
                stroke="var(--chart-1)"
                strokeWidth="2"
              />
              <circle cx={place(corrected.value)} cy={y} r="4" fill="var(--chart-1)" />
            </>
          )}
          <circle
            cx={place(measured)}
            cy={y}
            r="3.5"
            fill="var(--surface)"
            stroke="var(--chart-1)"
            strokeWidth="1.5"
          />
        </svg>
      </td>
      <td data-testid="lens-cosine-value" data-value={measured}>
        {figure(measured)}
      </td>
      <td
        data-testid="lens-cosine-corrected"
        data-value={corrected?.value}
        data-low={corrected?.low}
        data-high={corrected?.high}
      >
        {corrected === undefined ? (
          <small>{words}</small>
        ) : (
          <>
            {figure(corrected.value)}
            <small>
              {' '}
              {figure(corrected.low)} to {figure(corrected.high)}
            </small>
          </>
        )}
      </td>
    </>
  );
}

function figure(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
