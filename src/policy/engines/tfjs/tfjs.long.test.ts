import { describeEngine } from '../conformance.ts';
import { createTfjsEngine } from './index.ts';

const tolerances = { score: 2e-5, gradient: 1e-4, adam: 1e-5 };
describeEngine('tfjs on wasm', (spec) => createTfjsEngine(spec, 'wasm'), tolerances, 'long');
describeEngine('tfjs on cpu', (spec) => createTfjsEngine(spec, 'cpu'), tolerances, 'short');
