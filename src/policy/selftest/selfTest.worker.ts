/** Entry of a self-test's thread: it is told which engine to test and answers with what came of it. */
import { selfTest, type SelfTestRequest } from './run.ts';

addEventListener('message', ({ data }: MessageEvent<SelfTestRequest>) => {
  void selfTest(data).then((result) => postMessage(result));
});
