/**
 * A drawer beneath the stage, which keeps the rest of the height: a sheet above the bar of buttons where the screen is
 * narrow. It takes the keys when it opens, because it lies after all charts, and gives them back; Escape closes it.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button } from './Button.tsx';
import './drawer.css';

export interface DrawerProps {
  /** Its class, and what its test names begin with. */
  readonly name: string;
  readonly title: string;
  /** What it shows, in a few words. */
  readonly count: ReactNode;
  readonly tools?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Drawer({ name, title, count, tools, closeLabel, onClose, children }: DrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => takeFocus(drawer.current!), []);
  return (
    <section
      ref={drawer}
      tabIndex={-1}
      className={`drawer ${name}`}
      aria-label={title}
      data-testid={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="drawer-head">
        <h2 className="drawer-title">{title}</h2>
        <p className="drawer-count" data-testid={`${name}-count`}>
          {count}
        </p>
        {tools}
        <Button
          look="quiet"
          className="button-icon drawer-close"
          aria-label={closeLabel}
          data-testid={`${name}-close`}
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </header>
      {children}
    </section>
  );
}

/** Brings keys to the drawer; they return to where they were when it closes. */
function takeFocus(drawer: HTMLElement): () => void {
  const before = document.activeElement;
  drawer.focus({ preventScroll: true });
  return () => {
    // The drawer's last focus has gone to the page with it.
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  };
}
