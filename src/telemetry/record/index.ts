/**
 * The record of a run: what it needs to be played again, and what it measured.
 *
 * - `record.ts` what it is · `recorder.ts` makes it while a run goes on · `file.ts` as a JSON file (`base64.ts` weights)
 */
export { decodeRecord, encodeRecord, type ParsedRecord } from './file.ts';
export {
  batchOf,
  type ChangeBatch,
  experimentAt,
  type RecordedChange,
  type RecordedFrame,
  type RecordedSample,
  type RunRecord,
  type Snapshot,
  upTo,
  withChanges,
} from './record.ts';
export { Recorder } from './recorder.ts';
