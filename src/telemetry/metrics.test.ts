import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { metricIndex, metrics, type MetricDefinition } from './metrics.ts';

const table: readonly MetricDefinition[] = metrics;

describe('the table of metrics', () => {
  it('has unique names and labels, and finds each by its name', () => {
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
    expect(new Set(table.map(({ label }) => label)).size).toBe(table.length);
    metrics.forEach(({ name }, index) => expect(metricIndex(name)).toBe(index));
  });

  it.each(table)(
    '$name is defined in whole sentences, with a formula that typesets',
    ({ name, definition, formula }) => {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(definition).toMatch(/^[A-Z].*\.$/);
      if (formula !== undefined)
        expect(() => katex.renderToString(formula, { throwOnError: true, strict: 'error' })).not.toThrow();
    },
  );

  it('names no metric by the alias of another', () => {
    const names = new Set(table.map(({ name }) => name));
    for (const { name, aliases } of table)
      for (const alias of Object.values(aliases ?? {}))
        if (alias !== name) expect(names.has(alias), alias).toBe(false);
  });
});
