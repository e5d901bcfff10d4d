/** Where everything is in a live run, from a desk, a crew and publications without threads. */
import { expect, test } from 'vitest';
import { createPipeline, type PipelineSettings } from '../../pipeline/index.ts';
import type { Crew } from './crew.ts';
import { liveFlow } from './flow.ts';
import { LineLog } from './lineLog.ts';
import { Publications } from './publications.ts';
import { TicketDesk } from './ticketDesk.ts';
import type { Hub } from './transport/contract.ts';

const settings: PipelineSettings = {
  mode: 'bounded',
  maxStaleness: 1,
  exactLag: 0,
  carriedShare: 0,
  stageUpdates: 1,
  lagTrace: [],
  batchGroups: 2,
  publishEvery: 1,
  publishMode: 'overlap',
  overAge: 'train',
  dropLevel: 'group',
  refund: true,
  order: 'oldest-done',
  queueCapacity: Infinity,
  rejectionLimit: Infinity,
  concurrency: Infinity,
};

test('every ticket is at its worker, in the queue or with the learner; weights are on their way', () => {
  let issued = 0;
  const hub = {
    shut: () => issued,
    open: () => undefined,
    publish: () => undefined,
  } as unknown as Hub;
  const desk = new TicketDesk(createPipeline(settings), hub);
  const pace = { seconds: 3, running: true };
  const line = new LineLog(() => pace.seconds);
  const parts = { desk, hub, pace, line, later: () => undefined, wake: () => undefined };
  const publications = new Publications(parts);
  const crew = { workers: [0, 1] } as unknown as Crew;
  const flow = () => liveFlow({ desk, crew, publications, pace });
  publications.first(0, new Float32Array());
  issued = 4;
  desk.begun(0, [0, 1], 0);
  desk.begun(1, [2, 3], 0);
  desk.done({ tickets: [3, 0], filtered: [false, false], lowest: [0, 0], highest: [0, 0] });

  expect(flow()).toMatchObject({ seconds: 3, rate: 1, version: 0, learnerVersion: 0, update: 0, taken: 0 });
  expect(flow().queued.numbers).toEqual(Float64Array.of(0, 3));
  expect(flow().workers).toMatchObject([
    { worker: 0, held: { numbers: Float64Array.of(1), versions: Int32Array.of(0) }, finished: 1 },
    { worker: 1, held: { numbers: Float64Array.of(2), versions: Int32Array.of(0) }, finished: 1 },
  ]);

  desk.during((pipeline) => pipeline.takeBatch());
  expect(flow()).toMatchObject({ taken: 2, training: { numbers: Float64Array.of(0, 3) } });
  desk.during((pipeline) => pipeline.trained());
  publications.add(1, new Float32Array(), 2);
  expect(flow()).toMatchObject({
    version: 0,
    learnerVersion: 1,
    update: 1,
    taken: 2,
    publications: [{ version: 1, update: 1, sent: 3, due: 5 }],
  });
  pace.seconds = 5;
  publications.advance();
  expect(flow()).toMatchObject({ version: 1, publications: [] });
  expect(line.drain()).toEqual([
    { kind: 'send', at: 3, version: 1, update: 1 },
    { kind: 'arrive', at: 5, version: 1 },
  ]);
});
