import { describeEngine } from '../conformance.ts';
import { createTfjsEngine } from './index.ts';

for (const backend of ['cpu', 'wasm']) {
  describeEngine(`tfjs on ${backend}`, (spec) => createTfjsEngine(spec, backend), {
    score: 2e-5,
    gradient: 1e-4,
    adam: 1e-5,
  });
}
