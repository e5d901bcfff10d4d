/**
 * The screen (design §6): header, rail of controls, stage. Where it is too narrow for a rail, or the rail is
 * hidden, a bar at the bottom keeps the run buttons in reach and opens the controls as a sheet. A page beside the lab
 * takes the place of rail and stage.
 */
import { useStore } from 'zustand';
import { Dialog, Tooltip } from 'radix-ui';
import { Dices, RotateCcw, SlidersHorizontal, StepForward, X } from 'lucide-react';
import { ActionButton, Button } from './components/Button.tsx';
import { HelpDialog } from './dialogs/HelpDialog.tsx';
import { LinkDialog } from './dialogs/LinkDialog.tsx';
import { Toasts } from './dialogs/Toasts.tsx';
import { Header } from './header/Header.tsx';
import { NARROW, useMedia } from './hooks.ts';
import { Inspector } from './inspector/index.tsx';
import { actions } from './lab.ts';
import { LensDrawer } from './lens/index.tsx';
import { Palette } from './palette/Palette.tsx';
import { RailBody } from './rail/Rail.tsx';
import { RunButton, RunControls } from './rail/RunControls.tsx';
import { Stage } from './stage/Stage.tsx';
import { TimelineDrawer } from './timeline/index.tsx';
import { uiStore } from './state/uiStore.ts';
import { viewStore } from './state/view.ts';
import { ViewPage } from './views/index.tsx';
import './app.css';

export function App() {
  const narrow = useMedia(NARROW);
  const railOpen = useStore(uiStore, (state) => state.railOpen);
  const view = useStore(viewStore, (state) => state.view);
  const lab = view === 'lab';
  const withRail = lab && !narrow && railOpen;
  return (
    <Tooltip.Provider delayDuration={400}>
      <div className="app" data-rail={withRail}>
        <Header withRail={!narrow && lab} />
        {view !== 'lab' && <ViewPage view={view} />}
        {withRail && (
          <aside className="rail" aria-label="Controls">
            <div className="rail-top">
              <RunControls />
            </div>
            <RailBody />
          </aside>
        )}
        {lab && (
          <div className="workbench">
            <Stage />
            <Inspector />
            <TimelineDrawer />
            <LensDrawer />
          </div>
        )}
        {lab && !withRail && <BottomBar />}
      </div>
      <HelpDialog />
      <Palette />
      <LinkDialog />
      <Toasts />
    </Tooltip.Provider>
  );
}

function BottomBar() {
  const open = useStore(uiStore, (state) => state.sheetOpen);
  const setOpen = (sheetOpen: boolean) => uiStore.setState({ sheetOpen });
  return (
    <section className="bottom-bar" aria-label="Run">
      <RunButton />
      <ActionButton action={actions.step} icon={<StepForward aria-hidden />} compact data-testid="step" />
      <ActionButton action={actions.reset} icon={<RotateCcw aria-hidden />} compact data-testid="reset" />
      <ActionButton action={actions.newSeed} icon={<Dices aria-hidden />} compact data-testid="new-seed" />
      <Dialog.Root open={open} onOpenChange={setOpen} modal={false}>
        <Dialog.Trigger asChild>
          <Button className="bottom-settings" data-testid="open-controls">
            <SlidersHorizontal aria-hidden />
            Controls
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Content
            className="overlay sheet"
            aria-describedby={undefined}
            data-testid="sheet"
            onInteractOutside={(event) => event.preventDefault()}
          >
            <div className="sheet-head">
              <Dialog.Title className="sheet-title">Controls</Dialog.Title>
              <Dialog.Close className="button button-quiet button-icon" aria-label="Close">
                <X aria-hidden />
              </Dialog.Close>
            </div>
            <RailBody />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </section>
  );
}
