import { describe, expect, it } from 'vitest';
import type { SelfTestRequest, SelfTestResult } from '../../policy/selftest/index.ts';
import { SelfTests, verdictOf } from './selfTests.ts';

const comparison = (passed: boolean): SelfTestResult => ({
  descriptor: { engine: 'wasm', backend: 'wasm', adapter: 'SIMD, 1 thread', software: true },
  logitError: 1e-7,
  gradientError: 1e-6,
  tolerance: { logits: 1e-5, gradient: 1e-4 },
  passed,
  milliseconds: 12,
});

/** Threads that answer when they are told to. */
function setUp() {
  const started: SelfTestRequest[] = [];
  const stopped: string[] = [];
  let answer = (_result: SelfTestResult): void => undefined;
  const tests = new SelfTests((request) => {
    started.push(request);
    return {
      result: new Promise((resolve) => {
        answer = resolve;
      }),
      stop: () => void stopped.push(request.rung),
    };
  });
  const give = async (result: SelfTestResult) => {
    answer(result);
    await Promise.resolve();
    await Promise.resolve();
  };
  const verdict = () => verdictOf(tests.state.getState());
  return { tests, started, stopped, give, verdict };
}

describe('self-tests', () => {
  it('go from engine to engine, once', async () => {
    const { tests, started, give, verdict } = setUp();
    expect(verdict()).toBe('waiting');
    tests.begin();
    expect(verdict()).toBe('running');
    await give({ because: 'WebGPU does not exist here' });
    await give(comparison(true));
    await give(comparison(true));
    expect(verdict()).toBe('running');
    await give(comparison(true));
    expect(verdict()).toBe('passed');
    expect(started.map(({ rung }) => rung)).toEqual(['webgpu', 'wasm', 'tfjs-wasm', 'cpu']);
    expect(started.every(({ softwareToo }) => !softwareToo)).toBe(true);
    tests.begin();
    expect(started).toHaveLength(4);
  });

  it('give way to a run at any moment and go on after it', async () => {
    const { tests, started, stopped, give, verdict } = setUp();
    tests.hold('everything');
    tests.begin();
    expect(started).toEqual([]);
    expect(verdict()).toBe('waiting');
    tests.hold('nothing');
    await give({ because: 'WebGPU does not exist here' });
    tests.hold('everything');
    expect(stopped).toEqual(['wasm']);
    expect(verdict()).toBe('waiting');
    // A result that was already under way is of no use: the thread was told to stop.
    await give(comparison(false));
    expect(verdict()).toBe('waiting');
    tests.hold('nothing');
    await give(comparison(true));
    expect(started.map(({ rung }) => rung)).toEqual(['webgpu', 'wasm', 'wasm', 'tfjs-wasm']);
  });

  it('can be of the engines that the lab takes by itself alone, which is enough for a verdict', async () => {
    const { tests, started, stopped, give, verdict } = setUp();
    tests.hold('all but main');
    tests.begin();
    await give({ because: 'WebGPU does not exist here' });
    expect(verdict()).toBe('running');
    await give(comparison(true));
    expect(verdict()).toBe('passed');
    expect(started.map(({ rung }) => rung)).toEqual(['webgpu', 'wasm']);
    tests.hold('nothing');
    expect(verdict()).toBe('running');
    tests.hold('all but main');
    expect(stopped).toEqual(['tfjs-wasm']);
    expect(verdict()).toBe('passed');
  });

  it('say at once when an engine differs, and when none could be tested', async () => {
    const one = setUp();
    one.tests.begin();
    await one.give(comparison(false));
    expect(one.verdict()).toBe('differs');
    const none = setUp();
    none.tests.begin();
    for (let i = 0; i < 4; i++) await none.give({ because: 'it broke down' });
    expect(none.verdict()).toBe('differs');
  });

  it('start anew when asked, with the emulated GPU if it is wanted', async () => {
    const { tests, started, stopped, give, verdict } = setUp();
    tests.begin();
    await give(comparison(true));
    tests.repeat(true);
    expect(stopped).toEqual(['wasm']);
    expect(started.at(-1)).toEqual({ rung: 'webgpu', softwareToo: true });
    expect(verdict()).toBe('running');
  });
});
