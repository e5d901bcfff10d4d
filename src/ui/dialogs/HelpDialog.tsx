/** What the keys do. Made from the actions themselves, so that it cannot be wrong. */
import { Fragment } from 'react';
import { useStore } from 'zustand';
import { Switch } from 'radix-ui';
import { actionGroups, keyName, type Action, type ActionState } from '../actions/action.ts';
import { Modal } from '../components/Modal.tsx';
import { useActionState } from '../hooks.ts';
import { actions } from '../lab.ts';
import { preferences } from '../state/preferences.ts';
import { uiStore } from '../state/uiStore.ts';
import '../components/switch.css';
import './dialogs.css';

export function HelpDialog() {
  const open = useStore(uiStore, (state) => state.helpOpen);
  const state = useActionState();
  const plainKeys = useStore(preferences, (preferred) => preferred.plainKeys);
  return (
    <Modal
      open={open}
      onClose={() => uiStore.setState({ helpOpen: false })}
      title="Keys"
      description="They work wherever no text is being typed. Arrow keys move a slider that has the focus."
      testId="help-dialog"
    >
      <label className="keys-switch">
        <span>
          <strong>Single keys are shortcuts</strong>
          <br />
          Switch them off where speech input or a stray key sets them off.
        </span>
        <Switch.Root
          className="switch"
          checked={plainKeys}
          onCheckedChange={(next) => preferences.setState({ plainKeys: next })}
          data-testid="plain-keys"
        >
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
      </label>
      <table className="keys">
        <tbody>
          {Object.entries(actionGroups).map(([group, title]) => (
            <Fragment key={group}>
              <tr>
                <th scope="rowgroup" colSpan={2} className="keys-group">
                  {title}
                </th>
              </tr>
              {Object.values(actions)
                .filter((action) => action.group === group && action.keys.length > 0)
                .map((action) => (
                  <KeyRow key={action.id} action={action} state={state} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

function KeyRow({ action, state }: { readonly action: Action; readonly state: ActionState }) {
  return (
    <tr>
      <th scope="row">
        {action.keys.map((key) => (
          <kbd key={key} className="key">
            {keyName(key)}
          </kbd>
        ))}
      </th>
      <td>
        <strong>{action.label(state)}</strong>
        <br />
        {action.help}
      </td>
    </tr>
  );
}
