/** Some cells of a table, played again: equal fingerprints mean equal weights, coefficients and event times, to the last bit. */
import { chosenCells, decodeTable, isAt, type SweepTable } from '../../telemetry/sweep/index.ts';
import { print, say, UsageError } from '../command.ts';
import { textOf } from '../text.ts';
import { codeCommit } from './commit.ts';
import { playAll } from './jobs.ts';
import type { VerifyOptions } from './options.ts';

/** Prints the report, and lets the command fail where a fingerprint differs. */
export async function verify({ verify: file, cells: count, by, jobs, json }: VerifyOptions): Promise<void> {
  const table = read(file);
  const commit = codeCommit();
  const chosenBy = by ?? commit.replace('+', '');
  const cells = chosenCells(table, chosenBy, count);
  const places = cells.flatMap((cell) => table.seeds.map((seed) => ({ ...cell, seed })));
  const engine = table.engine.startsWith('wasm') ? ('wasm' as const) : undefined;
  if (engine === undefined) {
    throw new UsageError(
      `--verify: only the wasm engine gives the same bits everywhere; the table is of ${table.engine}.`,
    );
  }
  const { experiment, updates } = table;
  const orders = places.map((place) => ({ place, experiment, updates, engine }));
  let same = 0;
  const differ: object[] = [];
  await playAll(orders, jobs, ({ run }) => {
    const published = table.runs.find(isAt(run))!;
    const equal = run.fingerprint === published.fingerprint;
    if (equal) same += 1;
    else differ.push({ ...run, published: published.fingerprint });
    say(
      `${run.method}, lag ${run.lag}, seed ${run.seed}: ${run.fingerprint} ${equal ? 'again' : `, not ${published.fingerprint}`}`,
    );
  });
  if (differ.length > 0) process.exitCode = 1;
  const report = {
    table: file,
    made_at: table.commit,
    checked_at: commit,
    chosen_by: chosenBy,
    cells,
    runs: places.length,
    same,
    differ,
  };
  print(
    json
      ? JSON.stringify(report)
      : `${same} of ${places.length} runs have their published fingerprint (${cells.map(({ method, lag }) => `${method} at ${lag}`).join(', ')}).`,
  );
}

function read(file: string): SweepTable {
  const parsed = decodeTable(textOf('--verify', file));
  if (!parsed.ok) throw new UsageError(`--verify: ${parsed.message}`);
  return parsed.table;
}
