/** The thread's side of `workerHost.ts`. */
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName, Facilities } from './contestant.ts';
import { type Host, LocalHost } from './host.ts';
import type { Answer, Call, Port } from './workerHost.ts';

/** Answers a `WorkerHost` for ever. @param make for tests: what is served */
export function serveHost(
  port: Port,
  make: (facilities: Facilities) => Host = (f) => new LocalHost(f),
): void {
  let host: Host | undefined;
  const perform = ({ method, args }: Call): Promise<unknown> => {
    if (method === 'configure') {
      host = make(args[0] as Facilities);
      return Promise.resolve(undefined);
    }
    if (host === undefined) throw new Error(`"${method}" came before "configure"`);
    switch (method) {
      case 'prepare':
        return host.prepare(args[0] as ContestantName, args[1] as BenchmarkCase);
      case 'measure':
        return host.measure(args[0] as number);
      case 'release':
        return host.release(args[0] as number);
    }
  };
  port.onmessage = async ({ data }) => {
    const { call } = data as Call;
    let answer: Answer;
    try {
      answer = { call, value: await perform(data as Call) };
    } catch (error) {
      answer = { call, error: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(answer);
  };
}
