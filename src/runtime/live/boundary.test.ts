import { expect, test } from 'vitest';
import {
  coordinatorToLearner,
  coordinatorToPage,
  learnerToCoordinator,
  pageToCoordinator,
  received,
  workerToCoordinator,
} from './boundary.ts';
import { Link, type Port } from './link.ts';

test('messages of this run with all fields are let in, those of another run are dropped', () => {
  const message = { kind: 'begun', run: 'a', tickets: [1, 2], version: 3, at: 0 };
  expect(received(workerToCoordinator, 'a', message)).toBe(message);
  expect(received(workerToCoordinator, 'b', message)).toBeUndefined();
});

test.each([
  ['nothing', workerToCoordinator, undefined, 'not a message'],
  ['a number', workerToCoordinator, 7, 'not a message'],
  ['no run', workerToCoordinator, { kind: 'retired' }, 'without a run'],
  ['an unknown kind', workerToCoordinator, { kind: 'hello', run: 'a' }, 'no message is called "hello"'],
  ['a kind from the prototype', workerToCoordinator, { kind: 'toString', run: 'a' }, 'no message is called'],
  [
    'a missing field',
    workerToCoordinator,
    { kind: 'begun', run: 'a', version: 0 },
    'field "tickets" is wrong',
  ],
  [
    'a negative ticket',
    workerToCoordinator,
    { kind: 'begun', run: 'a', tickets: [-1], version: 0 },
    '"tickets"',
  ],
  ['a wrong type', coordinatorToLearner, { kind: 'batch', run: 'a', tickets: 1 }, 'field "tickets"'],
  ['a wrong array', learnerToCoordinator, { kind: 'weights', run: 'a', parameters: [1] }, '"parameters"'],
  [
    'a wrong choice',
    coordinatorToPage,
    { kind: 'end', run: 'a', worker: 0, ending: 'bored' },
    'field "ending"',
  ],
  [
    'an unknown fault',
    pageToCoordinator,
    { kind: 'fault', run: 'a', fault: { kind: 'explode', thread: 0 } },
    'field "fault"',
  ],
  [
    'a fault of nobody',
    pageToCoordinator,
    { kind: 'fault', run: 'a', fault: { kind: 'hang', thread: 'page' } },
    'field "fault"',
  ],
  [
    'a wrong worker',
    pageToCoordinator,
    { kind: 'crashed', run: 'a', worker: 'page', message: '' },
    '"worker"',
  ],
])('%s is refused by name', (_, table, data, message) => {
  expect(() => received(table as typeof workerToCoordinator, 'a', data)).toThrow(message);
});

test('a link stamps what it sends and hears nothing after it was closed', () => {
  const sent: unknown[] = [];
  const port: Port = { postMessage: (message) => sent.push(message), onmessage: null };
  const heard: string[] = [];
  const link = new Link(port, 'run 1', workerToCoordinator, ({ kind }) => heard.push(kind));
  link.send({ kind: 'proceed' });
  expect(sent).toEqual([{ kind: 'proceed', run: 'run 1' }]);
  const post = (run: string): void => port.onmessage?.({ data: { kind: 'retired', run } } as MessageEvent);
  post('run 1');
  post('run 0');
  link.close();
  post('run 1');
  expect(heard).toEqual(['retired']);
});
