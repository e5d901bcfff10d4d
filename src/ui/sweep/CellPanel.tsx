/** One cell: what it says, the curves of its runs beside those without lag, and the way to see one of them happen. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { Play, SlidersHorizontal } from 'lucide-react';
import { objectives } from '../../learning/objectives/index.ts';
import { hasCollapsed, type SweepRun, type SweepTable } from '../../telemetry/sweep/index.ts';
import { Button } from '../components/Button.tsx';
import { Modal } from '../components/Modal.tsx';
import { type HeatCell, type HeatRow, intervalText } from './measures.ts';
import { openRun, wouldEndARun } from './openRun.ts';

export interface CellPanelProps {
  readonly table: SweepTable;
  readonly row: HeatRow;
  readonly cell: HeatCell;
}

export function CellPanel({ table, row, cell }: CellPanelProps) {
  const panel = useRef<HTMLElement>(null);
  // On a narrow screen it stands above the map that it was chosen from.
  useEffect(() => {
    const page = panel.current?.closest('.page');
    if (!page || !matchMedia('(max-width: 959px)').matches) return;
    // Not by scrollIntoView, which moves what lies around the page as well.
    page.scrollTop += panel.current!.getBoundingClientRect().top - page.getBoundingClientRect().top;
  }, [cell.method, cell.lag]);
  const runs = table.runs.filter(({ method, lag }) => method === cell.method && lag === cell.lag);
  const first = Math.min(...table.lags);
  const fresh = row.cells.find(({ lag }) => lag === first)!;
  return (
    <section
      ref={panel}
      className="sweep-cell"
      aria-label={`${row.label}, lag ${cell.lag}`}
      data-testid="sweep-cell"
    >
      <h3>
        {row.label}, lag {cell.lag}
      </h3>
      <p className="sweep-words">{objectives[cell.method].words}</p>
      <dl className="sweep-facts">
        <Fact name="Final accuracy">{intervalText(cell.final)}</Fact>
        <Fact name="Mean accuracy on the way">{intervalText(cell.area)}</Fact>
        <Fact name="Since the warm start">{intervalText(cell.gain)}</Fact>
        {cell.lag !== first && (
          <Fact name={`Against lag ${first}, by seed`}>{intervalText(cell.change)}</Fact>
        )}
        <Fact name="Collapsed runs">
          {Math.round(cell.collapsed * runs.length)} of {runs.length}
        </Fact>
        {!isNaN(cell.clip) && <Fact name="Clipped tokens">{percent(cell.clip)}</Fact>}
        <Fact name="Gated tokens">{percent(cell.gated)}</Fact>
        <Fact name="Without a gradient">{percent(cell.masked)}</Fact>
      </dl>
      <Curves table={table} runs={runs} cell={cell} fresh={fresh} />
      <table className="sweep-runs">
        <caption className="sr-only">The runs of this cell</caption>
        <thead>
          <tr>
            <th scope="col">Seed</th>
            <th scope="col">Accuracy and fingerprint</th>
            <th scope="col">
              <span className="sr-only">Open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.seed} table={table} run={run} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Curves({
  table,
  runs,
  cell,
  fresh,
}: {
  readonly table: SweepTable;
  readonly runs: readonly SweepRun[];
  readonly cell: HeatCell;
  readonly fresh: HeatCell;
}) {
  const points = cell.curve.map((mean, k) => ({
    update: k * table.every,
    mean,
    fresh: fresh.curve[k],
    ...Object.fromEntries(runs.map(({ seed, right }) => [`seed${seed}`, right[k]! / table.prompts])),
  }));
  return (
    <figure className="sweep-curves">
      <LineChart
        responsive
        data={points}
        className="sweep-chart"
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="update"
          type="number"
          domain={[0, table.updates]}
          tickCount={5}
          stroke="var(--chart-axis)"
        />
        <YAxis domain={[0, 1]} ticks={[0, 0.5, 1]} width={30} stroke="var(--chart-axis)" />
        {runs.map(({ seed }) => (
          <Line
            key={seed}
            dataKey={`seed${seed}`}
            stroke="var(--chart-1)"
            strokeOpacity={0.35}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
        {cell !== fresh && (
          <Line
            dataKey="fresh"
            stroke="var(--chart-marker)"
            strokeWidth={2}
            strokeDasharray="5 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        <Line
          dataKey="mean"
          stroke="var(--chart-1)"
          strokeWidth={2.5}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </LineChart>
      <figcaption>
        Held-out accuracy by update: each seed thin, their mean bold
        {cell !== fresh && `, and dashed the mean at lag ${fresh.lag}`}.
      </figcaption>
    </figure>
  );
}

function RunRow({ table, run }: { readonly table: SweepTable; readonly run: SweepRun }) {
  const [asking, setAsking] = useState(false);
  const share = (right: number): string => (right / table.prompts).toFixed(2);
  return (
    <tr>
      <td>{run.seed}</td>
      <td className="sweep-from-to">
        {share(run.right[0]!)} → {share(run.right.at(-1)!)}
        {hasCollapsed(run) && <span className="sweep-collapsed"> collapsed</span>}
        <code>{run.fingerprint}</code>
      </td>
      <td className="sweep-open">
        <Button
          onClick={() => (wouldEndARun() ? setAsking(true) : openRun(table, run, true))}
          aria-label={`Run seed ${run.seed}`}
          data-testid={`sweep-run-${run.seed}`}
        >
          <Play aria-hidden />
          Run
        </Button>
        <Button
          look="quiet"
          className="button-icon"
          onClick={() => openRun(table, run, false)}
          aria-label={`Show seed ${run.seed} in the controls`}
          data-testid={`sweep-edit-${run.seed}`}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
        <Modal
          open={asking}
          onClose={() => setAsking(false)}
          title="End the run that goes on?"
          description="The lab runs one experiment at a time. What the present run has shown stays on the charts, faint behind the new one."
          testId="sweep-question"
        >
          <div className="dialog-buttons">
            <Button look="primary" onClick={() => openRun(table, run, true)} data-testid="sweep-run-anyway">
              Run seed {run.seed}
            </Button>
            <Button onClick={() => setAsking(false)}>Keep the present run</Button>
          </div>
        </Modal>
      </td>
    </tr>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
