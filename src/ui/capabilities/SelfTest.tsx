/** The proof: what every engine of this device computed, against stored float64 values. */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, LoaderCircle, RotateCw } from 'lucide-react';
import type { Rung } from '../../policy/engines/open.ts';
import { Button } from '../components/Button.tsx';
import { selfTests } from '../lab.ts';
import { testedEngines, verdictOf, type EngineTest } from './selfTests.ts';
import { engineNames, errorWords, outcomeWords, verdictWords } from './words.ts';

const signs: Readonly<Record<string, ReactNode>> = {
  passed: <CircleCheck aria-hidden />,
  differs: <CircleAlert aria-hidden />,
  running: <LoaderCircle aria-hidden />,
  waiting: <CircleDashed aria-hidden />,
  'not tested': <CircleMinus aria-hidden />,
};

export function SelfTest() {
  const state = useStore(selfTests.state);
  const verdict = verdictOf(state);
  const emulated = skippedAsEmulated(state.webgpu);
  return (
    <section className="device-section" aria-labelledby="self-test">
      <h3 id="self-test">Self-test</h3>
      <p className="device-verdict" role="status" data-verdict={verdict} data-testid="self-test-verdict">
        {signs[verdict]}
        <strong>{verdictWords[verdict].long}</strong>
      </p>
      <p className="device-text">
        Each engine computes the logits and the gradient of the same small policy, and both are compared with
        values that were computed in double precision and are stored with the lab. The largest error counts.
      </p>
      <div className="device-scroll" tabIndex={0} role="group" aria-label="Results by engine">
        <table className="device-table" data-testid="self-test-table">
          <thead>
            <tr>
              <th scope="col">Engine</th>
              <th scope="col">Result</th>
              <th scope="col">Largest error of a logit</th>
              <th scope="col">Largest error of the gradient</th>
              <th scope="col" className="device-time">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {testedEngines.map((rung) => (
              <EngineRow key={rung} rung={rung} test={state[rung]} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="device-note">
        A gradient’s error is a share of the largest element of its tensor. Allowed is what single precision
        and, on a GPU, the rules of WebGPU permit; a wrong kernel errs a thousand times more.
      </p>
      <div className="dialog-buttons">
        <Button onClick={() => selfTests.repeat(false)} data-testid="self-test-again">
          <RotateCw aria-hidden />
          Test again
        </Button>
        {emulated && (
          <Button onClick={() => selfTests.repeat(true)} data-testid="self-test-software">
            Test the emulated GPU as well
          </Button>
        )}
      </div>
    </section>
  );
}

/** Whether WebGPU was left out because its only adapter computes on the processor. */
function skippedAsEmulated(test: EngineTest): boolean {
  return (
    test.state === 'done' && 'because' in test.result && test.result.because.includes('computes on the CPU')
  );
}

function EngineRow({ rung, test }: { readonly rung: Rung; readonly test: EngineTest }) {
  const outcome = outcomeWords(test);
  const result = test.state === 'done' ? test.result : undefined;
  return (
    <tr data-outcome={outcome} data-testid={`self-test-${rung}`}>
      <th scope="row">
        {engineNames[rung]}
        {result !== undefined && 'passed' in result && (
          <span className="device-detail">{result.descriptor.adapter}</span>
        )}
      </th>
      <td>
        <span className="device-outcome">
          {signs[outcome]}
          {outcome}
        </span>
      </td>
      {result !== undefined && 'passed' in result ? (
        <>
          <td>
            <Measured error={result.logitError} allowed={result.tolerance.logits} />
          </td>
          <td>
            <Measured error={result.gradientError} allowed={result.tolerance.gradient} />
          </td>
          <td className="device-time">{Math.round(result.milliseconds).toLocaleString('en')} ms</td>
        </>
      ) : (
        <td colSpan={3} className="device-reason">
          {result !== undefined && 'because' in result && `Because ${result.because}.`}
        </td>
      )}
    </tr>
  );
}

function Measured({ error, allowed }: { readonly error: number; readonly allowed: number }) {
  return (
    <>
      {errorWords(error)} <span className="device-allowed">of {errorWords(allowed)} allowed</span>
    </>
  );
}
