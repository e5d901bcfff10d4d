/** The frame of every chart: title, unit, readings, the plot or its table, explanation on demand. Fixed in size. */
import { memo, useState, type ReactNode, type RefObject } from 'react';
import { ChartLine, Table2 } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Tip } from '../../components/Tip.tsx';
import type { ChartSpec } from '../catalogue/index.ts';
import { Info } from './Info.tsx';
import { PLOT } from '../plot/layout.ts';

export interface CardProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly spec: ChartSpec;
  readonly unit?: string | undefined;
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
  /** Made only when it is asked for. */
  readonly table: () => ReactNode;
}

export function Card({ card, spec, unit, readings, summary, note, empty, plot, overlay, table }: CardProps) {
  const [asTable, setAsTable] = useState(false);
  const said = empty ?? note;
  const heading = `chart-title-${spec.id}`;
  return (
    <article ref={card} className="chart" aria-labelledby={heading} data-testid={`chart-${spec.id}`}>
      <header className="chart-head">
        <h3 id={heading} className="chart-title">
          {spec.title}
        </h3>
        <span className="chart-unit">{unit}</span>
        <Tools spec={spec} asTable={asTable} setAsTable={setAsTable} />
      </header>
      <div className="chart-readings">{readings}</div>
      <div className="chart-body" style={{ height: PLOT.height }}>
        {asTable ? (
          <div className="chart-table" role="region" aria-label={`${spec.title}, table`} tabIndex={0}>
            {table()}
          </div>
        ) : (
          <>
            <div
              role="img"
              aria-label={said === undefined ? summary : `${summary} ${said}`}
              data-testid={`plot-${spec.id}`}
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

interface ToolsProps {
  readonly spec: ChartSpec;
  readonly asTable: boolean;
  readonly setAsTable: (asTable: boolean) => void;
}

/** The buttons of a card; apart, because a commit of the chart need not render them. */
const Tools = memo(function Tools({ spec, asTable, setAsTable }: ToolsProps) {
  return (
    <>
      <Tip text={asTable ? 'Show as chart' : 'Show as table'}>
        <Button
          look="quiet"
          className="chart-button"
          aria-label={`${spec.title} as table`}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
        </Button>
      </Tip>
      <Info spec={spec} />
    </>
  );
});

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
