/**
 * Problems that the run reports, with their remedy, and short confirmations. Warnings and errors stay until they
 * are dismissed; notes and confirmations leave by themselves.
 */
import { useStore } from 'zustand';
import { Toast } from 'radix-ui';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { dismissProblem, sessionStore, type Problem } from '../state/sessionStore.ts';
import { uiStore } from '../state/uiStore.ts';
import './dialogs.css';

const NOTE_MS = 12_000;
const CONFIRMATION_MS = 4_000;

const signs = {
  note: <Info aria-label="Note" />,
  warning: <TriangleAlert aria-label="Warning" />,
  error: <CircleAlert aria-label="Error" />,
} as const;

export function Toasts() {
  const problems = useStore(sessionStore, (state) => state.problems);
  const confirmation = useStore(uiStore, (state) => state.confirmation);
  return (
    <Toast.Provider swipeDirection="right" label="Message">
      {problems.map((problem) => (
        <ProblemToast key={problem.id} problem={problem} />
      ))}
      {confirmation !== undefined && (
        <Toast.Root
          key={confirmation.id}
          className="overlay toast"
          duration={CONFIRMATION_MS}
          onOpenChange={(open) => !open && uiStore.setState({ confirmation: undefined })}
        >
          <CircleCheck aria-hidden />
          <Toast.Title data-testid="confirmation">{confirmation.text}</Toast.Title>
        </Toast.Root>
      )}
      <Toast.Viewport className="toasts" />
    </Toast.Provider>
  );
}

function ProblemToast({ problem: { id, severity, message, remedy } }: { readonly problem: Problem }) {
  return (
    <Toast.Root
      className="overlay toast"
      type={severity === 'note' ? 'background' : 'foreground'}
      duration={severity === 'note' ? NOTE_MS : Infinity}
      onOpenChange={(open) => !open && dismissProblem(id)}
      data-severity={severity}
      data-testid="problem"
    >
      {signs[severity]}
      <div>
        <Toast.Title className="toast-title">{message}</Toast.Title>
        <Toast.Description className="toast-remedy">{remedy}</Toast.Description>
      </div>
      <Toast.Close className="button button-quiet button-icon" aria-label="Dismiss">
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  );
}
