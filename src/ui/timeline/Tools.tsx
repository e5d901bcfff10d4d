/** The timeline's buttons: whatever a wheel, a drag or a key does, and saving it. */
import { useSyncExternalStore } from 'react';
import {
  ChartNoAxesGantt,
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  SkipForward,
  Table2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { traceOf } from '../../telemetry/timeline/index.ts';
import { Button } from '../components/Button.tsx';
import { Tip } from '../components/Tip.tsx';
import { download } from '../download.ts';
import type { RunView } from '../run/runView.ts';
import { announce } from '../state/uiStore.ts';
import { NEARER, STEP } from './gestures.ts';
import { sightOf } from './timelineStore.ts';

export interface ToolsProps {
  readonly run: RunView;
  readonly asTable: boolean;
  readonly setAsTable: (asTable: boolean) => void;
}

export function Tools({ run, asTable, setAsTable }: ToolsProps) {
  const sight = sightOf(run);
  const follows = useSyncExternalStore(sight.subscribe, () => sight.follows);
  return (
    <div className="timeline-tools" role="group" aria-label="What the timeline shows">
      <Tool
        name="earlier"
        tip="Earlier (←)"
        icon={<ChevronLeft aria-hidden />}
        onClick={() => sight.step(-STEP)}
      />
      <Tool
        name="later"
        tip="Later (→)"
        icon={<ChevronRight aria-hidden />}
        onClick={() => sight.step(STEP)}
      />
      <Tool
        name="out"
        tip="Longer (−)"
        icon={<ZoomOut aria-hidden />}
        onClick={() => sight.zoom(1 / NEARER)}
      />
      <Tool name="in" tip="Shorter (+)" icon={<ZoomIn aria-hidden />} onClick={() => sight.zoom(NEARER)} />
      <Tool
        name="whole"
        tip="The whole run (0)"
        icon={<Maximize aria-hidden />}
        onClick={() => sight.whole()}
      />
      <Tool
        name="now"
        tip="Follow the newest moment (End)"
        icon={<SkipForward aria-hidden />}
        pressed={follows}
        onClick={() => sight.toEnd()}
      />
      <Tool
        name="table"
        tip={asTable ? 'Show as picture' : 'Show as table'}
        icon={asTable ? <ChartNoAxesGantt aria-hidden /> : <Table2 aria-hidden />}
        pressed={asTable}
        label="Timeline as table"
        onClick={() => setAsTable(!asTable)}
      />
      <Tool
        name="trace"
        tip="Saves the timeline as a trace file, which opens in Perfetto (ui.perfetto.dev)"
        label="Save the trace; opens in Perfetto"
        icon={<Download aria-hidden />}
        onClick={() => saveTrace(run)}
      />
    </div>
  );
}

function Tool({
  name,
  tip,
  label = tip,
  icon,
  pressed,
  onClick,
}: {
  readonly name: string;
  readonly tip: string;
  readonly label?: string;
  readonly icon: ReactNode;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Tip text={tip}>
      <Button
        look="quiet"
        className="button-icon timeline-tool"
        aria-label={label}
        aria-pressed={pressed}
        data-testid={`timeline-${name}`}
        onClick={onClick}
      >
        {icon}
      </Button>
    </Tip>
  );
}

function saveTrace({ timeline, journeys, experiment, latest }: RunView): void {
  if (timeline.spans === 0) {
    announce('There is nothing on the timeline yet: press Run first.');
    return;
  }
  const { preset, run } = experiment;
  const trace = traceOf(timeline, journeys, {
    lab: 'LagLab',
    preset,
    experiment: JSON.stringify(experiment),
  });
  const name = `laglab-${preset}-seed-${run.seed}-${latest?.update ?? 0}.trace.json`;
  download(name, JSON.stringify(trace));
  announce(`Saved ${timeline.spans.toLocaleString('en')} spans. The file opens in Perfetto.`);
}
