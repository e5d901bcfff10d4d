/**
 * Where everything is. A pure function of the facts and the room: the same facts give the same picture.
 *
 *   wide    workers │ → │ queue, next batch at the right │ → │ learner
 *              ↑ ─────────────────── weights ──────────────────── ↲
 *   narrow  the same from top to bottom, weights up the right edge
 */
import type { FlowWorker, TicketColumns } from '../../../runtime/flow.ts';
import type { WorkerState } from '../../../runtime/session.ts';
import { oldestLag } from './describe.ts';
import { along, boundsOf, frameFor, grow, HEAD, LINE, NOTE, rowsOf, type Frame } from './frame.ts';
import { cellBox, cellsOf, gridFor, type Grid } from './grid.ts';
import {
  keyOf,
  type Box,
  type Item,
  type Label,
  type PipelineFacts,
  type Point,
  type Scene,
  type Station,
  type Thing,
  type TicketPlace,
} from './scene.ts';
import { activitySigns, admissionLine, idleNote, learnerWords } from './words.ts';

const PACKET = { width: 38, height: 16 };
/** From this width on, why the learner is idle has room for what helps. */
const ROOMY = 225;

/** @param room tickets that the queue makes room for (`grid.ts`) */
export function layout(facts: PipelineFacts, width: number, room: number): Scene {
  const frame = frameFor(width, facts.workers.length);
  const builder = new Builder(facts, frame);
  builder.workers();
  builder.queue(room);
  builder.learner();
  builder.weights();
  return builder.scene();
}

class Builder {
  readonly #facts: PipelineFacts;
  readonly #frame: Frame;
  readonly #items: Item[] = [];
  readonly #labels: Label[] = [];
  readonly #swatches: Scene['swatches'][number][] = [];
  readonly #workerEnds = new Map<number, Point>();
  #progress: Scene['progress'];

  constructor(facts: PipelineFacts, frame: Frame) {
    this.#facts = facts;
    this.#frame = frame;
  }

