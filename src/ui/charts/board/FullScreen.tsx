/** One chart alone on the screen, with the controls that all charts share. Escape leaves. */
import { useRef } from 'react';
import { Dialog } from 'radix-ui';
import { X } from 'lucide-react';
import '../../components/overlay.css';
import type { RunView } from '../../run/runView.ts';
import { findChart } from '../catalogue/index.ts';
import type { ChartSpec } from '../catalogue/spec.ts';
import { sizeOf } from '../plot/layout.ts';
import { AloneContext } from '../schedule/schedule.ts';
import { setAlone, useAlone } from '../view/view.ts';
import { Chart } from './Chart.tsx';
import { ChartBar } from './ChartBar.tsx';
import { useBox } from './useBox.ts';
import './fullScreen.css';

interface FullScreenProps {
  readonly run: RunView;
  readonly previous: RunView | undefined;
}

export function FullScreen(props: FullScreenProps) {
  const spec = findChart(useAlone());
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open={spec !== undefined} onOpenChange={(open) => !open && setAlone(undefined)}>
      <Dialog.Portal>
        <Dialog.Content
          className="full-screen"
          aria-describedby={undefined}
          data-testid="full-screen"
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            // No trigger of radix's opened it, so it would not know whom to give the focus back.
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          {spec !== undefined && <Inside spec={spec} {...props} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Head, readings and padding of the card. */
const FRAME = 96;

function Inside({ spec, run, previous }: FullScreenProps & { readonly spec: ChartSpec }) {
  const room = useRef<HTMLDivElement>(null);
  const { width, height, text } = useBox(room);
  const size = sizeOf(Math.max(0, width - 50), text, Math.max(120, height - FRAME));
  return (
    <AloneContext.Provider value={true}>
      <Dialog.Title className="sr-only">{spec.title}</Dialog.Title>
      <div className="full-screen-bar">
        <ChartBar run={run} />
        <Dialog.Close className="button button-plain full-screen-close" aria-label="Back to all charts">
          <X aria-hidden />
        </Dialog.Close>
      </div>
      <div ref={room} className="full-screen-room">
        {width > 0 && <Chart spec={spec} run={run} previous={previous} size={size} />}
      </div>
    </AloneContext.Provider>
  );
}
