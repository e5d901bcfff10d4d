/** Which prompts a span is about, and the way of a prompt across the tracks. Pure. */
import type { Journey, Journeys, Timeline, Track } from '../../telemetry/timeline/index.ts';
import type { Place } from './lanes.ts';

/** Journeys of the prompts that a worker began with in a span, or that the learner waited for, or trained on, in it. */
export function promptsOf(
  { track, serial }: Place,
  timeline: Timeline,
  journeys: Journeys,
): readonly Journey[] {
  const index = track.indexOf(serial);
  if (index === undefined) return [];
  const { kind, detail, begin, end } = track.at(index);
  switch (kind) {
    case 'train_step':
      return [...journeys.all()].filter(({ update }) => update === detail);
    case 'prefill':
    case 'decode': {
      const worker = timeline.workers.indexOf(track);
      // Prompts are begun with where reading begins, which is just before the writing.
      const reading = kind === 'decode' && index > 0 && track.kind(index - 1) === 'prefill';
      const since = reading ? track.begin(index - 1) : begin;
      return [...journeys.all()].filter(
        ({ worker: holder, begun }) => holder === worker && begun >= since && begun < end,
      );
    }
    case 'admission':
    case 'rollout':
    case 'update_weights':
    case 'eval':
    case 'publication':
      return [];
  }
}

/** A moment of a prompt's way, on a track. */
export interface Station {
  readonly track: Track;
  readonly at: number;
  readonly what: 'begun' | 'finished' | 'taken' | 'trained' | 'left';
}

/** From admission to gradient, as far as it has come. */
export function wayOf(journey: Journey, timeline: Timeline): readonly Station[] {
  const { begun, finished, taken, trained, left } = journey;
  const worker = timeline.workers[journey.worker];
  if (worker === undefined) return [];
  const { learner } = timeline;
  const stations: Station[] = [{ track: worker, at: begun, what: 'begun' }];
  if (finished !== undefined) stations.push({ track: worker, at: finished, what: 'finished' });
  if (taken !== undefined) stations.push({ track: learner, at: taken, what: 'taken' });
  if (trained !== undefined) stations.push({ track: learner, at: trained, what: 'trained' });
  if (left !== undefined) {
    const where = left.why === 'dropped' || taken !== undefined ? learner : worker;
    stations.push({ track: where, at: left.at, what: 'left' });
  }
  return stations;
}

/** The span in which a prompt was begun with; undefined where it is not kept any more. */
export function spanOf({ worker, begun }: Journey, timeline: Timeline): Place | undefined {
  const track = timeline.workers[worker];
  if (track === undefined) return undefined;
  let index = track.firstAfter(begun);
  if (index < track.length && track.kind(index) === 'prefill') index++;
  return index < track.length ? { track, serial: track.serial(index) } : undefined;
}
