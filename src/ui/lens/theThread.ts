/** The one lens thread of this page. It begins when the lens first asks and ends when the lens is closed. */
import { LensThread, startLensThread } from './thread/lensThread.ts';

export const lensThread = new LensThread(startLensThread);
