import { describe, expect, it } from 'vitest';
import { flowMetrics, type QueueState, type UpdatePace } from './pace.ts';

const pace: UpdatePace = {
  seconds: 2,
  learner: { waiting: 0.5, training: 1, publishing: 0.25, evaluating: 0.125 },
  workers: { generating: 3, waiting: 1 },
  tokens: 80,
};
const queue: QueueState = { length: 4, oldestVersion: 5, learnerVersion: 7, dropped: 3, rejected: 6 };

describe('the metrics of flow', () => {
  it('are shares and rates of the time, and the queue as it was', () => {
    expect(flowMetrics(pace, queue)).toEqual({
      queue_length: 4,
      queue_oldest: 2,
      dropped: 3,
      rejected: 6,
      learner_idle: 0.25,
      learner_training: 0.5,
      learner_publishing: 0.125,
      learner_evaluating: 0.0625,
      tokens_per_second: 40,
      updates_per_second: 0.5,
      rollout_idle: 0.25,
    });
  });

  it('say nothing of an empty queue’s age, of no time, or of no worker', () => {
    const empty = { ...queue, length: 0, oldestVersion: undefined };
    expect(flowMetrics(pace, empty)).not.toHaveProperty('queue_oldest');
    expect(flowMetrics({ ...pace, seconds: 0 }, queue)).toEqual({
      queue_length: 4,
      queue_oldest: 2,
      dropped: 3,
      rejected: 6,
      rollout_idle: 0.25,
    });
    const alone = { ...pace, workers: { generating: 0, waiting: 0 } };
    expect(flowMetrics(alone, queue)).not.toHaveProperty('rollout_idle');
  });
});
