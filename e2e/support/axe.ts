/** Accessibility by axe-core: every rule for WCAG 2.2 A and AA and axe's own best practices, on what the page shows now. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Violations in words, one for each element; empty where there is none.
 * @param within a selector of what is looked at, the whole page if none is given
 */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations: found } = await page.evaluate((selector) => {
    const { axe } = window as unknown as { axe: { run(where: string, how: object): Promise<AxeResults> } };
    // Of WCAG 2.2, and off by itself.
    return axe.run(selector, { rules: { 'target-size': { enabled: true } } });
  }, within);
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.replace(/\s+/g, ' ').slice(0, 300) ?? '';
      return `${id} (${help}) at ${target.join(' ')}: ${why}`;
    }),
  );
}
