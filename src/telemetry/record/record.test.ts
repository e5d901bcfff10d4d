/** Records survive the way through a file, and what is no record is refused in words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { experimentArbitrary, valueArbitrary } from '../../experiment/arbitraries.ts';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { differences, fields } from '../../experiment/fields.ts';
import { checkRules } from '../../experiment/schema.ts';
import type { SettingValue } from '../../experiment/settings/index.ts';
import { mapHistograms } from '../frame.ts';
import { metrics } from '../metrics.ts';
import {
  batchOf,
  type ChangeBatch,
  decodeRecord,
  encodeRecord,
  experimentAt,
  Recorder,
  type RunRecord,
  upTo,
  withChanges,
} from './index.ts';

const live = fields.filter(({ setting }) => setting.effect === 'live');

const change = fc
  .constantFrom(...live)
  .chain(({ field, setting }) => valueArbitrary(setting).map((value) => ({ field, value })));

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const values = fc
  .array(fc.option(finite, { nil: NaN }), { minLength: metrics.length, maxLength: metrics.length })
  .map((row) => Float64Array.from(row));

/** A run's record; its changes keep the rules between settings. */
const records: fc.Arbitrary<RunRecord> = fc
  .record({
    experiment: experimentArbitrary(),
    engine: fc.string({ maxLength: 20 }),
    steps: fc.array(fc.tuple(fc.nat(3), fc.array(change, { minLength: 1, maxLength: 3 })), { maxLength: 4 }),
    rows: fc.array(fc.tuple(finite, fc.nat(99), values), { maxLength: 6 }),
    fingerprint: fc.option(fc.stringMatching(/^[0-9a-f]{16}$/), { nil: null }),
    accuracy: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  })
  .map(({ experiment, engine, steps, rows, fingerprint, accuracy }): RunRecord => {
    const changes: ChangeBatch[] = [];
    let now: Experiment = experiment;
    let update = 1;
    for (const [gap, wanted] of steps) {
      update += gap;
      const next = withChanges(now, { update, changes: wanted });
      const batch = batchOf({ update, changes: differences(now, next) });
      if (batch.changes.length === 0 || checkRules(next).length > 0) continue;
      changes.push(batch);
      now = next;
    }
    return {
      experiment,
      engine,
      changes,
      updates: rows.length + 1,
      fingerprint,
      accuracy: accuracy.map((value, at) => ({ stage: at === 0 ? 'warm' : 'update', update: at, value })),
      frames: rows.map(([seconds, count, row], at) => ({
        update: at + 1,
        version: count,
        seconds: seconds + 0,
        samples: count,
        revision: 0,
        values: row.map((value) => value + 0),
      })),
    };
  });

function frameOf(update: number, values: Float64Array): Parameters<Recorder['frame']>[0] {
  const head = { update, version: update - 1, seconds: update, samples: 4 * update, revision: 0 };
  return { ...head, values, ...mapHistograms((_, counts) => new Float64Array(counts)) };
}

