/** A hidden tab goes on learning; one that was frozen goes on where it was, and says so. */
import { inject, it } from 'vitest';
import { hideAndFreeze } from './support/hidden.ts';

it('loses nothing in a tab that was hidden for seconds and then frozen', async () => {
  await hideAndFreeze(inject('isolatedSite'), { hidden: 3, frozen: 6 });
});
