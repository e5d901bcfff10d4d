/** What the keys do. Made from the actions themselves, so that it cannot be wrong. */
import { useStore } from 'zustand';
import { keyName } from '../actions/action.ts';
import { Modal } from '../components/Modal.tsx';
import { useActionState } from '../hooks.ts';
import { actions } from '../lab.ts';
import { uiStore } from '../state/uiStore.ts';
import './dialogs.css';

export function HelpDialog() {
  const open = useStore(uiStore, (state) => state.helpOpen);
  const state = useActionState();
  return (
    <Modal
      open={open}
      onClose={() => uiStore.setState({ helpOpen: false })}
      title="Keys"
      description="They work wherever no text is being typed. Arrow keys move a slider that has the focus."
      testId="help-dialog"
    >
      <table className="keys">
        <tbody>
          {Object.values(actions)
            .filter((action) => action.keys.length > 0)
            .map((action) => (
              <tr key={action.id}>
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
            ))}
        </tbody>
      </table>
    </Modal>
  );
}
