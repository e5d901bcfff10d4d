/** What is told while the benchmark runs: a line when a case begins, a line when it has ended. */
import { reportedCase, type Where } from './report.ts';
import type { Watcher } from './runCases.ts';

/** A watcher that tells all it sees in lines of text. */
export function watchInLines(where: Where, tell: (line: string) => void): Watcher {
  return {
    onProgress: ({ at, of, name }) => tell(`${where} ${at} of ${of}: ${name} …`),
    onResult(result) {
      const { name, ms, limit_ms, limit_gflops, ratios, absent, rounds } = reportedCase(where, result);
      const times = Object.entries(ms).map(([contestant, value]) => `${contestant} ${value}`);
      const compared = Object.entries(ratios)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => `${key} ${value}`);
      tell(
        `  ${name}: ${times.join(', ')} ms; limit ${limit_ms} ms at ${limit_gflops} GFLOP/s; ${compared.join(', ')}; of ${rounds.wasm} runs`,
      );
      for (const [contestant, reason] of Object.entries(absent)) tell(`  without ${contestant}: ${reason}`);
    },
  };
}
