import { expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { Recorder } from '../../telemetry/record/index.ts';
import { nothingRecorded } from '../state/recordStore.ts';
import { recordWords, type RecordFacts } from './words.ts';

const record = { ...new Recorder(defaultExperiment()).record('wasm'), fingerprint: 'ab' };
const facts: RecordFacts = { ...nothingRecorded, last: 40, active: false, clock: 'virtual' };

it.each([
  [{ last: 0 }, /can be saved, opened/],
  [{ active: true }, /^Recording/],
  [{}, /to the last bit/],
  [{ clock: 'live' }, /never the same twice/],
  [{ replay: { record, until: 20 } }, /up to update 20/],
  [{ clock: 'live', opened: record }, /^A recorded run/],
  [{ clock: 'live', opened: { ...record, fingerprint: null } }, /never the same twice/],
  [{ verdict: { update: 40, same: true } }, /same fingerprint as recorded/],
  [{ verdict: { update: 40, same: false } }, /different from the record/],
  // What goes on now before what was found before.
  [{ replay: { record, until: 20 }, verdict: { update: 40, same: true } }, /^Playing again/],
] as const satisfies readonly (readonly [Partial<RecordFacts>, RegExp])[])('%j', (change, words) => {
  expect(recordWords({ ...facts, ...change })).toMatch(words);
});
