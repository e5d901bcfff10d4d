/**
 * What the controller writes down of a run, and what it says of one that is played again. All that the screen knows of
 * records is in `state/recordStore.ts`, which this writes.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { SessionEvent } from '../../runtime/session.ts';
import type { Frame } from '../../telemetry/frame.ts';
import { batchOf, Recorder, type RunRecord } from '../../telemetry/record/index.ts';
import { nothingRecorded, recordStore } from '../state/recordStore.ts';
import { sessionStore } from '../state/sessionStore.ts';

type EventOf<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { kind: Kind }>;

export class Recording {
  #recorder: Recorder | undefined;

  /** Another run begins, or none is there any more. */
  begin(experiment?: Experiment): void {
    this.#recorder = experiment && new Recorder(experiment);
    recordStore.setState(nothingRecorded);
  }

  /** A recorded run is on the screen, and no other. */
  opened(record: RunRecord): void {
    this.#recorder = undefined;
    recordStore.setState({ ...nothingRecorded, opened: record });
  }

  /** The run that begins is a recorded one, played again up to an update. */
  follows(record: RunRecord, until: number): void {
    const whole = until >= record.updates && record.fingerprint !== null;
    recordStore.setState({
      replay: { record, until },
      expected: whole ? { update: record.updates, value: record.fingerprint } : undefined,
    });
  }

  /** From here on it is another run than the recorded one. */
  departs(): void {
    recordStore.setState({ replay: undefined, expected: undefined });
  }

  /** It came to rest; what follows is no replay any more. */
  rests(): void {
    recordStore.setState({ replay: undefined });
  }

  get replaying(): boolean {
    return recordStore.getState().replay !== undefined;
  }

  frames(frames: readonly Frame[]): void {
    for (const frame of frames) this.#recorder?.frame(frame);
  }

  accuracy(event: EventOf<'accuracy'>): void {
    this.#recorder?.accuracy(event);
  }

  changed(event: EventOf<'changes'>): void {
    this.#recorder?.changed(batchOf(event));
  }

  /** Whether a run that is played again came to what its record says. */
  fingerprint({ update, value }: EventOf<'fingerprint'>): void {
    const { expected } = recordStore.getState();
    if (expected?.update !== update) return;
    recordStore.setState({ verdict: { update, same: expected.value === value } });
  }

  /** The run that is played again, or the run so far, else the one that was opened; undefined where there is nothing. */
  record(): RunRecord | undefined {
    const { replay } = recordStore.getState();
    if (replay !== undefined) return replay.record;
    const { engine, fingerprint } = sessionStore.getState();
    const name = engine === undefined ? '' : `${engine.descriptor.engine} ${engine.descriptor.backend}`;
    const record = this.#recorder?.record(name, fingerprint);
    return record === undefined || record.updates === 0 ? recordStore.getState().opened : record;
  }
}
