/** The name of a setting; pressed, it says what the setting does and what others call it. */
import { Fragment, useRef, type ReactNode } from 'react';
import { Popover } from 'radix-ui';
import { useStore } from 'zustand';
import { get, settingOf } from '../../experiment/fields.ts';
import type { ForeignKeys, Setting } from '../../experiment/setting.ts';
import type { Field } from '../../experiment/settings/index.ts';
import { NARROW } from '../hooks.ts';
import { baseOf, experimentStore } from '../state/experimentStore.ts';
import { formatNumber, wordsFor } from '../state/fields.ts';
import { AboutChoice } from './objective/About.tsx';
import { choiceOf } from './objective/choices.ts';
import './about.css';

const systems = { areal: 'AReaL', verl: 'verl', trl: 'TRL', primeRl: 'prime-rl' } as const;

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
          // On a narrow screen there is nothing beside the row.
          side={matchMedia(NARROW).matches ? 'bottom' : 'right'}
          align="start"
          sideOffset={8}
          collisionPadding={12}
        >
          <h3 className="about-title">
            {setting.label}{' '}
            {setting.symbol !== undefined && <i className="setting-symbol">{setting.symbol}</i>}
          </h3>
          <p>{setting.help}</p>
          {field === 'objective.name' && <AboutChosen />}
          {setting.kind === 'choice' && field !== 'objective.name' && (
            <dl className="about-options">
              {setting.options.map((option) => (
                <div key={option.value}>
                  <dt>{option.label}</dt>
                  <dd>
                    {option.help}
                    {option.keys !== undefined && <OptionKeys keys={option.keys} />}
                  </dd>
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

/** More objectives than one could read through; the chosen one instead. */
function AboutChosen() {
  const draft = useStore(experimentStore, (state) => state.draft);
  return (
    <div className="about-chosen">
      <AboutChoice choice={choiceOf(draft)} experiment={draft} />
    </div>
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

/** The systems that have a name for it, with ours for them. */
function knownTo(keys: ForeignKeys | undefined): [keyof typeof systems, string][] {
  return (Object.entries(systems) as [keyof typeof systems, string][]).filter(
    ([system]) => keys?.[system] !== undefined,
  );
}

function OptionKeys({ keys }: { readonly keys: ForeignKeys }) {
  return knownTo(keys).map(([system, name]) => (
    <span className="about-option-key" key={system}>
      {name} <code>{breakable(keys[system] ?? '')}</code>
    </span>
  ));
}

function ForeignNames({ setting }: { readonly setting: Setting }) {
  const known = knownTo(setting.keys);
  if (known.length === 0)
    return <p className="about-none">No equivalent key of AReaL, verl, TRL or prime-rl is listed.</p>;
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
