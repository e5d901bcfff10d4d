/** Every schema version ever committed keeps decoding: `examples/schema-N.json` holds links of version N. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from './experiment.ts';
import { methods } from './settings/methods/index.ts';
import { fields, get } from './fields.ts';
import { decodeLink } from './link.ts';
import { migrate, migrations, retiredField, type Migration } from './migrations.ts';
import type { Field, SettingValue } from './settings/index.ts';

interface Example {
  readonly link: string;
  readonly preset: string;
  readonly values: Partial<Record<Field, SettingValue>>;
}

const folder = join(import.meta.dirname, 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

function examplesOf(file: string): Example[] {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example[];
}

describe('committed example links', () => {
  it('exist for every schema version', () => {
    const versions = Array.from({ length: SCHEMA_VERSION }, (_, i) => `schema-${i + 1}.json`);
    expect(files.toSorted()).toEqual(versions.toSorted());
  });

  it('name every setting of the first schema at least once, those of single objectives apart', () => {
    const named = new Set(
      examplesOf('schema-1.json').flatMap(({ link }) => link.split('&').map((pair) => pair.split('=')[0])),
    );
    const missing = fields
      .filter(({ group, setting }) => !Object.hasOwn(methods, group) && !named.has(setting.url))
      .map(({ field }) => field);
    expect(missing).toEqual([]);
  });

  it.each(files.flatMap((file) => examplesOf(file).map((example) => ({ file, ...example }))))(
    '$file: $link',
    ({ link, preset, values }) => {
      const result = decodeLink(link);
      expect(result).toMatchObject({ ok: true, experiment: { schema: SCHEMA_VERSION, preset } });
      if (!result.ok) return;
      for (const [field, value] of Object.entries(values))
        expect(get(result.experiment, field as Field)).toBe(value);
    },
  );
});

describe('the chain of migrations', () => {
  it('has one for every version before the present one, in order', () => {
    expect(migrations.map(({ from }) => from)).toEqual(
      Array.from({ length: SCHEMA_VERSION - 1 }, (_, i) => i + 1),
    );
  });

  const chain: Migration[] = [
    {
      from: 1,
      retired: { stale: 'schedule.staleness' },
      migrate: ({ schedule, ...rest }) => ({ ...rest, flow: schedule }),
    },
    { from: 2, migrate: (stored) => ({ ...stored, preset: 'renamed' }) },
  ];

  it('takes a stored form through all later versions and says so', () => {
    const stored = { schema: 1, preset: 'old', schedule: { staleness: 3 } };
    expect(migrate(stored, chain, 3)).toEqual({
      ok: true,
      stored: { schema: 3, preset: 'renamed', flow: { staleness: 3 } },
      notes: ['Made with an older version of the lab (schema 1) and converted.'],
    });
    expect(migrate({ schema: 3, preset: 'x' }, chain, 3)).toEqual({
      ok: true,
      stored: { schema: 3, preset: 'x' },
      notes: [],
    });
  });

  it('still knows the short names that a past version used', () => {
    expect(retiredField('stale', 1, chain)).toBe('schedule.staleness');
    expect(retiredField('stale', 2, chain)).toBeUndefined();
    expect(retiredField('toString', 1, chain)).toBeUndefined();
  });

  it.each([undefined, null, 0, -1, 1.5, NaN, '1', {}])('refuses schema number %j', (schema) => {
    expect(migrate({ schema }).ok).toBe(false);
  });

  it('refuses versions of the future', () => {
    expect(migrate({ schema: SCHEMA_VERSION + 1 })).toMatchObject({
      ok: false,
      message: expect.stringContaining('newer version') as string,
    });
  });
});
