/** The fingerprint of a virtual run at its last update, to compare with another screen's; live runs have none. */
import { Copy } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../components/Button.tsx';
import { experimentStore } from '../state/experimentStore.ts';
import { sessionStore, type SessionState } from '../state/sessionStore.ts';
import { copyText } from '../copyText.ts';

type Fingerprint = NonNullable<SessionState['fingerprint']>;

/** Digits that are shown: enough to be read aloud, and two different runs agree in them once in four billion times. */
const SHOWN = 8;

function copy({ update, value }: Fingerprint): Promise<void> {
  return copyText(`update ${update}: ${value}`, 'Fingerprint copied.', `The whole fingerprint is ${value}.`);
}

export function FingerprintFact() {
  const fingerprint = useStore(sessionStore, (state) => state.fingerprint);
  const virtual = useStore(
    experimentStore,
    ({ running, draft }) => (running ?? draft).run.clock === 'virtual',
  );
  return (
    <div className="fingerprint" data-testid="fingerprint">
      {fingerprint !== undefined && (
        <p className="fingerprint-value">
          <span>
            Fingerprint at update <output data-testid="fingerprint-update">{fingerprint.update}</output>
          </span>
          <code data-testid="fingerprint-value" data-value={fingerprint.value}>
            {fingerprint.value.slice(0, SHOWN)}
          </code>
          <Button
            look="quiet"
            className="button-icon"
            aria-label="Copy the fingerprint"
            data-testid="copy-fingerprint"
            onClick={() => void copy(fingerprint)}
          >
            <Copy size={16} aria-hidden />
          </Button>
        </p>
      )}
      <p className="hood-text">
        {virtual || fingerprint !== undefined
          ? 'Compare it with a classmate’s: two virtual runs with the same fingerprint at the same update are the same to the last bit.'
          : 'A live run has no fingerprint: its threads race, and no two races are alike. The virtual clock gives runs one.'}
      </p>
    </div>
  );
}
