/** Everything that a person can tell the lab to do, except changing a setting. */
import { isActive, isAlive } from '../state/sessionStore.ts';
import { nextTheme, preferences, setTheme } from '../state/preferences.ts';
import { uiStore } from '../state/uiStore.ts';
import { closeView, openView, viewStore } from '../state/view.ts';
import { closeLensDrawer, openLensDrawer, openLensPage } from '../lens/state/lensStore.ts';
import type { Action } from './action.ts';

/** What the actions need of the controller and the address bar. */
export interface ActionTargets {
  run(): void;
  pause(): void;
  step(): void;
  stepEvent(): void;
  slower(): void;
  faster(): void;
  reset(): void;
  restart(): void;
  revert(): void;
  newSeed(): void;
  copyLink(): void;
  saveRun(): void;
  openRun(): void;
}

export type ActionName =
  | 'toggle'
  | 'step'
  | 'event'
  | 'slower'
  | 'faster'
  | 'reset'
  | 'newSeed'
  | 'applyWithReset'
  | 'revert'
  | 'theme'
  | 'copyLink'
  | 'saveRun'
  | 'openRun'
  | 'rail'
  | 'inspector'
  | 'timeline'
  | 'lens'
  | 'lensPage'
  | 'sweep'
  | 'capabilities'
  | 'benchmark'
  | 'lab'
  | 'palette'
  | 'help';

export type Actions = Readonly<Record<ActionName, Action>>;

