/** tfjs-core asks for Node's `require` when it finds itself in Node; modules have none of their own. */
import { createRequire } from 'node:module';

Object.assign(globalThis, { require: createRequire(import.meta.url) });
