/** Settings of the run as a whole: engine, clock, seed, and the durations of the simulated clock. */
import { choice, integer, number } from '../setting.ts';

export const run = {
  engine: choice({
    label: 'Engine',
    help: 'Which hardware computes the policy. Automatic takes WebGPU on a real GPU, else WASM.',
    url: 'engine',
    effect: 'reset',
    default: 'auto',
    options: [
      { value: 'auto', label: 'Automatic', help: 'The fastest that this device offers.' },
      {
        value: 'webgpu',
        label: 'WebGPU',
        help: 'TensorFlow.js on the GPU, or on a software adapter where there is none.',
      },
      {
        value: 'wasm',
        label: 'WASM, fused',
        help: 'The lab’s own vectorised kernels: the same bits on every machine.',
      },
      {
        value: 'tfjs-wasm',
        label: 'WASM, TensorFlow.js',
        help: 'TensorFlow.js on the CPU, vectorised; slower, the reference for the fused kernels.',
      },
      { value: 'cpu', label: 'CPU', help: 'TensorFlow.js in plain JavaScript: slow, but everywhere.' },
    ],
  }),
  clock: choice({
    label: 'Clock',
    help: 'Live is a real race between threads. Virtual plays the same pipeline on a simulated clock, the same way every time.',
    url: 'clock',
    effect: 'reset',
    default: 'live',
    options: [
      { value: 'live', label: 'Live', help: 'Real workers in real time.' },
      { value: 'virtual', label: 'Virtual', help: 'Real learning, simulated durations, repeatable.' },
    ],
  }),
  updates: integer({
    label: 'Stop after',
    help: 'The run pauses by itself after this many updates.',
    url: 'stop',
    effect: 'live',
    default: 300,
    min: 0,
    max: 100000,
    step: 50,
    names: { 0: 'never' },
    unit: 'updates',
    keys: { areal: 'total_train_steps', verl: 'trainer.total_training_steps', trl: 'max_steps' },
  }),
  seed: integer({
    label: 'Seed',
    help: 'Start of all random numbers. The same seed gives the same prompts, weights and virtual run.',
    url: 'seed',
    effect: 'reset',
    default: 1,
    min: 0,
    max: 4294967295,
    keys: { areal: 'seed', verl: 'data.seed', trl: 'seed' },
  }),
};

export const virtual = {
  tokenSeconds: number({
    label: 'Decode time per token',
    help: 'Simulated time that a worker needs for one more token of all its answers.',
    url: 'vtoken',
    effect: 'live',
    default: 0.05,
    min: 0.001,
    max: 10,
    scale: 'log',
    step: 20,
    unit: 's',
  }),
  learnerSeconds: number({
    label: 'Learner time per update',
    symbol: 'T',
    help: 'Simulated time that the learner needs for one update.',
    url: 'vlearn',
    effect: 'live',
    default: 1,
    min: 0.01,
    max: 100,
    scale: 'log',
    step: 20,
    unit: 's',
  }),
  jitter: number({
    label: 'Spread of worker speed',
    symbol: 'σ',
    help: 'Log-normal spread of generation time from prompt to prompt. It makes stragglers.',
    url: 'vjitter',
    effect: 'live',
    default: 0.3,
    min: 0,
    max: 2,
    step: 0.05,
  }),
};
