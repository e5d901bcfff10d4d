import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import { curves, probeWith, withMethod } from '../../../learning/lens/index.ts';
import { defaultLens } from '../state/schema.ts';
import { logRatiosOf } from '../curves/scale.ts';
import { LensThread, type ThreadPort } from './lensThread.ts';
import type { Asked, CurvesQuestion, Reply } from './protocol.ts';
import { serveLens, type ThreadScope } from './serve.ts';

/** A thread without a thread: what it says goes through the same copies. */
class Port implements ThreadPort {
  onmessage: ((event: MessageEvent<Reply>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  ended = false;
  readonly #scope: ThreadScope = {
    onmessage: null,
    postMessage: (message) => {
      const data = structuredClone(message);
      setTimeout(() => !this.ended && this.onmessage?.({ data } as MessageEvent<Reply>));
    },
  };

  constructor() {
    serveLens(this.#scope);
  }

  postMessage(message: Asked): void {
    const data = structuredClone(message);
    setTimeout(() => !this.ended && this.#scope.onmessage?.({ data } as MessageEvent<Asked>));
  }

  terminate(): void {
    this.ended = true;
  }
}

const settings = defaultExperiment();
const question: CurvesQuestion = {
  kind: 'curves',
  settings,
  methods: ['ppo', 'm2po', 'a3po', 'decoupled-ppo'],
  // Every slider away from where it begins.
  probe: {
    staleness: 7,
    probability: 0.2,
    length: 3,
    position: 2,
    spread: 0.3,
    prox: 0.4,
    advantage: 2,
  },
  logRatios: logRatiosOf(4),
};

describe('the lens’s thread', () => {
  it('answers with the curves of the lens, every one to its question', async () => {
    const ports: Port[] = [];
    const thread = new LensThread(() => (ports.push(new Port()), ports.at(-1)!));
    const [first, second] = await Promise.all([
      thread.ask<'curves'>(question),
      thread.ask<'curves'>({ ...question, methods: ['cispo'] }),
    ]);
    expect(ports).toHaveLength(1);
    expect(second.curves.map(({ method }) => method)).toEqual(['cispo']);
    const token = probeWith({
      staleness: 7,
      logBehave: Math.log(0.2),
      length: 3,
      position: 1,
      spread: 0.3,
      advantage: 2,
      proximal: 0.4,
      seed: 1,
    });
    for (const name of Object.keys(defaultLens.probe) as (keyof typeof question.probe)[])
      expect(question.probe[name], name).not.toBe(defaultLens.probe[name]);
    for (const { method, positive, negative } of first.curves) {
      const own = curves(withMethod(settings, method), token, question.logRatios);
      expect(positive.coefficients).toEqual(own.positive.coefficients);
      expect(negative.kinks).toEqual(own.negative.kinks);
    }
  });

  it('says why it cannot answer, and begins anew after its end', async () => {
    const ports: Port[] = [];
    const thread = new LensThread(() => (ports.push(new Port()), ports.at(-1)!));
    const descending = question.logRatios.slice().reverse();
    await expect(thread.ask<'curves'>({ ...question, logRatios: descending })).rejects.toThrow('ascend');
    const asked = thread.ask<'curves'>(question);
    thread.end('closed');
    await expect(asked).rejects.toThrow('closed');
    expect((await thread.ask<'curves'>(question)).curves).toHaveLength(4);
    expect(ports.map(({ ended }) => ended)).toEqual([true, false]);
  });
});
