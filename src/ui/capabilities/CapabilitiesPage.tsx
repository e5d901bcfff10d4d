/** What this browser and device offer, what the lab uses of it, and the proof that it computes rightly. */
import { capabilities } from '../lab.ts';
import { Page } from '../views/Page.tsx';

export default function CapabilitiesPage() {
  return (
    <Page
      title="This device"
      purpose="What this browser and device offer, and what the lab makes of it."
      testId="capabilities-page"
    >
      <p>{capabilities.cores} threads</p>
    </Page>
  );
}
