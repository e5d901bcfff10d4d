/** Spans and ways of prompts in words. */
import type { Journey, Span, SpanKind, Track } from '../../telemetry/timeline/index.ts';
import { ageWords } from '../inspector/words.ts';
import { plural } from '../pipeline/scene/words.ts';
import { lagOf, looks } from './looks.ts';

/** How long something takes: "0.4 ms", "340 ms", "1.24 s", "83 s". */
export function lasting(seconds: number): string {
  if (seconds >= 99.5) return `${Math.round(seconds)} s`;
  if (seconds >= 0.9995) return `${Number(seconds.toPrecision(3))} s`;
  const milliseconds = seconds * 1000;
  return `${Number(milliseconds.toPrecision(milliseconds < 0.95 ? 1 : 3))} ms`;
}

/** A moment, with as many digits as tell moments apart that are `step` seconds from each other. */
export function moment(seconds: number, step = 0.001): string {
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  return `${seconds.toFixed(digits)} s`;
}

/** "Worker 1", "The learner", "Weights". */
export function nameOf({ name }: Pick<Track, 'name'>): string {
  if (name === 'learner') return 'The learner';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What a span is, in a short sentence. */
export function spanTitle(track: Pick<Track, 'name'>, { kind, detail }: Span): string {
  const who = nameOf(track);
  switch (kind) {
    case 'decode':
      return `${who} writes answers with version ${detail}`;
    case 'prefill':
      return `${who} reads prompts, with version ${detail}`;
    case 'publication':
      return `Version ${detail} is on its way to the workers`;
    case 'rollout':
      return `${who} waits for the batch of update ${detail}`;
    case 'train_step':
      return `${who} trains: update ${detail}`;
    case 'update_weights':
      return `${who} hands over the weights of update ${detail}`;
    case 'eval':
      return `${who} answers held-out prompts after update ${detail}`;
    case 'admission':
      return `${who} waits for admission`;
  }
}

export interface SpanFacts {
  /** Until when it goes, where it has not ended. */
  readonly now: number;
  readonly learnerVersion: number;
}

/** When, how long and how old, after the title. */
export function spanText(span: Span, { now, learnerVersion }: SpanFacts): string {
  const { begin, end, kind } = span;
  const open = end > now;
  const time = `From ${moment(begin)}, ${open ? 'so far' : 'for'} ${lasting(Math.min(end, now) - begin)}.`;
  if (kind !== 'decode') return time;
  const age = ageWords(lagOf(span, learnerVersion));
  const when = Number.isNaN(span.behind) ? 'by now, not trained on yet' : 'when trained on or given up';
  return `${time} ${age === 'fresh' ? 'As new as the learner' : age.charAt(0).toUpperCase() + age.slice(1)} ${when}.`;
}

/** Said where more than one span lies under a pixel. */
export function amongText(among: number): string {
  return among > 1 ? `One of ${among} under this pixel: zoom in to tell them apart.` : '';
}

/** Shares of a track's time, most first: "decode 72 %, waits 25 %". */
export function sharesText(shares: Partial<Record<SpanKind, number>>): string {
  return (Object.entries(shares) as [SpanKind, number][])
    .sort(([, a], [, b]) => b - a)
    .map(([kind, share]) => `${looks[kind].title} ${Math.round(100 * share)} %`)
    .join(', ');
}

export interface Step {
  readonly at: number;
  readonly text: string;
}

/** The way of a prompt, moment by moment, with how long it was between them. */
export function journeySteps(journey: Journey): readonly Step[] {
  const { worker, version, begun, finished, taken, trained, update, behind, left } = journey;
  const steps: Step[] = [
    { at: begun, text: `Admitted: worker ${worker + 1} begins to answer it with version ${version}.` },
  ];
  if (finished !== undefined) {
    const text = `Its answers are finished, after ${lasting(finished - begun)}.`;
    steps.push({ at: finished, text });
  }
  if (taken !== undefined) {
    const text = `The learner takes it, after ${lasting(taken - (finished ?? begun))} in the queue.`;
    steps.push({ at: taken, text });
  }
  if (trained !== undefined) {
    const took = lasting(trained - (taken ?? begun));
    steps.push({
      at: trained,
      text: `Gradient: update ${update} has trained on it, after ${took}. Its weights were ${behind === 0 ? 'the learner’s own' : ageWords(behind ?? 0)}.`,
    });
  }
  if (left !== undefined) steps.push({ at: left.at, text: leftText(left.why, behind ?? 0) });
  return steps;
}

function leftText(why: NonNullable<Journey['left']>['why'], behind: number): string {
  switch (why) {
    case 'dropped':
      return `Dropped, too old: ${plural(behind, 'version')} behind.`;
    case 'rejected':
      return 'Rejected by dynamic sampling: its answers did equally well and teach nothing.';
    case 'lost':
      return 'Lost, with the thread that had it.';
  }
}

/** Where a prompt has got to, in a word or two. */
export function stateOf({ finished, taken, trained, update, left }: Journey): string {
  if (trained !== undefined) return `update ${update}`;
  if (left !== undefined) return left.why;
  if (taken !== undefined) return 'training';
  return finished === undefined ? 'under way' : 'waiting';
}
