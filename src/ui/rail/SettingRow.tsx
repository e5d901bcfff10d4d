/** One setting of the table as one row of the rail: name, value, control, restore, and what to know about it. */
import { useStore } from 'zustand';
import { RotateCcw, Undo2 } from 'lucide-react';
import { get, settingOf } from '../../experiment/fields.ts';
import { checkRules } from '../../experiment/schema.ts';
import type { Field, SettingValue } from '../../experiment/settings/index.ts';
import { baseOf, experimentStore } from '../state/experimentStore.ts';
import { wordsFor } from '../state/fields.ts';
import { controller } from '../lab.ts';
import { Tip } from '../components/Tip.tsx';
import { ChoiceControl, FlagControl, NumberControl } from './controls.tsx';
import { ListControl } from './ListControl.tsx';
import { ObjectiveChooser } from './objective/Chooser.tsx';
import { SettingName } from './SettingName.tsx';
import { unusedBecause } from './groups.ts';
import './setting.css';

export function SettingRow({ field }: { readonly field: Field }) {
  const setting = settingOf(field);
  const value: SettingValue = useStore(experimentStore, ({ draft }) => get(draft, field));
  const normal: SettingValue = useStore(experimentStore, ({ draft }) => get(baseOf(draft), field));
  const waiting = useStore(
    experimentStore,
    ({ draft, running }) => running !== undefined && get(running, field) !== get(draft, field),
  );
  const running = useStore(experimentStore, (state) => state.running !== undefined);
  const unused = useStore(experimentStore, ({ draft }) => unusedBecause(field, draft));
  const changed = value !== normal;
  const broken = useStore(
    experimentStore,
    ({ draft }) => checkRules(draft).find((problem) => problem.field === field)?.message,
  );
  const set = (next: SettingValue) => controller.set(field, next);

  const restore = (
    <Tip text={`Restore ${wordsFor(field, normal)}`}>
      <button
        type="button"
        className="setting-restore"
        aria-label={`Restore ${setting.label} to ${wordsFor(field, normal)}`}
        data-testid={`restore-${field}`}
        hidden={!changed}
        onClick={() => set(normal)}
      >
        <Undo2 aria-hidden />
      </button>
    </Tip>
  );

  return (
    <div
      className="setting"
      data-field={field}
      data-kind={setting.kind}
      data-changed={changed}
      data-waiting={waiting}
      data-unused={unused !== undefined}
      data-testid={`setting-${field}`}
    >
      <div className="setting-head">
        <SettingName field={field} />
        {setting.effect === 'reset' && running && (
          <Tip text="Needs a reset: a change of this waits until the run starts again.">
            <span className="setting-reset" role="img" aria-label="Needs a reset" tabIndex={0}>
              <RotateCcw aria-hidden />
            </span>
          </Tip>
        )}
        {setting.kind !== 'number' && restore}
      </div>
      {setting.kind === 'number' && (
        <NumberControl field={field} setting={setting} value={value as number} onChange={set}>
          {restore}
        </NumberControl>
      )}
      {field === 'objective.name' && <ObjectiveChooser />}
      {setting.kind === 'choice' && field !== 'objective.name' && (
        <ChoiceControl field={field} setting={setting} value={value as string} onChange={set} />
      )}
      {setting.kind === 'list' && (
        <ListControl field={field} setting={setting} value={value as string} onChange={set} />
      )}
      {setting.kind === 'flag' && <FlagControl setting={setting} value={value as boolean} onChange={set} />}
      {broken !== undefined && (
        <p className="setting-note setting-note-broken" role="alert">
          {broken}
        </p>
      )}
      {waiting && <p className="setting-note setting-note-waiting">Needs a reset.</p>}
      {unused !== undefined && !waiting && <p className="setting-note">{unused}</p>}
    </div>
  );
}
