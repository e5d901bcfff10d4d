/** The frame of every chart: title, unit, readings, the plot or its table, explanation on demand. Fixed in size. */
import { useContext, useId, useState, type ReactNode, type RefObject } from 'react';
import type { ChartSpec } from '../catalogue/spec.ts';
import type { Table } from '../data/table.ts';
import type { Size } from '../plot/layout.ts';
import { AloneContext } from '../schedule/schedule.ts';
import { DataTable } from './DataTable.tsx';
import { Tools } from './Tools.tsx';

export interface CardProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly spec: ChartSpec;
  readonly size: Size;
  /** Which updates the chart is of, and its unit, beside the title. */
  readonly of: ReactNode;
  /** A choice of what is shown, beside the title. */
  readonly choice?: ReactNode;
  readonly readings: ReactNode;
  /** The picture in words, with the present reading. */
  readonly summary: string;
  /** Said over the plot. */
  readonly note?: string | undefined;
  /** Said in place of what is not there. */
  readonly empty?: string | undefined;
  readonly plot: ReactNode;
  /** Lies over the plot and hears the pointer. */
  readonly overlay?: ReactNode;
  /**
   * Made only when it is asked for.
   * @param whole all there is, for a file; else what a person would read, the newest first
   */
  readonly table: (whole: boolean) => Table;
}

export function Card(props: CardProps) {
  const { card, spec, size, of, choice, readings, summary, note, empty, plot, overlay, table } = props;
  const [asTable, setAsTable] = useState(false);
  const alone = useContext(AloneContext);
  const heading = useId();
  const said = empty ?? note;
  return (
    <article
      ref={card}
      className="chart"
      aria-labelledby={heading}
      data-testid={`${alone ? 'alone' : 'chart'}-${spec.id}`}
    >
      <header className="chart-head">
        <h3 id={heading} className="chart-title">
          {spec.title}
        </h3>
        {choice}
        {of}
        <Tools spec={spec} alone={alone} asTable={asTable} setAsTable={setAsTable} table={table} />
      </header>
      <div className="chart-readings">{readings}</div>
      <div className="chart-body" style={{ height: size.height }}>
        {asTable ? (
          <div className="chart-table" role="region" aria-label={`${spec.title}, table`} tabIndex={0}>
            <DataTable table={table(false)} />
          </div>
        ) : (
          <>
            <div
              role="img"
              aria-label={said === undefined ? summary : `${summary} ${said}`}
              data-testid={`${alone ? 'alone-plot' : 'plot'}-${spec.id}`}
            >
              {plot}
            </div>
            {said !== undefined && (
              <p
                className={`chart-note ${empty === undefined ? `chart-note-${spec.kind}` : 'chart-empty'}`}
                aria-hidden
              >
                {said}
              </p>
            )}
            {overlay}
          </>
        )}
      </div>
    </article>
  );
}

/** Beside the title, for example `at 79` and `versions`. */
export function Of({ at, unit }: { readonly at: string; readonly unit?: string | undefined }) {
  const text = [at, unit].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <span className="chart-unit" title={text}>
      {text}
    </span>
  );
}

/** How a line or an area looks, as a key to it. */
export function Swatch({
  colour,
  dash,
  area,
}: {
  readonly colour: string;
  readonly dash?: string | undefined;
  readonly area?: 'solid' | 'hatched';
}) {
  if (area !== undefined)
    return (
      <svg className="chart-swatch" width="10" height="10" aria-hidden>
        <rect
          x="0.5"
          y="0.5"
          width="9"
          height="9"
          fill={area === 'solid' ? colour : 'url(#chart-hatch)'}
          stroke={colour}
        />
      </svg>
    );
  return (
    <svg className="chart-swatch" width="16" height="8" aria-hidden>
      <path d="M0 4h16" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}

export function Reading({
  swatch,
  label,
  value,
}: {
  readonly swatch?: ReactNode;
  readonly label: string;
  readonly value: string;
}) {
  return (
    <span className="chart-reading">
      {swatch}
      <span className="chart-reading-label">{label}</span>
      <strong>{value}</strong>
    </span>
  );
}
