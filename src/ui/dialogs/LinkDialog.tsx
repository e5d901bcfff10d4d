/** Asks before a link runs: what it sets, what could not be read, and three ways on. */
import { useStore } from 'zustand';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { Button } from '../components/Button.tsx';
import { Modal } from '../components/Modal.tsx';
import { addressBar, controller } from '../lab.ts';
import { presetTitle, spokenDifferences, type LinkReading } from '../link/reading.ts';
import './dialogs.css';

export function LinkDialog() {
  const offer = useStore(addressBar.state, (state) => state.offer);
  return offer === undefined ? null : <Question offer={offer} />;
}

function Question({ offer }: { readonly offer: LinkReading }) {
  const { experiment, problems, notes } = offer;
  const broken = problems.length > 0;
  const show = (next: Experiment) => {
    controller.show(next);
    addressBar.answer();
  };
  const run = () => {
    show(experiment);
    controller.restart();
  };
  return (
    <Modal
      open
      onClose={() => show(experiment)}
      title={broken ? 'This link is broken' : 'Run what this link sets up?'}
      description={
        broken
          ? 'Some of it could not be read. The rest is below, and nothing runs before you say so.'
          : 'The link holds a whole experiment. Nothing runs before you say so.'
      }
      testId="link-dialog"
    >
      {broken && (
        <ul className="link-problems" role="alert" data-testid="link-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="dialog-text">
          {note}
        </p>
      ))}
      <Differences experiment={experiment} />
      <div className="dialog-buttons">
        <Button look="primary" onClick={run} data-testid="link-run">
          {broken ? 'Run the rest' : 'Run'}
        </Button>
        <Button onClick={() => show(experiment)} data-testid="link-edit">
          Edit first
        </Button>
        <Button onClick={() => show(defaultExperiment())} data-testid="link-defaults">
          Use the defaults
        </Button>
      </div>
    </Modal>
  );
}

function Differences({ experiment }: { readonly experiment: Experiment }) {
  const found = spokenDifferences(experiment);
  return (
    <>
      <p>
        Preset <strong>{presetTitle(experiment)}</strong>
        {found.length === 0
          ? ', unchanged.'
          : `, with ${found.length === 1 ? 'one change' : `${found.length} changes`}:`}
      </p>
      {found.length > 0 && (
        <table className="link-table" data-testid="link-differences">
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Preset</th>
              <th scope="col">Link</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ label, preset, link }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{preset}</td>
                <td>{link}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
