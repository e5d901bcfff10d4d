/** The same as `hidden.e2e.ts`, for a minute each. */
import { inject, it } from 'vitest';
import { hideAndFreeze } from './support/hidden.ts';

it('loses nothing in a tab that was hidden for a minute and then frozen', async () => {
  await hideAndFreeze(inject('isolatedSite'), { hidden: 60, frozen: 60 });
});
