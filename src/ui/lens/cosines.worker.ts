/** Entry of a cosine's thread; see `batch/cosines/measure.ts`. */
import { serveCosines } from './batch/cosines/measure.ts';

serveCosines(globalThis as unknown as Parameters<typeof serveCosines>[0]);
