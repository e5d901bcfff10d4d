/** The pipeline as a picture in numbers: where everything is, what is found by pointer and keys, what moved. */
import { describe as group, expect, test } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import { columnsOf, type Flow } from '../../../runtime/flow.ts';
import { describe, summarisePipeline } from './describe.ts';
import { cellBox, cellsOf, gridFor, roomFor } from './grid.ts';
import { along } from './frame.ts';
import { layout } from './layout.ts';
import { movedOn, movesBetween, runsOn } from './moves.ts';
import { itemAt, travel, type Box, type PipelineFacts, type Scene } from './scene.ts';

const tickets = (count: number, from = 0, version = 3) =>
  columnsOf(Array.from({ length: count }, (_, n) => ({ number: from + n, lowestVersion: version })));

function flowWith(change: Partial<Flow> = {}): Flow {
  return {
    seconds: 10,
    rate: 1,
    until: Infinity,
    version: 4,
    learnerVersion: 6,
    update: 6,
    workers: [
      { worker: 0, held: tickets(8, 100, 4), finished: 40 },
      { worker: 1, held: tickets(3, 110, 4), finished: 30 },
    ],
    queued: tickets(20, 40),
    training: tickets(8, 30, 2),
    taken: 38,
    dropped: 0,
    publications: [
      { version: 5, update: 5, sent: 8, due: 12 },
      { version: 6, update: 6, sent: 10, due: 14 },
    ],
    ...change,
  };
}

