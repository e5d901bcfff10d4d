/** What the timeline shows beside its window (`sight.ts`): the span that was chosen and the prompt that is followed. */
import { createStore } from 'zustand/vanilla';
import type { Journey, Timeline } from '../../telemetry/timeline/index.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { announce, uiStore } from '../state/uiStore.ts';
import type { Place } from './lanes.ts';
import { promptsOf, spanOf } from './prompts.ts';
import { Sight } from './sight.ts';

export interface TimelineState {
  readonly chosen: Place | undefined;
  /** Of the prompt whose way is drawn. */
  readonly ticket: number | undefined;
}

export const timelineStore = createStore<TimelineState>(() => ({ chosen: undefined, ticket: undefined }));

const sights = new WeakMap<Timeline, Sight>();
/** Spans of the learner that are shown by itself: some ten updates. */
const USUAL_SPANS = 40;

/** The newest moment of a run: what was told last, or what its clock shows. */
export function nowOf({ timeline }: RunView): number {
  return Math.max(timeline.now, timeline.spans > 0 ? (sessionStore.getState().flow?.seconds ?? 0) : 0);
}

/** The window of a run, which stays when the timeline is closed. */
export function sightOf(run: RunView): Sight {
  let sight = sights.get(run.timeline);
  if (sight === undefined) sights.set(run.timeline, (sight = new Sight()));
  return sight;
}

/** Brings the window of a run up to now. */
export function advance(run: RunView): Sight {
  const sight = sightOf(run);
  sight.advance(nowOf(run), usualLength(run.timeline));
  return sight;
}

/** Seconds that the last of the learner's spans take, rounded up so that they seldom change; all of a short run. */
function usualLength({ learner, now }: Timeline): number {
  if (learner.length < USUAL_SPANS) return Infinity;
  const seconds = now - learner.begin(learner.length - USUAL_SPANS);
  const power = 10 ** Math.floor(Math.log10(seconds));
  return power * [1, 2, 5, 10].find((step) => step * power >= seconds)!;
}

/** Journeys of the prompts of the chosen span. */
export function chosenPrompts(run: RunView): readonly Journey[] {
  const { chosen } = timelineStore.getState();
  return chosen === undefined ? [] : promptsOf(chosen, run.timeline, run.journeys);
}

/** Chooses a span, and follows the first of its prompts, if it has any. */
export function choose(run: RunView, chosen: Place | undefined): void {
  timelineStore.setState({ chosen, ticket: undefined });
  const [first] = chosenPrompts(run);
  if (first !== undefined) follow(run, first.ticket);
}

/** Follows a prompt, all of whose way is brought into view. */
export function follow(run: RunView, ticket: number): void {
  timelineStore.setState({ ticket });
  const journey = run.journeys.of(ticket);
  if (journey === undefined) return;
  const { begun, finished, taken, trained, left } = journey;
  const end = trained ?? left?.at ?? taken ?? finished ?? nowOf(run);
  sightOf(run).reveal(begun, Math.max(begun, end));
}

/** The prompt before or after in the list. Returns it, or undefined where there is none. */
export function followNext(run: RunView, by: 1 | -1): number | undefined {
  const tickets = chosenPrompts(run).map(({ ticket }) => ticket);
  const at = tickets.indexOf(timelineStore.getState().ticket ?? NaN);
  const next = tickets[at < 0 ? 0 : Math.max(0, Math.min(tickets.length - 1, at + by))];
  if (next !== undefined) follow(run, next);
  return next;
}

/** Opens the timeline at a prompt, such as one of the inspector's. */
export function showPrompt(run: RunView, ticket: number): void {
  const journey = run.journeys.of(ticket);
  if (journey === undefined) {
    announce(`Prompt ${ticket} is not on the timeline any more.`);
    return;
  }
  uiStore.setState({ timelineOpen: true, inspectorOpen: false, lensOpen: false });
  advance(run);
  timelineStore.setState({ chosen: spanOf(journey, run.timeline) });
  follow(run, ticket);
}