  workers(): void {
    const { workers, flow } = this.#facts;
    const area = this.#frame.workers;
    this.#head('workers', area, 'Workers', workers.length === 0 ? '' : String(workers.length));
    if (workers.length === 0) {
      this.#note(area, HEAD + 12, 'Each answers prompts with the');
      this.#note(area, HEAD + 28, 'weights that it received last.');
      return;
    }
    const rows = rowsOf(workers.length, area.width);
    const columns = Math.ceil(workers.length / rows);
    const pitch = Math.min(26, (area.height - HEAD) / rows);
    const width = (area.width - (columns - 1) * 12) / columns;
    workers.forEach((worker, i) => {
      const lane = {
        x: area.x + Math.floor(i / rows) * (width + 12),
        y: area.y + HEAD + (i % rows) * pitch,
        width,
        height: pitch - 2,
      };
      this.#worker(
        worker,
        flow?.workers.find((other) => other.worker === worker.worker),
        lane,
      );
    });
  }

  #worker(state: WorkerState, flow: FlowWorker | undefined, lane: Box): void {
    const { worker, activity, version } = state;
    const middle = lane.y + lane.height / 2;
    const lag = Math.max(0, (this.#facts.flow?.learnerVersion ?? 0) - version);
    const spacious = lane.width > 240;
    const versionAt = lane.x + (spacious ? 104 : 32);
    this.#add('workers', { kind: 'worker', worker }, lane, lag);
    if (version >= 0) this.#swatches.push({ box: { x: versionAt, y: middle - 4, width: 8, height: 8 }, lag });
    const tone = { generating: 'good', blocked: 'warn', lost: 'bad' }[activity as string] as Label['tone'];
    this.#label(activitySigns[activity], { x: lane.x + 6, y: middle }, 'center', 'small', 14, tone);
    this.#label(String(worker + 1), { x: lane.x + 18, y: middle }, 'left', 'small', 12);
    if (spacious) this.#label(activity, { x: lane.x + 32, y: middle }, 'left', 'note', 70);
    if (version >= 0) this.#label(`v${version}`, { x: versionAt + 12, y: middle }, 'left', 'small', 42);
    const cells: Box = {
      x: versionAt + 54,
      y: lane.y + 3,
      width: lane.x + lane.width - versionAt - 54,
      height: lane.height - 6,
    };
    if (flow === undefined || cells.width <= 0) return;
    const grid = gridFor(Math.max(8, flow.held.numbers.length), cells.width, cells.height);
    const used = this.#tickets(
      'worker',
      flow.held,
      grid,
      centred(cells, grid, flow.held.numbers.length),
      'left',
      worker,
    );
    this.#workerEnds.set(worker, { x: used, y: middle });
  }

  queue(room: number): void {
    const { flow, schedule } = this.#facts;
    const { batchGroups } = schedule;
    const area = this.#frame.queue;
    const waiting = flow?.queued.numbers.length ?? 0;
    const oldest = flow === undefined || waiting === 0 ? '' : `, oldest ${oldestLag(flow)} behind`;
    const figure = flow === undefined ? '' : `${waiting.toLocaleString('en')} waiting${oldest}`;
    this.#head('queue', area, 'Queue', figure);
    this.#note(area, area.height - 8, admissionLine(this.#facts));
    if (flow === undefined) return;
    const cells = { ...area, y: area.y + HEAD, height: area.height - HEAD - NOTE };
    const grid = gridFor(room, cells.width, cells.height, batchGroups);
    this.#tickets('queue', flow.queued, grid, cells, 'right');
  }

  learner(): void {
    const { flow, schedule, updatesPerSecond } = this.#facts;
    const { batchGroups } = schedule;
    const area = this.#frame.learner;
    const rate = updatesPerSecond.toFixed(updatesPerSecond < 100 ? 1 : 0);
    const pace = area.width > ROOMY ? `${rate} updates/s` : `${rate}/s`;
    this.#head('learner', area, 'Learner', Number.isNaN(updatesPerSecond) ? '' : pace);
    this.#note(area, area.height - 8 - LINE, learnerWords(this.#facts));
    const why = idleNote(this.#facts);
    this.#note(area, area.height - 8, (area.width > ROOMY ? why?.line : why?.brief) ?? '');
    if (flow === undefined) return;
    const cells = { ...area, y: area.y + HEAD, height: area.height - HEAD - NOTE - LINE - 10 };
    const batch = Math.max(batchGroups, flow.training.numbers.length);
    const grid = gridFor(batch, cells.width, cells.height, batch);
    this.#tickets('learner', flow.training, grid, cells, 'left');
    const { trainingTime, seconds } = flow;
    if (trainingTime === undefined) return;
    const { from, until } = trainingTime;
    this.#progress = {
      box: { x: area.x, y: cells.y + cells.height + 2, width: area.width, height: 4 },
      share: until > from ? Math.min(1, Math.max(0, (seconds - from) / (until - from))) : 1,
    };
  }

  weights(): void {
    const { flow } = this.#facts;
    const { weights: way, versionLabel, trainedLabel } = this.#frame;
    const lane = boundsOf(way.slice(1, 3));
    this.#add('weights', { kind: 'station', station: 'weights' }, grow(lane, 8), 0);
    const room = trainedLabel === undefined ? this.#frame.width : this.#frame.width * 0.42;
    if (flow === undefined) {
      this.#label('New weights go back to the workers.', versionLabel, 'left', 'note', room);
      return;
    }
    this.#label(`version ${flow.version} in force`, versionLabel, 'left', 'note', room);
    if (trainedLabel !== undefined)
      this.#label(`trains version ${flow.learnerVersion}`, trainedLabel, 'right', 'note', room);
    flow.publications.forEach((publication, order) => {
      const { version, sent, due } = publication;
      const share = due > sent ? (flow.seconds - sent) / (due - sent) : 1;
      // Those that have arrived and may not come into force yet stand in line before the workers.
      const at = along(way, Math.min(Math.max(share, 0), 1 - 0.04 * (order + 1)));
      const box = {
        x: at.x - PACKET.width / 2,
        y: at.y - PACKET.height / 2,
        ...PACKET,
      };
      this.#add('weights', { kind: 'publication', version }, box, 0);
      this.#label(`v${version}`, at, 'center', 'packet', PACKET.width);
    });
  }

  scene(): Scene {
    const { width, height, queue, learner, weights, arrows } = this.#frame;
    const wide = learner.y === 0;
    const across = HEAD + 44;
    return {
      width,
      height,
      items: this.#items,
      labels: this.#labels,
      swatches: this.#swatches,
      arrows,
      progress: this.#progress,
      ways: {
        workers: this.#workerEnds,
        queueIn: wide ? { x: queue.x, y: across } : { x: queue.x + queue.width / 2, y: queue.y },
        queueOut: wide
          ? { x: queue.x + queue.width, y: across }
          : { x: queue.x + queue.width / 2, y: queue.y + queue.height },
        learnerIn: wide
          ? { x: learner.x, y: across }
          : { x: learner.x + learner.width / 2, y: learner.y + HEAD },
        learnerOut: weights[0]!,
        weights,
      },
      version: this.#facts.flow?.version ?? 0,
    };
  }

  /** Puts tickets into a grid. Returns where the last column ends. */
  #tickets(
    place: TicketPlace,
    { numbers, versions }: TicketColumns,
    grid: Grid,
    area: Box,
    from: 'left' | 'right',
    worker?: number,
  ): number {
    const learnerVersion = this.#facts.flow!.learnerVersion;
    const station: Station = place === 'worker' ? 'workers' : place;
    let end = area.x;
    for (let cell = 0; cell < cellsOf(grid, numbers.length); cell++) {
      const first = cell * grid.perCell;
      const last = Math.min(numbers.length, first + grid.perCell);
      let version = versions[first]!;
      for (let i = first + 1; i < last; i++) version = Math.min(version, versions[i]!);
      const box = cellBox(grid, cell, area, from);
      end = Math.max(end, box.x + box.width);
      const thing: Thing = {
        kind: 'ticket',
        place,
        number: numbers[first]!,
        version,
        count: last - first,
        order: first,
        ...(worker !== undefined && { worker }),
      };
      this.#add(station, thing, box, Math.max(0, learnerVersion - version));
    }
    return end;
  }

  #head(station: Station, area: Box, title: string, figure: string): void {
    const y = area.y + 8;
    this.#add(station, { kind: 'station', station }, { ...area, height: HEAD - 4 }, 0);
    this.#label(title, { x: area.x, y }, 'left', 'title', 80);
    this.#label(figure, { x: area.x + area.width, y }, 'right', 'figure', area.width - 70);
  }

  #note(area: Box, below: number, text: string): void {
    this.#label(text, { x: area.x, y: area.y + below }, 'left', 'note', area.width);
  }

  #label(
    text: string,
    at: Point,
    align: Label['align'],
    style: Label['style'],
    room: number,
    tone?: Label['tone'],
  ): void {
    this.#labels.push({ text, at, align, style, room, ...(tone && { tone }) });
  }

  #add(station: Station, thing: Thing, box: Box, lag: number): void {
    this.#items.push({ key: keyOf(thing), station, thing, box, lag });
  }
}

/** Few squares stand in the middle of their lane. */
function centred(area: Box, grid: Grid, tickets: number): Box {
  const rows = Math.min(grid.rows, Math.max(1, cellsOf(grid, tickets)));
  const height = rows * grid.pitch - (grid.pitch - grid.size);
  return { ...area, y: area.y + Math.max(0, (area.height - height) / 2) };
}