function factsWith(flow: Flow | undefined = flowWith()): PipelineFacts {
  const worker = (number: number) =>
    ({ worker: number, activity: 'generating', version: 4, samples: 9, tensors: 0, bytes: 0 }) as never;
  return {
    phase: 'running',
    flow,
    workers: [worker(0), worker(1)],
    admission: { used: 80, bound: 80, capacity: 0, limitedBy: 'staleness' },
    schedule: { ...defaultExperiment().schedule, batchGroups: 8, groupSize: 4, maxStaleness: 5 },
    learnerIdle: 0.25,
    updatesPerSecond: 3,
    idle: undefined,
  };
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const cells = (scene: Scene, place: string) =>
  scene.items.filter(({ thing }) => thing.kind === 'ticket' && thing.place === place);

group('a grid of squares', () => {
  test.each([
    [1, 400, 96, 0],
    [128, 400, 96, 32],
    [100, 400, 96, 7],
    [400, 400, 96, 32],
    [3000, 400, 96, 128],
    [32_000, 400, 96, 128],
    [64, 120, 20, 0],
    [5, 30, 12, 0],
  ])('%d tickets in %d × %d, blocks of %d: all inside, none over another', (room, width, height, block) => {
    const grid = gridFor(room, width, height, block);
    const area = { x: 10, y: 20, width, height };
    const boxes = Array.from({ length: cellsOf(grid, room) }, (_, i) => cellBox(grid, i, area, 'right'));
    expect(Math.min(...boxes.map(({ x }) => x))).toBeGreaterThanOrEqual(10);
    expect(Math.min(...boxes.map(({ y }) => y))).toBeGreaterThanOrEqual(20);
    expect(Math.max(...boxes.map((box) => box.x + box.width))).toBeLessThanOrEqual(10 + width);
    expect(Math.max(...boxes.map((box) => box.y + box.height))).toBeLessThanOrEqual(20 + height);
    const places = new Set(boxes.map(({ x, y }) => `${x} ${y}`));
    expect(places.size).toBe(boxes.length);
    expect(grid.pitch).toBeGreaterThan(grid.size);
  });

  test('every ticket has its own square while there is room, and a few share one where there is none', () => {
    expect(gridFor(3000, 430, 96, 32).perCell).toBe(1);
    const tight = gridFor(32_000, 430, 96, 32);
    expect(tight.perCell).toBeGreaterThan(1);
    expect(tight.perCell).toBeLessThan(12);
  });

  test('blocks of 32 are rectangles', () => {
    const { rows, block } = gridFor(128, 400, 96, 32);
    expect(block % rows).toBe(0);
  });

  test('room grows and shrinks by doublings, seldom', () => {
    expect(roomFor(0, 32, 0)).toBe(128);
    expect(roomFor(129, 32, 128)).toBe(256);
    expect(roomFor(100, 32, 256)).toBe(256);
    expect(roomFor(64, 32, 256)).toBe(128);
    expect(roomFor(1000, 32, 0)).toBe(1024);
  });
});

group('the scene', () => {
  test.each([1030, 660, 360])('at %d pixels all is in the picture, and no square hides another', (width) => {
    const scene = layout(factsWith(), width, 32);
    expect(scene.width).toBe(width);
    const all = scene.items.filter(({ thing }) => thing.kind === 'ticket');
    expect(all).toHaveLength(8 + 3 + 20 + 8);
    for (const { box } of all) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(scene.height);
    }
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1)) expect(overlap(a.box, b.box)).toBe(false);
    });
  });

  test('colours by the lag to the learner, and puts the next batch where the learner takes it', () => {
    const scene = layout(factsWith(), 1030, 32);
    expect(cells(scene, 'queue').map(({ lag }) => lag)).toEqual(Array<number>(20).fill(3));
    expect(cells(scene, 'learner')[0]!.lag).toBe(4);
    const right = Math.max(...cells(scene, 'queue').map(({ box }) => box.x));
    const rightmost = cells(scene, 'queue').filter(({ box }) => box.x === right);
    for (const { thing } of rightmost) expect(thing.kind === 'ticket' && thing.order).toBeLessThan(8);
  });

  test('weights are as far on their way as time says', () => {
    const scene = layout(factsWith(), 1030, 32);
    const [older, newer] = scene.items.filter(({ thing }) => thing.kind === 'publication');
    const half = along(scene.ways.weights, 0.5);
    expect(older!.box.x + older!.box.width / 2).toBeCloseTo(half.x, 6);
    const start = scene.ways.weights[0]!;
    expect(newer!.box.y + newer!.box.height / 2).toBeCloseTo(start.y, 6);
  });

  test('says how much waits, and how old the oldest of it is', () => {
    const figure = (flow: Flow) => layout(factsWith(flow), 1030, 32).labels.map(({ text }) => text);
    expect(figure(flowWith())).toContain('20 waiting, oldest 3 behind');
    expect(figure(flowWith({ queued: tickets(0) }))).toContain('0 waiting');
  });

  test('shows the stations before anything is on the line', () => {
    const scene = layout({ ...factsWith(), flow: undefined, workers: [] }, 1030, 32);
    expect(scene.items.map(({ key }) => key)).toEqual(['workers', 'queue', 'learner', 'weights']);
  });

  test('the height does not depend on what is on the line', () => {
    const heights = [undefined, flowWith(), flowWith({ queued: tickets(900) })].map(
      (flow) => layout(factsWith(flow), 1030, 1024).height,
    );
    expect(new Set(heights).size).toBe(1);
  });
});

