/** The buttons of a chart: its table, the table as CSV, the whole screen, the explanation. */
import { memo, useLayoutEffect, useRef } from 'react';
import { ChartLine, Copy, Maximize2, Table2 } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Tip } from '../../components/Tip.tsx';
import { copyText } from '../../copyText.ts';
import type { ChartSpec } from '../catalogue/spec.ts';
import { csvOf, type Table } from '../data/table.ts';
import { setAlone } from '../view/view.ts';
import { Info } from './Info.tsx';

interface ToolsProps {
  readonly spec: ChartSpec;
  /** The chart fills the screen already. */
  readonly alone: boolean;
  readonly asTable: boolean;
  readonly setAsTable: (asTable: boolean) => void;
  readonly table: (whole: boolean) => Table;
}

export function Tools({ table, ...rest }: ToolsProps) {
  const latest = useRef(table);
  useLayoutEffect(() => {
    latest.current = table;
  });
  return <Buttons {...rest} latest={latest} />;
}

/** Apart, because a commit of the chart need not render them. */
const Buttons = memo(function Buttons({
  spec,
  alone,
  asTable,
  setAsTable,
  latest,
}: Omit<ToolsProps, 'table'> & { readonly latest: { readonly current: ToolsProps['table'] } }) {
  return (
    <>
      {asTable && (
        <Tip text="Copy the whole table as CSV">
          <Button
            look="quiet"
            className="chart-button"
            aria-label={`Copy ${spec.title} as CSV`}
            onClick={() => void copy(spec.title, latest.current(true))}
          >
            <Copy aria-hidden />
          </Button>
        </Tip>
      )}
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
      {!alone && (
        <Tip text="Show alone on the whole screen">
          <Button
            look="quiet"
            className="chart-button"
            aria-label={`${spec.title} alone`}
            onClick={() => setAlone(spec.id)}
          >
            <Maximize2 aria-hidden />
          </Button>
        </Tip>
      )}
      <Info spec={spec} />
    </>
  );
});

function copy(title: string, table: Table): Promise<void> {
  return copyText(csvOf(table), `${title} copied: ${table.rows.length} rows of CSV.`);
}
