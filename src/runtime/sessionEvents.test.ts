import { expect, test } from 'vitest';
import { defaultExperiment } from '../experiment/defaults.ts';
import { withLayer } from '../experiment/presets/index.ts';
import type { SessionEvent } from './session.ts';
import { checkLive, failure, OTHER_ENGINE, SessionEvents } from './sessionEvents.ts';

const phase = (name: 'starting' | 'running' | 'stopped'): SessionEvent => ({ kind: 'phase', phase: name });

test('the first listener hears what happened before it came, the second does not', () => {
  const events = new SessionEvents();
  events.emit(phase('starting'));
  const first: SessionEvent[] = [];
  const second: SessionEvent[] = [];
  events.subscribe((event) => first.push(event));
  events.subscribe((event) => second.push(event));
  events.emit(phase('running'));
  expect(first).toEqual([phase('starting'), phase('running')]);
  expect(second).toEqual([phase('running')]);
});

test('a listener may end its subscription while it hears an event, and others still hear it', () => {
  const events = new SessionEvents();
  const heard: string[] = [];
  const end = events.subscribe(() => {
    heard.push('first');
    end();
  });
  events.subscribe(() => heard.push('second'));
  events.emit(phase('running'), phase('stopped'));
  expect(heard).toEqual(['first', 'second', 'second']);
});

test('live changes pass, others are refused by name', () => {
  const from = defaultExperiment();
  expect(() => checkLive(from, withLayer(from, { optimiser: { learningRate: 0.1 } }))).not.toThrow();
  expect(() => checkLive(from, withLayer(from, { run: { seed: 99 } }))).toThrow('run.seed');
});

test('a failure is a problem and the phase, in this order', () => {
  expect(failure('The learner stopped', OTHER_ENGINE)).toEqual([
    {
      kind: 'problem',
      severity: 'error',
      message: 'The learner stopped.',
      remedy: 'Reset and run again; if it happens again, choose another engine.',
    },
    { kind: 'phase', phase: 'failed' },
  ]);
});
