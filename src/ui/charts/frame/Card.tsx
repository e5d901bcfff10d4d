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
  /** Which updates the chart is of, beside the title: an `At`. */
  readonly at: ReactNode;
  /** A choice of what is shown, beside the title. */
  readonly choice?: ReactNode;
  readonly readings: ReactNode;
  /** Lines that the readings take; one without. The size is what they leave. */
  readonly lines?: 2 | undefined;
  /** The picture in words, with the present reading. */
  readonly summary: string;
  /** Said over the plot. */
  readonly note?: string | undefined;
  /** Said in place of what is not there. */
  readonly empty?: string | undefined;
  readonly plot: ReactNode;
  /** The update that it shows last, where it is a picture of all: for whoever waits for it. */
  readonly drawn?: number;
  /** Lies over the plot and hears the pointer. */
  readonly overlay?: ReactNode;
  /**
   * Made only when it is asked for.
   * @param whole all there is, for a file; else what a person would read, the newest first
   */
  readonly table: (whole: boolean) => Table;
}

export function Card(props: CardProps) {
  const { card, spec, size, at, choice, readings, lines, summary, note, empty, plot, drawn, overlay, table } =
    props;
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
        {at}
        <Tools spec={spec} alone={alone} asTable={asTable} setAsTable={setAsTable} table={table} />
      </header>
      <div className="chart-readings" data-lines={lines}>
        {readings}
      </div>
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
              data-drawn={drawn}
            >
              {plot}
            </div>
            {said !== undefined && (
              <p className={empty === undefined ? 'chart-note' : 'chart-note chart-empty'} aria-hidden>
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

/** Beside the title, for example `at 79`. Where there is no room for all of it, there is nothing. */
export function At({ children }: { readonly children: ReactNode }) {
  return (
    <span className="chart-at">
      <span>{children}</span>
    </span>
  );
}

/** After the readings: what they count, or a remark. */
export function Unit({ text }: { readonly text: ReactNode }) {
  return <span className="chart-unit">{text}</span>;
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
  readonly value: ReactNode;
}) {
  return (
    <span className="chart-reading">
      {swatch}
      <span className="chart-reading-label">{label}</span>
      {value !== '' && <strong>{value}</strong>}
    </span>
  );
}
