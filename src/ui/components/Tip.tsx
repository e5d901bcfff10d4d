/** A tooltip on whatever it wraps. The wrapped element has to take a ref and be focusable to be of use to keys. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Tooltip } from 'radix-ui';
import './overlay.css';

export function Tip({ text, children }: { readonly text: ReactNode; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="overlay tip" sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** A badge that explains itself: on hover and focus for a mouse and keys, on a tap for a finger. */
export function Explained({
  className,
  text,
  children,
  testId,
}: {
  readonly className: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Tooltip.Root open={open} onOpenChange={setOpen}>
      <Tooltip.Trigger
        className={className}
        data-testid={testId}
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="overlay tip" sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
