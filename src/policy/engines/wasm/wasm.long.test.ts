import { describeEngine } from '../conformance.ts';
import { createWasmEngine } from './index.ts';

const tolerances = { score: 2e-5, gradient: 1e-4, adam: 1e-5 };
describeEngine('wasm', (spec) => createWasmEngine(spec, 'wasm'), tolerances, 'long');
