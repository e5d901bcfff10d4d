/** What this browser and device offer, what the lab uses of it and why, and the proof that it computes rightly. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Check, ClipboardCopy, Gauge, Minus, X } from 'lucide-react';
import { ActionButton, Button } from '../components/Button.tsx';
import { actions, capabilities, selfTests } from '../lab.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { copyText } from '../copyText.ts';
import { Page } from '../views/Page.tsx';
import { explainTransport } from './capabilities.ts';
import { inspectDevice, type AdapterReport, type DeviceReport } from './device.ts';
import { browserFacts, limitFacts, type Fact } from './facts.ts';
import { SelfTest } from './SelfTest.tsx';
import { expectedEngine } from './words.ts';
import './capabilities.css';

export default function CapabilitiesPage() {
  const [report, setReport] = useState<DeviceReport>();
  useEffect(() => {
    let shown = true;
    void inspectDevice().then((found) => shown && setReport(found));
    selfTests.begin();
    return () => {
      shown = false;
    };
  }, []);
  return (
    <Page
      title="This device"
      purpose="What this browser and device offer, what the lab makes of it, and whether it computes rightly here. A run goes on meanwhile."
      testId="capabilities-page"
    >
      <SelfTest />
      <InUse report={report} />
      <section className="device-section" aria-labelledby="browser-facts">
        <h3 id="browser-facts">This browser</h3>
        <dl className="device-facts" data-testid="browser-facts">
          {browserFacts(capabilities, report).map((fact) => (
            <FactRow key={fact.id} fact={fact} />
          ))}
        </dl>
      </section>
      {report?.adapter !== undefined && <Adapter adapter={report.adapter} />}
      <div className="dialog-buttons">
        <ActionButton action={actions.benchmark} icon={<Gauge aria-hidden />} data-testid="open-benchmark" />
        <Button onClick={() => void copyReport(report)} data-testid="copy-report">
          <ClipboardCopy aria-hidden />
          Copy all this as text
        </Button>
      </div>
    </Page>
  );
}

/** For a message to whoever looks into a device that differs. */
function copyReport(report: DeviceReport | undefined): Promise<void> {
  const { engine } = sessionStore.getState();
  const whole = {
    browser: navigator.userAgent,
    capabilities,
    device: report,
    engine,
    selfTest: selfTests.state.getState(),
  };
  return copyText(JSON.stringify(whole, null, 2), 'Copied.');
}

/** What computes the run, or would. */
function InUse({ report }: { readonly report: DeviceReport | undefined }) {
  const engine = useStore(sessionStore, (state) => state.engine);
  const transport = engine?.transport ?? (capabilities.isolated ? 'shared' : 'messages');
  return (
    <section className="device-section" aria-labelledby="in-use">
      <h3 id="in-use">What the lab uses</h3>
      <dl className="device-facts">
        <div>
          <dt>Engine</dt>
          <dd className="device-value">
            {engine === undefined
              ? expectedEngine(capabilities, report)
              : `${engine.descriptor.backend}, ${engine.descriptor.adapter}`}
          </dd>
          <dd className="device-use">
            {engine?.reason ??
              'Chosen when a run starts: WebGPU on a real GPU, else the lab’s own WebAssembly kernels, else TensorFlow.js.'}
          </dd>
        </div>
        <div>
          <dt>Between threads</dt>
          <dd className="device-value">
            {{ shared: 'shared memory', messages: 'messages', 'one thread': 'one thread' }[transport]}
          </dd>
          <dd className="device-use">{explainTransport(transport)}</dd>
        </div>
      </dl>
    </section>
  );
}

const factSigns = {
  good: <Check aria-hidden />,
  missing: <X aria-hidden />,
  plain: <Minus aria-hidden />,
} as const;

function FactRow({ fact: { id, name, value, state, use } }: { readonly fact: Fact }) {
  return (
    <div data-state={state} data-testid={`fact-${id}`}>
      <dt>{name}</dt>
      <dd className="device-value">
        {factSigns[state]}
        {value}
      </dd>
      <dd className="device-use">{use}</dd>
    </div>
  );
}

function Adapter({ adapter }: { readonly adapter: AdapterReport }) {
  return (
    <section className="device-section" aria-labelledby="adapter" data-testid="adapter">
      <h3 id="adapter">Graphics adapter</h3>
      <dl className="device-pairs">
        <Pair name="Vendor">{adapter.vendor || 'not told'}</Pair>
        <Pair name="Architecture">{adapter.architecture || 'not told'}</Pair>
        <Pair name="Computes on">
          {adapter.software ? 'the processor (emulated)' : 'a graphics processor'}
        </Pair>
        {limitFacts(adapter).map(([name, value]) => (
          <Pair key={name} name={name}>
            {value}
          </Pair>
        ))}
      </dl>
      <p className="device-note">Features: {adapter.features.join(', ') || 'none beyond the core'}.</p>
    </section>
  );
}

function Pair({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
