import { describeEngine } from '../conformance.ts';
import { createWasmEngine } from './index.ts';

describeEngine('wasm', (spec) => createWasmEngine(spec, 'wasm'), { score: 2e-5, gradient: 1e-4, adam: 1e-5 });