group('pointing', () => {
  const scene = layout(factsWith(), 1030, 32);

  test('the pointer finds the smallest thing under it', () => {
    const cell = cells(scene, 'worker')[2]!;
    const { x, y, width } = cell.box;
    expect(itemAt(scene, { x: x + width / 2, y: y + 1 }, 0)).toBe(cell);
    expect(itemAt(scene, { x: 30, y }, 0)?.key).toBe('worker 0');
    expect(itemAt(scene, { x: -50, y: -50 })).toBeUndefined();
  });

  test('keys go along and from station to station', () => {
    const go = (key: string | undefined, how: Parameters<typeof travel>[2]) =>
      travel(scene.items, key, how)?.key;
    expect(go(undefined, 'next')).toBe('workers');
    expect(go('workers', 'next')).toBe('worker 0');
    expect(go('worker 0', 'next-station')).toBe('queue');
    expect(go('ticket 45', 'previous-station')).toBe('queue');
    expect(go('queue', 'previous-station')).toBe('workers');
    expect(go('ticket 40', 'far-next')).toBe('ticket 50');
    expect(go('ticket 40', 'last')).toBe('publication 6');
    expect(go('workers', 'previous')).toBe('workers');
  });

  test('everything says what it is', () => {
    const facts = factsWith();
    const words = (key: string) => {
      const { name, text } = describe(
        scene.items.find((item) => item.key === key)!,
        facts,
      );
      return `${name}: ${text}`;
    };
    expect(words('ticket 41')).toBe(
      'Prompt 41, waiting: 4 answers. Oldest token from version 3, 3 versions behind the learner. It is in the next batch.',
    );
    expect(words('ticket 58')).toContain('2 batches come before its own.');
    expect(words('publication 5')).toContain('come into force in 2.0 s');
    expect(words('worker 1')).toContain(
      'version 4, 2 versions behind the learner. It has 3 prompts under way.',
    );
    expect(words('learner')).toBe('Learner: Update 7, 8 prompts. A batch is 8 prompts with 4 answers each.');
    expect(words('queue')).toContain(
      'Workers have begun all 80 prompts that η = 5 allows with version 4. They may begin more when version 5 is in force. The oldest token is 3 versions behind',
    );
  });
});

group('why the learner is idle', () => {
  const idle = { kind: 'schedule', limit: { text: 'η = 5', raisable: true } } as const;
  const facts = { ...factsWith(), idle };

  test('is said beside it, shorter where there is less room, and in full to whoever points at it', () => {
    const said = (width: number) => layout(facts, width, 32).labels.map(({ text }) => text);
    expect(said(1030)).toContain('η = 5 holds the workers back: raise it');
    expect(said(660)).toContain('η = 5 holds workers');
    const learner = { thing: { kind: 'station', station: 'learner' }, lag: 0 } as const;
    expect(describe(learner, facts).text).toContain('workers may begin no more prompts');
    expect(summarisePipeline(facts)).toContain('workers may begin no more prompts');
  });

  test('is not said where it seldom waits', () => {
    const labels = layout({ ...facts, idle: { kind: 'seldom' } }, 1030, 32).labels.map(({ text }) => text);
    expect(labels).not.toContain('samples come in time');
  });
});

group('what moved', () => {
  test('is the difference of two moments', () => {
    const before = flowWith();
    const after = flowWith({
      version: 5,
      taken: 46,
      dropped: 2,
      workers: [
        { worker: 0, held: tickets(8, 120, 4), finished: 48 },
        { worker: 1, held: tickets(3, 110, 4), finished: 30 },
      ],
    });
    expect(movesBetween(before, after)).toEqual([
      { kind: 'finished', worker: 0, count: 8, lag: 2 },
      { kind: 'taken', count: 8, lag: 3 },
      { kind: 'dropped', count: 2, lag: 3 },
      { kind: 'published', version: 5, seen: true },
    ]);
    expect(movesBetween(undefined, after)).toEqual([]);
  });

  test('another run is no motion', () => {
    expect(movesBetween(flowWith(), flowWith({ version: 0, taken: 0 }))).toEqual([]);
  });

  test('between two moments the clock goes on, not beyond the next event', () => {
    const slow = flowWith({ rate: 0.5, until: 10.4 });
    expect(movedOn(slow, 0.6).seconds).toBeCloseTo(10.3, 12);
    expect(movedOn(slow, 60).seconds).toBe(10.4);
    expect(movedOn(flowWith({ rate: 0 }), 60).seconds).toBe(10);
    expect(runsOn(slow)).toBe(true);
    expect(runsOn(flowWith({ publications: [] }))).toBe(false);
    expect(runsOn(flowWith({ rate: 0 }))).toBe(false);
  });
});
