/** The control of a list: one line that shows it and takes what is typed on Enter and when the focus leaves. */
import { useId, useState, type KeyboardEvent } from 'react';
import { parseValue } from '../../experiment/fields.ts';
import type { ListSetting } from '../../experiment/setting.ts';
import type { Field } from '../../experiment/settings/index.ts';

interface Props {
  readonly field: Field;
  readonly setting: ListSetting;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ListControl({ field, setting, value, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const messageId = useId();
  const reading = typed === undefined ? undefined : parseValue(setting, typed);
  const message = reading?.ok === false ? `It ${reading.message}` : undefined;

  const take = () => {
    if (reading?.ok === true && reading.value !== value) onChange(String(reading.value));
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && message === undefined) take();
    if (event.key === 'Escape') {
      // First what was typed goes, then the focus, so that plain keys work again.
      if (typed === undefined) event.currentTarget.blur();
      else setTyped(undefined);
      event.stopPropagation();
    }
  };

  return (
    <>
      <input
        className="number list"
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder="none"
        aria-label={setting.label}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : messageId}
        data-testid={`input-${field}`}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={press}
      />
      {message !== undefined && (
        <p className="setting-note setting-note-broken" id={messageId} role="alert">
          {message}
        </p>
      )}
    </>
  );
}
