/**
 * The pipeline view as data: what is where, in CSS pixels, without any drawing. `layout.ts` makes a scene from what the
 * session said, `describe.ts` puts each thing in words, `draw/` paints it, and pointer and keys find things in it.
 */
import type { Experiment } from '../../../experiment/experiment.ts';
import type { Admission } from '../../../pipeline/contract.ts';
import type { Flow } from '../../../runtime/flow.ts';
import type { WorkerState } from '../../../runtime/session.ts';
import type { LabPhase } from '../../state/sessionStore.ts';
import type { Verdict } from '../idle/cause.ts';

/** All that the picture depends on. */
export interface PipelineFacts {
  readonly phase: LabPhase;
  /** Undefined before learning begins. */
  readonly flow: Flow | undefined;
  readonly workers: readonly WorkerState[];
  readonly admission: Admission | undefined;
  readonly schedule: Experiment['schedule'];
  /** Of the last update; NaN = no data. */
  readonly learnerIdle: number;
  readonly updatesPerSecond: number;
  /** Why the learner is idle, where it is known. */
  readonly idle: Verdict | undefined;
}

export const stations = ['workers', 'queue', 'learner', 'weights'] as const;
export type Station = (typeof stations)[number];
export type TicketPlace = 'worker' | 'queue' | 'learner';

export type Thing =
  | { readonly kind: 'station'; readonly station: Station }
  | { readonly kind: 'worker'; readonly worker: number }
  /** A cell: a ticket, or `count` of them side by side where there is no room for each. */
  | {
      readonly kind: 'ticket';
      readonly place: TicketPlace;
      readonly number: number;
      /** Lowest version among its tokens. */
      readonly version: number;
      readonly count: number;
      /** Place among those that wait, from 0. */
      readonly order: number;
      /** Who answers it. */
      readonly worker?: number;
    }
  | { readonly kind: 'publication'; readonly version: number };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Item {
  readonly key: string;
  readonly station: Station;
  readonly thing: Thing;
  /** What is painted, for cells and packets, and what the pointer hits. */
  readonly box: Box;
  /** Versions behind the learner: the colour of a cell. */
  readonly lag: number;
}

export type TextStyle = 'title' | 'figure' | 'note' | 'small' | 'packet';

export interface Label {
  readonly text: string;
  readonly at: Point;
  readonly align: 'left' | 'right' | 'center';
  readonly style: TextStyle;
  /** Longer text ends in an ellipsis. */
  readonly room: number;
  readonly tone?: 'good' | 'warn' | 'bad';
}

/** Ends of the ways that things take from station to station. */
export interface Ways {
  /** Where a worker hands over, by worker. */
  readonly workers: ReadonlyMap<number, Point>;
  readonly queueIn: Point;
  readonly queueOut: Point;
  readonly learnerIn: Point;
  readonly learnerOut: Point;
  /** From learner to workers, corner by corner. */
  readonly weights: readonly Point[];
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** In reading order: station by station. */
  readonly items: readonly Item[];
  readonly labels: readonly Label[];
  /** The age of weights, beside their number. */
  readonly swatches: readonly { readonly box: Box; readonly lag: number }[];
  /** Arrows between stations. */
  readonly arrows: readonly (readonly Point[])[];
  /** A bar of which a share is done, beside the learner. */
  readonly progress: { readonly box: Box; readonly share: number } | undefined;
  readonly ways: Ways;
  readonly version: number;
}

export function keyOf(thing: Thing): string {
  switch (thing.kind) {
    case 'station':
      return thing.station;
    case 'worker':
      return `worker ${thing.worker}`;
    case 'ticket':
      return `ticket ${thing.number}`;
    case 'publication':
      return `publication ${thing.version}`;
  }
}

/** The item at a point: the smallest that holds it, a little generously, so that a finger finds it too. */
export function itemAt(scene: Scene, { x, y }: Point, slack = 2): Item | undefined {
  let found: Item | undefined;
  let area = Infinity;
  for (const item of scene.items) {
    const { box } = item;
    if (x < box.x - slack || x > box.x + box.width + slack) continue;
    if (y < box.y - slack || y > box.y + box.height + slack) continue;
    const size = box.width * box.height;
    if (size < area) {
      area = size;
      found = item;
    }
  }
  return found;
}

export type Travel =
  'next' | 'previous' | 'far-next' | 'far-previous' | 'next-station' | 'previous-station' | 'first' | 'last';
const FAR = 10;

/** Where the keys lead from an item: along the reading order, or from station to station. */
export function travel(items: readonly Item[], key: string | undefined, how: Travel): Item | undefined {
  const at = items.findIndex((item) => item.key === key);
  if (at < 0) return items[0];
  const bounded = (index: number): Item => items[Math.max(0, Math.min(items.length - 1, index))]!;
  const beginning = (station: Station | undefined): Item =>
    items.find((item) => item.station === station) ?? items[at]!;
  const here = stations.indexOf(items[at]!.station);
  switch (how) {
    case 'next':
      return bounded(at + 1);
    case 'previous':
      return bounded(at - 1);
    case 'far-next':
      return bounded(at + FAR);
    case 'far-previous':
      return bounded(at - FAR);
    case 'next-station':
      return beginning(stations[here + 1]);
    case 'previous-station':
      return items[at]!.key === stations[here] ? beginning(stations[here - 1]) : beginning(stations[here]);
    case 'first':
      return items[0];
    case 'last':
      return items.at(-1);
  }
}
