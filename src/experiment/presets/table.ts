/**
 * The presets as data. Names are frozen: once released, a preset is never edited; a better one gets the next
 * number. `presets.test.ts` pins every resolved value. A preset that would change because a default does is given
 * its old value here explicitly.
 */
import type { Preset } from './preset.ts';

export const table = [
  {
    name: 'sort-4-v1',
    title: 'Sort four digits',
    description:
      'A small transformer learns to sort four digits from answers that are up to two versions old. This is the default lab.',
    lookAt:
      'Reward and held-out accuracy rise while the staleness histogram stays within 0 and {schedule.maxStaleness}.',
    alsoRestsOn: ['schedule.mode'],
    layer: {},
  },
  {
    name: 'synchronous-v1',
    title: 'Synchronous: no staleness',
    description:
      'Workers and learner take turns, so that every sample comes from the newest weights. This is the reference for all stale runs.',
    lookAt: 'Staleness is one bar at 0, and the learner is idle while the workers generate.',
    layer: { schedule: { maxStaleness: 0 } },
  },
  {
    name: 'stale-reinforce-v1',
    title: 'Very stale, no cure',
    description:
      'Samples may be 16 versions old and REINFORCE treats them as if they were fresh. Compare it with the decoupled preset.',
    lookAt:
      'The importance ratios spread, the effective sample size falls, and learning slows down or breaks.',
    layer: { schedule: { maxStaleness: 16 }, objective: { name: 'reinforce' } },
  },
  {
    name: 'stale-decoupled-v1',
    title: 'Very stale, decoupled PPO',
    description:
      'Samples may be 16 versions old; decoupled PPO weights them by the behaviour ratio and clips against a recent policy. Each batch is cut into four optimiser steps so that the clip has work to do.',
    lookAt:
      'The ratios spread as they do without a cure, while the clip fraction rises and learning goes on.',
    layer: {
      schedule: { maxStaleness: 16 },
      objective: { name: 'decoupled-ppo' },
      optimiser: { minibatches: 4 },
    },
  },
  {
    name: 'exact-lag-v1',
    title: 'Exactly eight updates old',
    description:
      'Every batch was sampled exactly eight updates before it is trained on. Nothing depends on the speed of the machine.',
    lookAt:
      'After the first {schedule.exactLag} updates the staleness histogram is one bar at {schedule.exactLag}.',
    layer: { schedule: { mode: 'exact', exactLag: 8 } },
  },
  {
    name: 'stale-v1',
    title: 'What staleness costs',
    description:
      'A policy of 14,760 parameters sorts four digits from samples of exactly one age, on the simulated clock. It is what the sweep of all objectives ran: the same seed gives the same bits as its table.',
    lookAt:
      'Held-out accuracy under different objectives at {schedule.exactLag} updates of lag, and at none.',
    layer: {
      policy: { width: 24, layers: 2, heads: 2 },
      warmStart: { updates: 50, batch: 16, learningRate: 5e-3 },
      schedule: { mode: 'exact', exactLag: 16, batchGroups: 16, groupSize: 8 },
      optimiser: { learningRate: 1e-3, minibatches: 2 },
      evaluation: { every: 10, prompts: 256 },
      run: { clock: 'virtual' },
    },
  },
  {
    name: 'reverse-v1',
    title: 'Reverse a word',
    description:
      'The policy writes real English words backwards, so that answers differ in length as real ones do. The warm start is longer because the alphabet is larger.',
    lookAt: 'Short words finish first: watch the order in the queue and the response length.',
    layer: {
      task: { name: 'reverse', wordLength: 5 },
      warmStart: { updates: 80, batch: 32, learningRate: 5e-3 },
    },
  },
  {
    name: 'add-v1',
    title: 'Add two numbers',
    description:
      'The policy adds numbers of one to four digits and writes the carries before the sum, so that answers have 4 to 11 tokens. Only the sum is judged.',
    lookAt:
      'Long answers are older than short ones: watch the correlation of length and age, then drop old samples.',
    layer: {
      task: { name: 'add', addDigits: 4 },
      warmStart: { updates: 1000, batch: 32, learningRate: 3e-3 },
      optimiser: { learningRate: 2e-4 },
      evaluation: { prompts: 256 },
    },
  },
  {
    name: 'reach-v1',
    title: 'Reach a target',
    description:
      'The policy combines three given numbers by +, − and × into a target. Most targets can be reached in several ways, so that a policy can be right and still varied.',
    lookAt:
      'Held-out accuracy rises while the entropy falls: the policy settles on some of the right answers.',
    layer: {
      task: { name: 'reach', reachNumbers: 3, reachLargest: 9 },
      warmStart: { updates: 1000, batch: 32, learningRate: 2e-3 },
      optimiser: { learningRate: 3e-4 },
      evaluation: { prompts: 256 },
    },
  },
  {
    name: 'sort-6-large-v1',
    title: 'Sort six digits, large policy',
    description:
      'A policy of 225,000 parameters, nearly nine times the default, sorts six digits. Its width and its batch of 64 answers are what two cores without a GPU still train over ten times a second.',
    lookAt:
      'Updates per second, and held-out accuracy that rises in spite of a batch a quarter of the default one.',
    layer: {
      task: { digits: 6 },
      policy: { width: 96, layers: 2, heads: 6 },
      warmStart: { updates: 40, batch: 32, learningRate: 3e-3 },
      schedule: { batchGroups: 8, groupSize: 8 },
      optimiser: { learningRate: 3e-4, minibatches: 1 },
      evaluation: { every: 10 },
    },
  },
  {
    name: 'reverse-6-large-v1',
    title: 'Reverse a word, large policy',
    description:
      'A policy of three layers and 152,000 parameters writes words of up to six letters backwards. Its depth and its batch of 96 answers are what two cores without a GPU still train over ten times a second.',
    lookAt: 'Updates per second, and held-out accuracy that about doubles within 300 updates.',
    layer: {
      task: { name: 'reverse', wordLength: 6 },
      policy: { width: 64, layers: 3, heads: 4 },
      warmStart: { updates: 56, batch: 32, learningRate: 3e-3 },
      schedule: { batchGroups: 12, groupSize: 8 },
      optimiser: { learningRate: 7e-4, minibatches: 1 },
      evaluation: { every: 10 },
    },
  },
  {
    name: 'tiny-v1',
    title: 'Tiny, for slow machines',
    description:
      'Sorts two digits with under 5,000 parameters and small batches. Made for software GPUs and very old laptops.',
    lookAt: 'That updates arrive at all; the curves are noisy because the batches are small.',
    layer: {
      task: { digits: 2 },
      policy: { width: 16, layers: 1, heads: 2 },
      warmStart: { updates: 50, batch: 32, learningRate: 5e-3 },
      rollout: { groupsInFlight: 2 },
      schedule: { batchGroups: 4, groupSize: 4 },
      evaluation: { prompts: 32 },
    },
  },
  {
    name: 'virtual-v1',
    title: 'Simulated clock',
    description:
      'The same learning on a simulated clock: durations are inputs and the run is the same on every machine. Slow decoding, stragglers and publication can be set at will.',
    lookAt: 'Two runs with the same seed draw the same curves, point for point.',
    layer: { run: { clock: 'virtual' }, rollout: { workers: 2 } },
  },
] as const satisfies readonly Preset[];
