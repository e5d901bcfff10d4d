/** Whether this device computes rightly, in a word; pressed, it opens the page that proves it. */
import { useStore } from 'zustand';
import { LoaderCircle, Shield, ShieldAlert, ShieldCheck } from 'lucide-react';
import { verdictOf } from '../capabilities/selfTests.ts';
import { verdictWords } from '../capabilities/words.ts';
import { Tip } from '../components/Tip.tsx';
import { actions, selfTests } from '../lab.ts';

const signs = {
  waiting: <Shield aria-hidden />,
  running: <LoaderCircle aria-hidden />,
  passed: <ShieldCheck aria-hidden />,
  differs: <ShieldAlert aria-hidden />,
} as const;

export function SelfTestBadge() {
  const verdict = useStore(selfTests.state, verdictOf);
  const { short, long } = verdictWords[verdict];
  return (
    <Tip text={`${long} Press for the figures.`}>
      <button
        type="button"
        className="badge badge-button"
        data-verdict={verdict}
        data-testid="self-test-badge"
        onClick={() => actions.capabilities.run()}
      >
        {signs[verdict]}
        <span>Self-test {short}</span>
      </button>
    </Tip>
  );
}
