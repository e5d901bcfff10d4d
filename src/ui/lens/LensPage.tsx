/** The lens alone, with the whole screen. */
import { Page } from '../views/Page.tsx';
import { Lens } from './Lens.tsx';

export default function LensPage() {
  return (
    <Page
      title="Objective lens"
      purpose="What each objective makes of a token that was sampled by older weights. The importance ratio says how much likelier the token has become since, and the coefficient how hard the update pushes it."
      testId="lens-page"
      wide
    >
      <Lens />
    </Page>
  );
}
