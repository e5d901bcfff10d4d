/** The head of the screen: name, state of the run, what computes it, and what belongs to the page as a whole. */
import { useStore } from 'zustand';
import {
  CircleHelp,
  Cpu,
  Link2,
  MemoryStick,
  Moon,
  PanelLeft,
  Projector,
  Search,
  Sun,
  SunMoon,
} from 'lucide-react';
import type { Phase } from '../../runtime/session.ts';
import { explainTransport } from '../capabilities/capabilities.ts';
import { ActionButton } from '../components/Button.tsx';
import { Explained } from '../components/Tip.tsx';
import { usePhase, useRunNews } from '../hooks.ts';
import { actions, capabilities, controller } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { preferences } from '../state/preferences.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { Mark } from './Mark.tsx';
import { SelfTestBadge } from './SelfTestBadge.tsx';
import './header.css';

export function Header({ withRail }: { readonly withRail: boolean }) {
  const theme = useStore(preferences, (state) => state.theme);
  const run = useStore(controller.runs, (runs) => runs.current);
  const themeIcon = {
    system: <SunMoon aria-hidden />,
    light: <Sun aria-hidden />,
    dark: <Moon aria-hidden />,
    projector: <Projector aria-hidden />,
  }[theme];
  return (
    <header className="header">
      {withRail && (
        <ActionButton
          action={actions.rail}
          icon={<PanelLeft aria-hidden />}
          look="quiet"
          compact
          data-testid="rail"
        />
      )}
      <h1 className="header-name">
        <Mark />
        LagLab
      </h1>
      <div className="header-state">
        <PhaseBadge />
        <Counters run={run} />
      </div>
      <div className="header-badges">
        <EngineBadge />
        <TransportBadge />
        <SelfTestBadge />
      </div>
      <div className="header-tools">
        <ActionButton
          action={actions.palette}
          icon={<Search aria-hidden />}
          look="quiet"
          compact
          data-testid="palette-button"
        />
        <ActionButton
          action={actions.copyLink}
          icon={<Link2 aria-hidden />}
          look="quiet"
          compact
          data-testid="copy-link"
        />
        <ActionButton action={actions.theme} icon={themeIcon} look="quiet" compact data-testid="theme" />
        <ActionButton
          action={actions.help}
          icon={<CircleHelp aria-hidden />}
          look="quiet"
          compact
          data-testid="help"
        />
      </div>
    </header>
  );
}

const phaseWords: Readonly<Record<Phase | 'idle', string>> = {
  idle: 'Ready',
  starting: 'Starting',
  'warm-start': 'Warm start',
  running: 'Running',
  paused: 'Paused',
  finished: 'Finished',
  stopped: 'Stopped',
  failed: 'Failed',
};

function PhaseBadge() {
  const phase = usePhase();
  return (
    <span className="phase" data-testid="phase" data-phase={phase}>
      <span className="phase-dot" aria-hidden />
      {phaseWords[phase]}
    </span>
  );
}

function Counters({ run }: { readonly run: RunView }) {
  useRunNews(run);
  const pipeline = useStore(sessionStore, (state) => state.pipeline);
  const update = Math.max(pipeline?.update ?? 0, run.latest?.update ?? 0);
  const version = Math.max(pipeline?.version ?? 0, run.latest?.version ?? 0);
  return (
    <>
      <span className="counter">
        update <output data-testid="update">{update}</output>
      </span>
      <span className="counter">
        version <output data-testid="version">{version}</output>
      </span>
    </>
  );
}

function EngineBadge() {
  const engine = useStore(sessionStore, (state) => state.engine);
  if (engine === undefined) {
    return (
      <Explained
        className="badge"
        testId="engine-badge"
        text="The engine is chosen when a run starts: WebGPU on a real GPU, else WASM. “Run” among the controls can force one."
      >
        <Cpu aria-hidden />
        <span>{capabilities.webgpu ? 'WebGPU or WASM' : 'WASM'}</span>
      </Explained>
    );
  }
  const { descriptor, parameters, reason } = engine;
  return (
    <Explained
      className="badge"
      testId="engine-badge"
      text={
        <>
          {reason} Engine {descriptor.engine}, backend {descriptor.backend}, {descriptor.adapter};{' '}
          {parameters.toLocaleString('en')} parameters.
          {descriptor.backend === 'webgpu' &&
            descriptor.software &&
            ' This adapter computes on the CPU, which is slower than WASM.'}
        </>
      }
    >
      <Cpu aria-hidden />
      <span>{descriptor.backend}</span>
      <span className="badge-detail">{descriptor.adapter}</span>
    </Explained>
  );
}

function TransportBadge() {
  const transport = useStore(sessionStore, (state) => state.engine?.transport);
  const expected = transport ?? (capabilities.isolated ? 'shared' : 'messages');
  const words = { shared: 'shared memory', messages: 'messages', 'one thread': 'one thread' }[expected];
  return (
    <Explained className="badge badge-transport" testId="transport-badge" text={explainTransport(expected)}>
      <MemoryStick aria-hidden />
      <span>{words}</span>
    </Explained>
  );
}
