/**
 * Brings the batch that is asked for and keeps it up to date while it is shown: a run's at most once a second while it goes on,
 * and where it rests after every update. Nothing is asked while the page is hidden: an asked batch costs the learner its extra
 * passes. When it is seen again, what was missed is asked for.
 *
 * The update at which a run comes to rest is seldom one that was asked for in time. The last one that was looked at in full stays
 * then, and only where there is none does the other one take its place.
 */
import type { Controller } from '../../run/controller.ts';
import type { RunRecord } from '../../../telemetry/record/index.ts';
import { captureOfRecord } from '../../../runtime/lens/recorded.ts';
import { experimentStore } from '../../state/experimentStore.ts';
import { recordStore } from '../../state/recordStore.ts';
import { isActive, isAlive, sessionStore } from '../../state/sessionStore.ts';
import { settingsNow } from '../curves/curveSource.ts';
import { lensStore } from '../state/lensStore.ts';
import type { Capture } from '../../../runtime/lens/capture.ts';
import { batchStore, lookAt, lookAtNothing } from './batchStore.ts';
import { oldestTrained } from '../../../runtime/actors/overAge.ts';

const REFRESH_MS = 1000;

type Asked = Pick<Controller, 'capture' | 'runs'>;

/** @returns what ends it */
export function followBatch(controller: Asked): () => void {
  let ended = false;
  let asking = false;
  /** Something changed while an answer was under way. */
  let again = false;

  const ask = () => {
    if (ended || lensStore.getState().source !== 'run' || document.visibilityState === 'hidden') return;
    if (!isAlive(sessionStore.getState().phase)) {
      whole = undefined;
      lookAtNothing('There is no run yet. Press Run, or look at a made-up batch.');
      return;
    }
    const run = controller.runs.getState().current;
    if (isHeld(run)) return;
    again = asking;
    if (asking) return;
    asking = true;
    controller
      .capture()
      .then((capture) => {
        if (!ended && run === controller.runs.getState().current) showCapture(capture, run);
      })
      .finally(() => {
        asking = false;
        if (again) ask();
      });
  };

  const show = () => {
    const { source, synthetic, update } = lensStore.getState();
    if (source === 'run') ask();
    else if (source === 'record') showRecord(recordStore.getState().opened, update);
    else {
      const experiment = settingsNow();
      lookAt({ source, experiment, input: { kind: 'made', made: synthetic, settings: experiment } });
    }
  };

  const timer = setInterval(() => {
    if (isActive(sessionStore.getState().phase)) ask();
  }, REFRESH_MS);
  const stops = [
    sessionStore.subscribe((now, before) => {
      if (now.phase !== before.phase) ask();
    }),
    followUpdates(controller, () => {
      if (!isActive(sessionStore.getState().phase)) ask();
    }),
    batchStore.subscribe((now, before) => {
      if (now.wanted !== before.wanted && now.wanted !== undefined) ask();
    }),
    lensStore.subscribe((now, before) => {
      const { source, synthetic, update } = now;
      const letGo = now.token < 0 && before.token >= 0;
      if (letGo) batchStore.setState({ wanted: undefined });
      if (letGo || source !== before.source || synthetic !== before.synthetic || update !== before.update)
        show();
    }),
    recordStore.subscribe((now, before) => {
      if (now.opened !== before.opened && lensStore.getState().source === 'record') show();
    }),
    experimentStore.subscribe((now, before) => {
      if (lensStore.getState().source === 'synthetic' && settingsNow(now) !== settingsNow(before)) show();
    }),
  ];
  document.addEventListener('visibilitychange', ask);
  show();
  return () => {
    ended = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
    for (const stop of stops) stop();
  };
}

/** A token that was chosen keeps its batch: another would have another token in its place. */
function isHeld(run: object): boolean {
  const { view, token } = lensStore.getState();
  return view === 'tokens' && token >= 0 && batchStore.getState().subject?.run === run;
}

/** Tells of every update of whichever run is there. */
function followUpdates({ runs }: Pick<Controller, 'runs'>, told: () => void): () => void {
  let { current } = runs.getState();
  let { length } = current;
  const look = () => {
    if (current.length === length) return;
    length = current.length;
    told();
  };
  let stop = current.subscribe(look);
  const stopRuns = runs.subscribe((now) => {
    if (now.current === current) return;
    stop();
    ({ current } = now);
    ({ length } = current);
    stop = current.subscribe(look);
  });
  return () => {
    stopRuns();
    stop();
  };
}

/** The last capture of a run that had everything. */
let whole: { readonly run: object; readonly capture: Capture } | undefined;

function showCapture(newest: Capture | undefined, run: object): void {
  if (newest === undefined) {
    lookAtNothing('The first batch comes with the first update.');
    return;
  }
  if (newest.complete) whole = { run, capture: newest };
  else if (whole?.run !== run) whole = undefined;
  const { subject, wanted } = batchStore.getState();
  const capture = newest.update === wanted ? newest : (whole?.capture ?? newest);
  const stands = { update: newest.update };
  const before = subject?.run === run ? subject.capture : undefined;
  // The same batch again: a run that rests is asked more than once.
  if (before?.update === capture.update && before.complete === capture.complete) {
    batchStore.setState({ stands });
    return;
  }
  lookAt({ source: 'run', run, capture, experiment: capture.experiment, input: given(capture) }, stands);
}

function showRecord(record: RunRecord | undefined, update: number): void {
  if (record === undefined) {
    const which = update === 0 ? '' : ` and choose update ${update}`;
    lookAtNothing(`No saved run is open, and a link cannot bring one: open its file first${which}.`);
    return;
  }
  const found = captureOfRecord(record, update === 0 ? (updatesOf(record).at(-1) ?? record.updates) : update);
  if ('missing' in found) {
    lookAtNothing(
      `${found.missing} Play the run again from its bar: then its batches are those of this run.`,
    );
    return;
  }
  const { capture } = found;
  lookAt({ source: 'record', capture, experiment: capture.experiment, input: given(capture) });
}

function given({ batch, experiment }: Capture) {
  const oldest = oldestTrained(experiment);
  return { kind: 'given', batch, ...(oldest !== undefined && { oldest }) } as const;
}

/** Updates of a record whose answers were saved, ascending. */
export function updatesOf({ samples = [] }: RunRecord): readonly number[] {
  return [...new Set(samples.map(({ update }) => update))].sort((a, b) => a - b);
}

/** Of these the ones from whose weights gradients can be taken: those of the update before were saved. */
export function measurableOf(record: RunRecord): ReadonlySet<number> {
  const saved = new Set(record.snapshots?.map(({ update }) => update));
  return new Set(updatesOf(record).filter((update) => saved.has(update - 1)));
}