function decoded(text: string): RunRecord {
  const parsed = decodeRecord(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.record;
}

function refusal(change: (data: Record<string, unknown>) => void): string {
  const recorder = new Recorder(defaultExperiment());
  recorder.frame(frameOf(1, new Float64Array(metrics.length).fill(0.5)));
  recorder.changed({ update: 1, changes: [{ field: 'schedule.maxStaleness', value: 8 }] });
  const data = JSON.parse(encodeRecord(recorder.record('wasm'))) as Record<string, unknown>;
  change(data);
  const parsed = decodeRecord(JSON.stringify(data));
  return parsed.ok ? `taken, with notes: ${parsed.notes.join(' ')}` : parsed.message;
}

const floats = fc.float32Array({ maxLength: 40 });

describe('a record', () => {
  it('keeps weights to the last bit, and refuses what is none', () => {
    const recorder = new Recorder(defaultExperiment());
    fc.assert(
      fc.property(floats, (parameters) => {
        const record = { ...recorder.record('wasm'), snapshots: [{ update: 0, parameters }] };
        const [snapshot] = decoded(encodeRecord(record)).snapshots!;
        expect(new Uint32Array(snapshot!.parameters.buffer)).toEqual(
          new Uint32Array(parameters.slice().buffer),
        );
      }),
      { numRuns: 60 },
    );
    const broken = (text: string) =>
      refusal((data) => void (data['snapshots'] = [{ update: 1, parameters: text }]));
    expect([broken('§'), broken('AAA=')]).toEqual(
      Array(2).fill('The weights after update 1 cannot be read.'),
    );
  });

  it('comes out of its file as it went in', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(decoded(encodeRecord(record))).toEqual(record);
      }),
      { numRuns: 60 },
    );
  });

  it('says which settings an update ran under, and is cut at any update', () => {
    fc.assert(
      fc.property(records, fc.nat(8), (record, update) => {
        const cut = upTo(record, update);
        for (let at = 1; at <= Math.min(update, record.updates); at++) {
          expect(experimentAt(cut, at)).toEqual(experimentAt(record, at));
        }
        expect(cut.frames.every((frame) => frame.update <= update)).toBe(true);
        expect(cut.fingerprint).toBe(update < record.updates ? null : record.fingerprint);
      }),
      { numRuns: 60 },
    );
  });

  it('ends where the newest fingerprint is from, if its frame has come', () => {
    const recorder = new Recorder(defaultExperiment());
    const values = new Float64Array(metrics.length);
    for (let update = 1; update <= 4; update++) {
      recorder.frame(frameOf(update, values));
    }
    expect(recorder.record('wasm', { update: 3, value: 'ab' })).toMatchObject({
      updates: 3,
      fingerprint: 'ab',
    });
    expect(recorder.record('wasm', { update: 5, value: 'ab' })).toMatchObject({
      updates: 4,
      fingerprint: null,
    });
    expect(recorder.record('wasm')).toMatchObject({ updates: 4, fingerprint: null });
  });
});

describe('what is no record', () => {
  it('is refused in words, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const parsed = decodeRecord(text);
        expect(parsed.ok ? '' : parsed.message).toMatch(/^The .+\.$/s);
      }),
      { numRuns: 200 },
    );
  });

  const set = (value: Record<string, SettingValue>, update = 1) => [{ update, set: value }];

  it.each([
    ['another version', (data) => (data['version'] = 2), /version 2 of the format; this lab reads 1/],
    [
      'another preset',
      (data) => (data['experiment'] = { schema: 1, preset: 'none' }),
      /preset must be one of/,
    ],
    ['an unknown setting', (data) => (data['changes'] = set({ 'a.b': 1 })), /no setting called "a\.b"/],
    [
      'a value out of range',
      (data) => (data['changes'] = set({ 'schedule.maxStaleness': 1e6 })),
      /between 0 and/,
    ],
    [
      'a setting that needs a reset',
      (data) => (data['changes'] = set({ 'policy.width': 32 })),
      /cannot change while/,
    ],
    [
      'changes out of order',
      (data) =>
        (data['changes'] = [
          ...set({ 'schedule.maxStaleness': 3 }, 5),
          ...set({ 'schedule.maxStaleness': 4 }, 2),
        ]),
      /not in order: update 2 after 5/,
    ],
    [
      'columns of different lengths',
      (data) => ((data['columns'] as Record<string, unknown>)['ess'] = [1, 2]),
      /2 rows, not 1/,
    ],
    [
      'an update twice',
      (data) => ((data['columns'] as Record<string, unknown>)['update'] = [3]),
      /ascend up to 1; row 1 says 3/,
    ],
    [
      'a gap in a head',
      (data) => ((data['columns'] as Record<string, unknown>)['seconds'] = [null]),
      /"seconds" must hold 1 numbers/,
    ],
    ['no changes at all', (data) => delete data['changes'], /"changes" cannot be read/],
    [
      'an unknown measurement is left out, with a note',
      (data) => ((data['columns'] as Record<string, unknown>)['novelty'] = [1]),
      /^taken, with notes: .*"novelty"/,
    ],
  ] as const satisfies readonly (readonly [string, (data: Record<string, unknown>) => unknown, RegExp])[])(
    '%s',
    (_, change, words) => {
      expect(refusal((data) => void change(data))).toMatch(words);
    },
  );

  it('does not refuse what it wrote itself', () => {
    expect(refusal(() => undefined)).toBe('taken, with notes: ');
  });
});
