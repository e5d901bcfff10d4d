/**
 * One row an objective, one column a lag, a number in every cell and its size as a colour. One cell takes part in the tab
 * order; arrow keys move from there.
 */
import { useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { ArrowDown } from 'lucide-react';
import type { Cell } from '../../telemetry/sweep/index.ts';
import { type HeatCell, type HeatRow, type MeasureName, measures, shareText, valueOf } from './measures.ts';

export interface HeatMapProps {
  readonly rows: readonly HeatRow[];
  readonly lags: readonly number[];
  readonly measure: MeasureName;
  readonly order: number | undefined;
  readonly cell: Cell | undefined;
  readonly onOrder: (lag: number | undefined) => void;
  readonly onCell: (cell: Cell) => void;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function HeatMap({ rows, lags, measure, order, cell, onOrder, onCell }: HeatMapProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = body.current?.querySelector<HTMLButtonElement>(
      `[data-at="${row + step[0]}.${column + step[1]}"]`,
    );
    next?.focus();
  };
  const reach = greatest(rows, measure);
  // The open cell, else the first.
  const open = rows.findIndex(({ method }) => method === cell?.method);
  const entry = [Math.max(open, 0), Math.max(lags.indexOf(cell?.lag ?? NaN), 0)];
  return (
    <table className="heat" data-testid="heat-map" data-measure={measure}>
      <caption className="sr-only">
        {measures[measure].label} by objective and lag. {measures[measure].help}
      </caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={order === undefined ? 'other' : undefined}>
            <button type="button" className="heat-order" onClick={() => onOrder(undefined)}>
              Objective
              {order === undefined && <span className="heat-by">by family</span>}
            </button>
          </th>
          {lags.map((lag) => (
            <th key={lag} scope="col" aria-sort={order === lag ? 'descending' : undefined}>
              <button
                type="button"
                className="heat-order"
                onClick={() => onOrder(order === lag ? undefined : lag)}
                data-testid={`heat-order-${lag}`}
              >
                lag {lag}
                {order === lag && <ArrowDown aria-hidden />}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, r) => {
          const family = order === undefined && row.family !== rows[r - 1]?.family;
          return [
            family && (
              <tr key={row.family} className="heat-family">
                <th scope="rowgroup" colSpan={lags.length + 1}>
                  {row.family}
                </th>
              </tr>
            ),
            <tr key={row.method} data-method={row.method}>
              <th scope="row">{row.label}</th>
              {row.cells.map((one, c) => (
                <td key={one.lag}>
                  <button
                    type="button"
                    className="heat-cell"
                    style={colourOf(one, measure, reach)}
                    data-at={`${r}.${c}`}
                    data-testid={`heat-${one.method}-${one.lag}`}
                    aria-pressed={cell?.method === one.method && cell.lag === one.lag}
                    tabIndex={r === entry[0] && c === entry[1] ? 0 : -1}
                    onClick={() => onCell({ method: one.method, lag: one.lag })}
                    onKeyDown={(event) => move(event, r, c)}
                  >
                    <span className="sr-only">
                      {row.label}, lag {one.lag}:{' '}
                    </span>
                    <Value cell={one} measure={measure} />
                  </button>
                </td>
              ))}
            </tr>,
          ];
        })}
      </tbody>
    </table>
  );
}

function Value({ cell, measure }: { readonly cell: HeatCell; readonly measure: MeasureName }) {
  const { value, half } = valueOf(cell, measure);
  return (
    <>
      {shareText(value)}
      {!isNaN(half) && <span className="heat-half"> ± {shareText(half)}</span>}
    </>
  );
}

/** Accuracies are drawn on a scale from 0 to 1; shares and changes up to the greatest, since most are small. */
function greatest(rows: readonly HeatRow[], measure: MeasureName): number {
  if (measure === 'final' || measure === 'area' || measure === 'collapsed') return 1;
  const sizes = rows.flatMap(({ cells }) => cells.map((cell) => Math.abs(valueOf(cell, measure).value)));
  return Math.max(...sizes.filter((size) => !isNaN(size)), 1e-9);
}

function colourOf(cell: HeatCell, measure: MeasureName, reach: number): CSSProperties {
  const { value } = valueOf(cell, measure);
  const size = isNaN(value) ? 0 : Math.abs(value) / reach;
  // What is bad has the other colour; the number has its sign, and the measure its name.
  const bad = measure === 'collapsed' || value < 0;
  return {
    '--heat-size': size,
    '--heat-colour': bad ? 'var(--negative)' : 'var(--positive)',
  } as CSSProperties;
}
