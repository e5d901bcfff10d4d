import { describe, expect, it } from 'vitest';
import type { Capture } from '../../../../runtime/lens/capture.ts';
import { CosineMeasurement, type CosinePort } from './measurement.ts';
import type { CosineNews, CosineQuestion } from './protocol.ts';

class Port implements CosinePort {
  asked: CosineQuestion | undefined;
  ended = false;
  onmessage: ((event: MessageEvent<CosineNews>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage = (question: CosineQuestion) => void (this.asked = question);
  terminate = () => void (this.ended = true);
  say = (news: CosineNews) => this.onmessage?.({ data: news } as MessageEvent<CosineNews>);
}

function setUp() {
  const ports: Port[] = [];
  const measurement = new CosineMeasurement(() => {
    ports.push(new Port());
    return ports.at(-1)!;
  });
  const capture = { update: 7 } as Capture;
  return { measurement, ports, capture, state: () => measurement.state.getState() };
}

describe('the measurement of cosines', () => {
  it('says how far it is and what came of it, and ends its thread', () => {
    const { measurement, ports, capture, state } = setUp();
    measurement.begin({ capture }, ['ppo']);
    expect(ports[0]!.asked).toMatchObject({ capture, methods: ['ppo'] });
    ports[0]!.say({ kind: 'progress', done: 1, of: 4 });
    expect(state()).toMatchObject({ phase: 'running', share: 0.25, update: 7 });
    const report = { answers: 8, fresh: 16, methods: [] };
    ports[0]!.say({ kind: 'done', report });
    expect(state()).toMatchObject({ phase: 'done', share: 1, report });
    expect(ports[0]!.ended).toBe(true);
  });

  it('can be stopped, and hears nothing of what it was', () => {
    const { measurement, ports, capture, state } = setUp();
    measurement.begin({ capture }, ['ppo']);
    measurement.stop();
    expect([state().phase, ports[0]!.ended]).toEqual(['idle', true]);
    measurement.begin({ capture }, ['ppo', 'tis']);
    ports[0]!.say({ kind: 'failed', message: 'late' });
    expect(state().phase).toBe('running');
    ports[1]!.say({ kind: 'failed', message: 'no weights' });
    expect(state()).toMatchObject({ phase: 'failed', message: 'no weights' });
  });

  it('has nothing to measure without a learner', () => {
    const { measurement, ports, state } = setUp();
    measurement.begin({}, ['ppo']);
    expect([ports.length, state().phase]).toEqual([0, 'idle']);
  });
});
