/** What computes the run, for whoever wants to know: engine, memory, threads. Closed until it is opened. */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { explainTransport } from '../capabilities/capabilities.ts';
import { capabilities } from '../lab.ts';
import { sessionStore } from '../state/sessionStore.ts';
import './hood.css';

export function UnderTheHood() {
  const engine = useStore(sessionStore, (state) => state.engine);
  const workers = useStore(sessionStore, (state) => state.workers);
  const learnerTensors = useStore(sessionStore, (state) => state.learnerTensors);
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
          <Row name="Tensors, learner">
            <span data-testid="learner-tensors">{learnerTensors}</span>
          </Row>
          {workers.map(({ worker, tensors }) => (
            <Row key={worker} name={`Tensors, worker ${worker + 1}`}>
              <span data-testid={`worker-tensors-${worker}`}>{tensors}</span>
            </Row>
          ))}
        </dl>
      </div>
      {engine !== undefined && (
        <p className="hood-text">
          {engine.reason} {explainTransport(engine.transport)}
        </p>
      )}
    </details>
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
