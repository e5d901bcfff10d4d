/** Buttons: one for free use, one that is made from an action and shows its label, key and help. */
import type { ComponentProps, ReactNode } from 'react';
import { ariaKey, keyName, type Action } from '../actions/action.ts';
import { useActionState } from '../hooks.ts';
import { Tip } from './Tip.tsx';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'quiet';
}

export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`button button-${look} ${className}`} {...rest} />;
}

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  readonly action: Action;
  readonly icon?: ReactNode;
  /** Shows the icon alone; the label is read out. */
  readonly compact?: boolean;
}

/**
 * A button that is an action. When the action is not available it stays focusable, so that a keyboard user does
 * not lose their place as the phase changes.
 */
export function ActionButton({ action, icon, compact = false, ...rest }: ActionButtonProps) {
  const state = useActionState();
  const label = action.label(state);
  const enabled = action.enabled(state);
  const key = action.keys[0];
  return (
    <Tip
      text={
        <>
          {compact && <strong>{label}. </strong>}
          {action.help} {key !== undefined && <kbd className="key">{keyName(key)}</kbd>}
        </>
      }
    >
      <Button
        {...rest}
        className={`${rest.className ?? ''} ${compact ? 'button-icon' : ''}`}
        aria-label={compact ? label : undefined}
        aria-disabled={!enabled}
        aria-keyshortcuts={key === undefined ? undefined : ariaKey(key)}
        onClick={() => {
          if (enabled) action.run();
        }}
      >
        {icon}
        {!compact && <span>{label}</span>}
      </Button>
    </Tip>
  );
}
