/** The ticket desk over a real control block, with workers that act at random, die at random, and lag behind. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPipeline, type PipelineSettings } from '../../pipeline/index.ts';
import { ControlBlock } from '../memory/index.ts';
import { TicketDesk } from './ticketDesk.ts';
import { SharedHub } from './transport/shared.ts';

const settings: PipelineSettings = {
  mode: 'bounded',
  maxStaleness: 1,
  exactLag: 0,
  carriedShare: 0,
  stageUpdates: 1,
  lagTrace: [],
  batchGroups: 3,
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
const WORKERS = 3;

/** A worker as the desk sees it: tickets that it holds, and news that have not arrived yet. */
interface Worker {
  held: number[];
  news: (() => void)[];
}

test('whatever workers do, the ledger balances and every ticket ends once', () => {
  const event = fc.record({
    kind: fc.constantFrom('take', 'take', 'hear', 'hear', 'hear', 'finish', 'die', 'train', 'train', 'bound'),
    worker: fc.nat(WORKERS - 1),
    number: fc.nat(6),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 300 }), (events) => {
      const hub = new SharedHub({ parameters: 1, maxLength: 4 });
      const block = new ControlBlock(hub.memory.control);
      const desk = new TicketDesk(createPipeline(settings), hub);
      const workers: Worker[] = [];
      const join = (worker: number): void => {
        hub.attach(worker);
        workers[worker] = { held: [], news: [] };
      };
      for (let worker = 0; worker < WORKERS; worker++) join(worker);
      expect(block.take(0, 1, 3)).toBeUndefined();
      desk.openForBusiness();
      const lost = new Set<number>();
      for (const { kind, worker, number } of events) {
        const state = workers[worker]!;
        switch (kind) {
          case 'take': {
            const range = state.held.length > 0 ? undefined : block.take(worker, 1 + number, 3);
            if (range === undefined) break;
            const tickets = Array.from({ length: range.count }, (_, n) => range.from + n);
            const { version } = desk;
            state.held = tickets;
            state.news.push(() => desk.begun(worker, tickets, version));
            break;
          }
          case 'finish': {
            const ticket = state.held.shift();
            const { version } = desk;
            if (ticket === undefined) break;
            const filtered = number === 0;
            const news = { tickets: [ticket], filtered: [filtered], lowest: [version], highest: [version] };
            state.news.push(() => {
              const { rejected } = desk.ledger;
              const returned = desk.done(news);
              expect(returned).toEqual(desk.ledger.rejected > rejected ? [ticket] : []);
              if (!filtered) expect(returned).toEqual([]);
            });
            break;
          }
          case 'hear':
            state.news.shift()?.();
            break;
          case 'die': {
            const { held } = state;
            const others = workers.flatMap((_, n) => (n === worker ? [] : [n]));
            const gone = desk.lose(worker, others);
            for (const ticket of held) expect(gone).toContain(ticket);
            for (const ticket of gone) {
              expect(lost.has(ticket)).toBe(false);
              lost.add(ticket);
            }
            hub.detach(worker);
            join(worker);
            break;
          }
          case 'train': {
            const decision = desk.during((pipeline) => pipeline.takeBatch());
            if (decision.kind === 'wait') break;
            for (const ticket of decision.tickets) expect(lost.has(ticket)).toBe(false);
            desk.during((pipeline) => pipeline.trained());
            desk.during((pipeline) => pipeline.published());
            break;
          }
          case 'bound':
            desk.during((pipeline) => pipeline.configure({ ...settings, maxStaleness: number }));
        }
        const ledger = desk.during((pipeline) => pipeline.ledger);
        const { admitted, running, queued, training, trained, dropped, rejected } = ledger;
        expect(running + queued + training + trained + dropped + rejected + ledger.lost).toBe(admitted);
        expect(admitted).toBe(hub.shut());
        desk.during(() => undefined);
        expect(ledger.lost).toBe(lost.size);
        expect(block.permits).toBe(desk.admission.capacity);
      }
      // When all that was said has arrived, only what living workers hold is still running.
      for (const { news } of workers) for (const tell of news) tell();
      const living = workers.map((_, worker) => worker);
      desk.loseOrphans(living);
      desk.loseOrphans(living);
      expect(desk.view.running.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
        workers.flatMap(({ held }) => held).sort((a, b) => a - b),
      );
    }),
    { numRuns: 150 },
  );
});

test('what a worker took beyond its last claim is lost when two looks find nobody with it', () => {
  const hub = new SharedHub({ parameters: 1, maxLength: 4 });
  const block = new ControlBlock(hub.memory.control);
  const desk = new TicketDesk(createPipeline(settings), hub);
  for (const worker of [0, 1]) hub.attach(worker);
  desk.openForBusiness();
  block.take(0, 1, 3);
  block.take(0, 2, 3);
  block.take(1, 1, 3);
  expect(desk.lose(0, [1])).toEqual([1, 2]);
  expect(desk.loseOrphans([1])).toEqual([]);
  expect(desk.loseOrphans([1])).toEqual([0]);
  expect(desk.loseOrphans([1])).toEqual([]);
  expect(desk.ledger).toMatchObject({ admitted: 4, running: 1, lost: 3 });
});

test('a smaller bound takes back what was allowed and not yet taken', () => {
  const hub = new SharedHub({ parameters: 1, maxLength: 4 });
  const block = new ControlBlock(hub.memory.control);
  const desk = new TicketDesk(createPipeline({ ...settings, maxStaleness: 8 }), hub);
  hub.attach(0);
  desk.openForBusiness();
  expect(block.permits).toBe(27);
  block.take(0, 4, 3);
  desk.during((pipeline) => pipeline.configure({ ...settings, maxStaleness: 0 }));
  expect(block.permits).toBe(0);
  expect(desk.ledger).toMatchObject({ admitted: 4, running: 4 });
});

test('a worker that dies while it takes tickets loses them, unless another has them', () => {
  const hub = new SharedHub({ parameters: 1, maxLength: 4 });
  const block = new ControlBlock(hub.memory.control);
  const words = new Int32Array(hub.memory.control);
  const claim = (worker: number, state: number, from: number, count: number): void => {
    words.set([state, from, count], (256 + 64 * worker) / 4 + 5);
  };
  const desk = new TicketDesk(createPipeline(settings), hub);
  for (const worker of [0, 1, 2]) hub.attach(worker);
  desk.openForBusiness();
  const taken = block.take(1, 2, 3)!;
  expect(taken).toEqual({ from: 0, count: 2 });
  claim(0, 1, 0, 2);
  expect(desk.lose(0, [1, 2])).toEqual([]);
  claim(2, 1, 0, 2);
  claim(1, 0, 0, 0);
  expect(desk.lose(2, [1])).toEqual([0, 1]);
  claim(2, 1, 2, 2);
  expect(desk.lose(2, [1])).toEqual([]);
  expect(desk.ledger).toMatchObject({ admitted: 2, lost: 2 });
});
