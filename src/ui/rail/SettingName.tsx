/** The name of a setting; pressed, it says what the setting does and what others call it. */
import { Fragment, useRef, type ReactNode } from 'react';
import { Popover } from 'radix-ui';
import { get, settingOf } from '../../experiment/fields.ts';
import type { Setting } from '../../experiment/setting.ts';
import type { Field } from '../../experiment/settings/index.ts';
import { baseOf, experimentStore } from '../state/experimentStore.ts';
import { formatNumber, wordsFor } from '../state/fields.ts';
import './about.css';

const systems = { areal: 'AReaL', verl: 'verl', trl: 'TRL' } as const;

export function SettingName({ field }: { readonly field: Field }) {
  const setting = settingOf(field);
  const name = useRef<HTMLButtonElement>(null);
  // Beside the whole row, so that the control that is explained stays in sight.
  const row = useRef({
    getBoundingClientRect: () => name.current!.closest('.setting')!.getBoundingClientRect(),
  });
  return (
    <Popover.Root>
      <Popover.Anchor virtualRef={row} />
      <Popover.Trigger className="setting-name" ref={name}>
        <span className="setting-label">{setting.label}</span>
        {setting.symbol !== undefined && <i className="setting-symbol">{setting.symbol}</i>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="overlay popover about"
          aria-label={setting.label}
          side="right"
          align="start"
          sideOffset={8}
          collisionPadding={12}
        >
          <h3 className="about-title">
            {setting.label}{' '}
            {setting.symbol !== undefined && <i className="setting-symbol">{setting.symbol}</i>}
          </h3>
          <p>{setting.help}</p>
          {setting.kind === 'choice' && (
            <dl className="about-options">
              {setting.options.map((option) => (
                <div key={option.value}>
                  <dt>{option.label}</dt>
                  <dd>{option.help}</dd>
                </div>
              ))}
            </dl>
          )}
          <dl className="about-facts">
            {setting.kind === 'number' && (
              <Fact name="Range">
                {formatNumber(setting.min)} to {formatNumber(setting.max)} {setting.unit ?? ''}
              </Fact>
            )}
            <Fact name="Preset">{wordsFor(field, get(baseOf(experimentStore.getState().draft), field))}</Fact>
            <Fact name="Acts">{setting.effect === 'live' ? 'at the next update' : 'after a reset'}</Fact>
            <Fact name="In links">
              <code>{setting.url}</code>
            </Fact>
          </dl>
          <ForeignNames setting={setting} />
          <Popover.Arrow className="about-arrow" />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Lets a long key break after its dots and underscores. */
function breakable(key: string): ReactNode {
  return key.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ForeignNames({ setting }: { readonly setting: Setting }) {
  const known = (Object.entries(systems) as [keyof typeof systems, string][]).filter(
    ([system]) => setting.keys?.[system] !== undefined,
  );
  if (known.length === 0)
    return <p className="about-none">No equivalent key of AReaL, verl or TRL is listed.</p>;
  return (
    <dl className="about-facts about-keys" aria-label="The same setting elsewhere">
      {known.map(([system, name]) => (
        <Fact key={system} name={name}>
          <code>{breakable(setting.keys?.[system] ?? '')}</code>
        </Fact>
      ))}
    </dl>
  );
}
