/** Accessibility by axe-core: its rules for WCAG 2.2 A and AA and its own best practices, on what the page shows now. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Target size is of WCAG 2.2, and off by itself. */
const ALL: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** The rules that can fail in one theme and hold in another. */
const LOOKS: RunOptions = { runOnly: ['color-contrast', 'target-size', 'scrollable-region-focusable'] };

/**
 * Violations in words, one for each element; empty where there is none. The page is looked at from its top: what is
 * scrolled below a bar that stays is covered for the moment, which is no violation.
 * @param looks whether to look at colour and size alone
 * @param within a selector of what is looked at, the whole page if none is given
 */
export async function violations(page: Page, looks = false, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations: found } = await page.evaluate(
    ({ where, how }) => {
      for (const scrolled of [document.scrollingElement, document.querySelector('.stage')]) {
        scrolled?.scrollTo({ top: 0, behavior: 'instant' });
      }
      const { axe } = window as unknown as { axe: { run(where: string, how: object): Promise<AxeResults> } };
      return axe.run(where, { ...how, resultTypes: ['violations'] });
    },
    { where: within, how: looks ? LOOKS : ALL },
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.replace(/\s+/g, ' ').slice(0, 300) ?? '';
      return `${id} (${help}) at ${target.join(' ')}: ${why}`;
    }),
  );
}
