import { expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import type { Capture } from '../../../runtime/lens/capture.ts';
import { factsFor, syntheticBatch, syntheticDefaults, withMethod } from '../../../learning/lens/index.ts';
import { missingWords } from './words.ts';

const settings = defaultExperiment();

it('says what would provide what a batch lacks', () => {
  const { logpAveraged: _, ...facts } = syntheticBatch(syntheticDefaults, settings).minibatches[0]!.facts;
  const method = 'ppo-ewma';
  const found = factsFor(withMethod(settings, method), facts);
  if (!('missing' in found)) throw new Error('nothing is missing');
  const entry = { method, missing: found.missing } as const;
  const of = (complete: boolean) => ({ source: 'run', capture: { complete } as Capture }) as const;
  for (const complete of [true, false])
    expect(missingWords(entry, of(complete))).toMatch(/ Running .*EWMA.* for an update would provide it\.$/);
  expect(missingWords({ method: 'sapo', missing: 'needs x' }, of(false))).toMatch(/let the run go on/);
  expect(missingWords(entry, { source: 'record' })).toMatch(/A saved run does not keep that\.$/);
  expect(missingWords(entry, { source: 'synthetic' })).toMatch(/which this batch does not have\.$/);
});
