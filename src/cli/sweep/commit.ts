/** Which commit the code is of. */
import { spawnSync } from 'node:child_process';

/** Its full hash, with "+" where files under `src` were changed since; "unknown" outside a checkout. */
export function codeCommit(): string {
  const head = git('rev-parse', 'HEAD');
  if (head === undefined) return 'unknown';
  return git('status', '--porcelain', '--untracked-files=no', '--', 'src') === '' ? head : `${head}+`;
}

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
