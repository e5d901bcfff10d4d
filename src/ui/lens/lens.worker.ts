/** Entry of the lens's thread; see `thread/serve.ts`. */
import { serveLens } from './thread/serve.ts';

serveLens(globalThis as unknown as Parameters<typeof serveLens>[0]);
