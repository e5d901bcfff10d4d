/** What this page or device lacks, with the remedy; gone for the rest of the visit when dismissed. */
import { useState } from 'react';
import { X } from 'lucide-react';
import { capabilityNotes } from '../capabilities.ts';
import { capabilities } from '../lab.ts';

export function CapabilityNotes() {
  const [dismissed, setDismissed] = useState(false);
  const notes = capabilityNotes(capabilities);
  if (dismissed || notes.length === 0) return null;
  return notes.map(({ id, message, remedy }) => (
    <section key={id} className="capability" role="note" data-testid={`capability-${id}`}>
      <p>
        {message} <span className="capability-remedy">{remedy}</span>
      </p>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Dismiss"
        onClick={() => setDismissed(true)}
      >
        <X aria-hidden />
      </button>
    </section>
  ));
}
