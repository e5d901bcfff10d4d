/** What this page or device lacks, with the remedy; gone for the rest of the visit when dismissed. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { X } from 'lucide-react';
import { capabilityNotes } from '../capabilities/capabilities.ts';
import { capabilities } from '../lab.ts';
import { sessionStore } from '../state/sessionStore.ts';

export function CapabilityNotes() {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const descriptor = useStore(sessionStore, (state) => state.engine?.descriptor);
  const notes = capabilityNotes(capabilities, descriptor).filter(({ id }) => !dismissed.includes(id));
  return notes.map(({ id, message, remedy }) => (
    <section key={id} className="capability" role="note" data-testid={`capability-${id}`}>
      <p>
        {message} <span className="capability-remedy">{remedy}</span>
      </p>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Dismiss"
        onClick={() => setDismissed((ids) => [...ids, id])}
      >
        <X aria-hidden />
      </button>
    </section>
  ));
}