export function makeActions(targets: ActionTargets, phase: () => Parameters<typeof isActive>[0]): Actions {
  return {
    toggle: {
      id: 'toggle',
      group: 'run',
      label: (state) => {
        if (isActive(state.phase)) return 'Pause';
        if (state.phase === 'paused') return 'Resume';
        return state.phase === 'finished' ? 'Continue' : 'Run';
      },
      help: 'Starts the run, pauses it, or goes on.',
      keys: [' '],
      enabled: () => true,
      run: () => (isActive(phase()) ? targets.pause() : targets.run()),
    },
    step: {
      id: 'step',
      group: 'run',
      label: () => 'Step',
      help: 'Does exactly one update and pauses. While running, it pauses.',
      keys: ['s', '.'],
      enabled: (state) =>
        state.phase !== 'finished' && state.phase !== 'starting' && state.phase !== 'warm-start',
      run: () => targets.step(),
    },
    event: {
      id: 'event',
      group: 'run',
      label: () => 'One event',
      help: 'On the virtual clock: does the next thing that happens, however small, and pauses.',
      keys: ['e'],
      enabled: (state) =>
        state.clock === 'virtual' && state.phase !== 'finished' && state.phase !== 'starting',
      run: () => targets.stepEvent(),
    },
    slower: {
      id: 'slower',
      group: 'run',
      label: () => 'Slower',
      help: 'On the virtual clock: lets more real time pass for each simulated second.',
      keys: ['['],
      enabled: (state) => state.clock === 'virtual',
      run: () => targets.slower(),
    },
    faster: {
      id: 'faster',
      group: 'run',
      label: () => 'Faster',
      help: 'On the virtual clock: lets less real time pass, up to as fast as the computer can.',
      keys: [']'],
      enabled: (state) => state.clock === 'virtual',
      run: () => targets.faster(),
    },
    reset: {
      id: 'reset',
      group: 'run',
      label: () => 'Reset',
      help: 'Ends the run and goes back to untrained weights. Its curves stay, faint, behind the next run.',
      keys: ['r'],
      enabled: (state) => state.phase !== 'idle',
      run: () => targets.reset(),
    },
    newSeed: {
      id: 'new-seed',
      group: 'run',
      label: () => 'New seed',
      help: 'Draws another seed: other prompts, other first weights. A run starts again with it.',
      keys: ['n'],
      enabled: () => true,
      run: () => targets.newSeed(),
    },
    applyWithReset: {
      id: 'apply-with-reset',
      group: 'run',
      label: (state) => (isAlive(state.phase) ? 'Reset and apply' : 'Apply'),
      help: 'Starts again with what the controls show.',
      keys: [],
      enabled: () => true,
      run: () => targets.restart(),
    },
    revert: {
      id: 'revert',
      group: 'run',
      label: () => 'Undo',
      help: 'Puts the controls back to what is running.',
      keys: [],
      enabled: (state) => isAlive(state.phase),
      run: () => targets.revert(),
    },
    theme: {
      id: 'theme',
      group: 'screen',
      label: (state) =>
        ({
          system: 'Theme: as the system',
          light: 'Theme: light',
          dark: 'Theme: dark',
          projector: 'Theme: projector',
        })[state.theme],
      help: 'Goes from the system’s theme to light, dark and projector, which is large and strong in contrast.',
      keys: ['t'],
      enabled: () => true,
      run: () => setTheme(nextTheme(preferences.getState().theme)),
    },
    copyLink: {
      id: 'copy-link',
      group: 'page',
      label: () => 'Copy link',
      help: 'Copies the address, which always holds the whole experiment.',
      keys: ['l'],
      enabled: () => true,
      run: () => targets.copyLink(),
    },
    saveRun: {
      id: 'save-run',
      group: 'run',
      label: () => 'Save run',
      help: 'Saves the run as a file: settings, changes, all measurements, and what is needed to play it again.',
      keys: ['mod+s'],
      enabled: () => true,
      run: () => targets.saveRun(),
    },
    openRun: {
      id: 'open-run',
      group: 'run',
      label: () => 'Open run',
      help: 'Opens a saved run, to look at it, to play it again, or to go on from any of its updates.',
      keys: ['mod+o'],
      enabled: () => true,
      run: () => targets.openRun(),
    },
    rail: {
      id: 'rail',
      group: 'screen',
      label: () => 'Controls',
      help: 'Shows or hides the controls, to give the charts the whole screen.',
      keys: ['c'],
      enabled: () => true,
      run: () => uiStore.setState(({ railOpen }) => ({ railOpen: !railOpen })),
    },
    inspector: {
      id: 'inspector',
      group: 'screen',
      label: () => 'Inspector',
      help: 'Shows the last batches token by token, with the numbers behind each token.',
      keys: ['i'],
      enabled: (state) => state.view === 'lab',
      run: () =>
        uiStore.setState(({ inspectorOpen }) => ({
          inspectorOpen: !inspectorOpen,
          timelineOpen: false,
          lensOpen: false,
        })),
    },
    timeline: {
      id: 'timeline',
      group: 'screen',
      label: () => 'Timeline',
      help: 'Shows who did what when, and the way of every prompt from admission to gradient.',
      keys: ['w'],
      enabled: (state) => state.view === 'lab',
      run: () =>
        uiStore.setState(({ timelineOpen }) => ({
          timelineOpen: !timelineOpen,
          inspectorOpen: false,
          lensOpen: false,
        })),
    },
    lens: {
      id: 'lens',
      group: 'screen',
      label: () => 'Lens',
      help: 'Shows what each objective does to a token, as curves and on the batch that was just trained on.',
      keys: ['o'],
      enabled: () => true,
      run: () => {
        const { view } = viewStore.getState();
        if (view === 'lens') closeView();
        else if (view !== 'lab') openLensPage();
        else if (uiStore.getState().lensOpen) closeLensDrawer();
        else openLensDrawer();
      },
    },
    lensPage: {
      id: 'lens-page',
      group: 'page',
      label: () => 'Lens, on a page',
      help: 'Gives the objective lens the whole screen, to compare many objectives or to print.',
      keys: [],
      enabled: () => true,
      run: () => openLensPage(),
    },
    sweep: {
      id: 'sweep',
      group: 'page',
      label: () => 'What staleness costs',
      help: 'Shows what every objective learnt from samples of every age, and lets any of these runs happen again.',
      keys: ['m'],
      enabled: () => true,
      run: () => (viewStore.getState().view === 'sweep' ? closeView() : openView('sweep')),
    },
    capabilities: {
      id: 'capabilities',
      group: 'page',
      label: () => 'This device',
      help: 'Shows what this browser and device offer, and whether they compute rightly.',
      keys: ['d'],
      enabled: () => true,
      run: () => openView('capabilities'),
    },
    benchmark: {
      id: 'benchmark',
      group: 'page',
      label: () => 'Benchmark this device',
      help: 'Measures the lab’s engine beside TensorFlow.js, jax-js and what the matrix products alone take.',
      keys: ['b'],
      enabled: () => true,
      run: () => openView('benchmark'),
    },
    lab: {
      id: 'lab',
      group: 'page',
      label: () => 'Back to the lab',
      help: 'Leaves this page. A run has gone on meanwhile.',
      keys: ['escape'],
      enabled: (state) => state.view !== 'lab',
      run: () => closeView(),
    },
    palette: {
      id: 'palette',
      group: 'page',
      label: () => 'Find anything',
      help: 'Finds an action, a preset or a setting by its name, here or in AReaL, verl and TRL.',
      keys: ['mod+k', '/'],
      enabled: () => true,
      run: () => uiStore.setState({ paletteOpen: true }),
    },
    help: {
      id: 'help',
      group: 'page',
      label: () => 'Keys',
      help: 'Shows what the keys do.',
      keys: ['?'],
      enabled: () => true,
      run: () => uiStore.setState(({ helpOpen }) => ({ helpOpen: !helpOpen })),
    },
  };
}
