/** The sweep's page: every objective at every lag as a heat map, a cell's runs beside it, and how the table was made. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { ClipboardCopy, Printer } from 'lucide-react';
import type { SweepTable } from '../../telemetry/sweep/index.ts';
import { Button } from '../components/Button.tsx';
import { Segments } from '../components/Segments.tsx';
import { copyText } from '../copyText.ts';
import { Page } from '../views/Page.tsx';
import { CellPanel } from './CellPanel.tsx';
import { HeatMap } from './HeatMap.tsx';
import { finding, measureNames, type MeasureName, measures, rowsOf, sorted } from './measures.ts';
import { leaveSweep, loadSweep, showSweep, sweepStore } from './sweepStore.ts';
import './sweep.css';

export default function SweepPage() {
  const { table, failure } = useStore(sweepStore);
  useEffect(() => {
    void loadSweep();
    return leaveSweep;
  }, []);
  return (
    <Page
      title="What staleness costs each objective"
      purpose="Every objective learnt the same task from samples of exactly one age. Choose a cell to see its runs, and to let one of them happen again."
      testId="sweep-page"
    >
      {table !== undefined ? (
        <Sweep table={table} />
      ) : (
        <p role="status">{failure === undefined ? 'Loading …' : `The table cannot be shown: ${failure}.`}</p>
      )}
    </Page>
  );
}

const labels = Object.fromEntries(measureNames.map((name) => [name, measures[name].label])) as Record<
  MeasureName,
  string
>;

function Sweep({ table }: { readonly table: SweepTable }) {
  const { measure, order, cell } = useStore(sweepStore);
  const rows = useMemo(() => rowsOf(table), [table]);
  const shown = useMemo(() => sorted(rows, measure, order), [rows, measure, order]);
  const row = rows.find(({ method }) => method === cell?.method);
  const open = row?.cells.find(({ lag }) => lag === cell?.lag);
  return (
    <>
      <p className="sweep-finding" data-testid="sweep-finding">
        {finding(rows, table.lags)}
      </p>
      <div className="sweep-tools">
        <div className="sweep-measures">
          <Segments
            label="What is shown"
            options={labels}
            value={measure}
            onChange={(next) => showSweep({ measure: next })}
            testId="sweep-measure"
          />
        </div>
        <Button onClick={() => print()} data-testid="sweep-print">
          <Printer aria-hidden />
          Print
        </Button>
      </div>
      <p className="sweep-help">{measures[measure].help}</p>
      <div className="sweep-body">
        <HeatMap
          rows={shown}
          lags={table.lags}
          measure={measure}
          order={order}
          cell={cell}
          onOrder={(lag) => showSweep({ order: lag })}
          onCell={(next) => showSweep({ cell: next })}
        />
        <div className="sweep-side">
          {row !== undefined && open !== undefined && <CellPanel table={table} row={row} cell={open} />}
          <Provenance table={table} />
        </div>
      </div>
    </>
  );
}

function Provenance({ table }: { readonly table: SweepTable }) {
  const { preset, commit, updates, seeds, runs, engine, command } = table;
  return (
    <section className="sweep-made" aria-label="How the table was made" data-testid="sweep-made">
      <h3>How it was made</h3>
      <p>
        {runs.length.toLocaleString('en')} runs of {updates} updates of the preset {preset}, {seeds.length}{' '}
        seeds a cell, by the engine {[...new Set(engine.split(' '))].join(' ')}, with the code of commit{' '}
        <code>{commit.slice(0, 10)}</code>. Every objective has its default settings and none was tuned:
        another learning rate may turn an order around.
      </p>
      <pre className="sweep-command">
        <code>{command}</code>
      </pre>
      <Button onClick={() => void copyText(command, 'Copied.')} data-testid="sweep-copy">
        <ClipboardCopy aria-hidden />
        Copy the command
      </Button>
      <p>
        The same seed gives the same bits: <code>npm run sweep -- --verify public/sweeps/{preset}.json</code>{' '}
        plays five cells again and compares fingerprints.
      </p>
    </section>
  );
}
