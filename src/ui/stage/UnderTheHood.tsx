/** What computes the run, for whoever wants to know: engine, memory, threads. Closed until it is opened. */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { explainTransport } from '../capabilities/capabilities.ts';
import { capabilities } from '../lab.ts';
import type { EngineMemory } from '../../policy/engine.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { FingerprintFact } from './FingerprintFact.tsx';
import { decimal, NO_DATA } from './format.ts';
import './hood.css';

const MIB = 1024 * 1024;

export function UnderTheHood() {
  const engine = useStore(sessionStore, (state) => state.engine);
  const workers = useStore(sessionStore, (state) => state.workers);
  const learner = useStore(sessionStore, (state) => state.learnerMemory);
  const yesNo = (fact: boolean) => (fact ? 'yes' : 'no');
  return (
    <details className="hood" data-testid="under-the-hood">
      <summary>Under the hood</summary>
      <div className="hood-columns">
        <dl className="facts">
          <Row name="Engine">{engine === undefined ? 'not started' : engine.descriptor.engine}</Row>
          <Row name="Backend">{engine?.descriptor.backend ?? '–'}</Row>
          <Row name="Adapter">{engine?.descriptor.adapter ?? '–'}</Row>
          <Row name="Parameters">{engine?.parameters ?? '–'}</Row>
          <Row name="Transport">{engine?.transport ?? '–'}</Row>
        </dl>
        <dl className="facts">
          <Row name="Cross-origin isolated">{yesNo(capabilities.isolated)}</Row>
          <Row name="Secure origin">{yesNo(capabilities.secure)}</Row>
          <Row name="WebGPU offered">{yesNo(capabilities.webgpu)}</Row>
          <Row name="Cores">{capabilities.cores}</Row>
        </dl>
        <dl className="facts">
          <Row name="Memory, learner">
            <Memory tensors={learner.tensors} bytes={learner.bytes} testId="learner-memory" />
          </Row>
          <Row name="Past weights kept">
            <Memory tensors={0} bytes={learner.kept} testId="kept-memory" />
          </Row>
          {workers.map(({ worker, tensors, bytes }) => (
            <Row key={worker} name={`Memory, worker ${worker + 1}`}>
              <Memory tensors={tensors} bytes={bytes} testId={`worker-memory-${worker}`} />
            </Row>
          ))}
        </dl>
      </div>
      <FingerprintFact />
      {engine !== undefined && (
        <p className="hood-text">
          {engine.reason} {explainTransport(engine.transport)}
        </p>
      )}
    </details>
  );
}

/** Of an engine: its size, and the live tensors where it has such. */
function Memory({ tensors, bytes, testId }: EngineMemory & { readonly testId: string }) {
  return (
    <span data-testid={testId} data-bytes={bytes}>
      {bytes === 0 ? NO_DATA : `${decimal(bytes / MIB, 1)} MiB`}
      {tensors > 0 && `, ${tensors} tensors`}
    </span>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
