/**
 * `npm test`: everything that must hold, from a fresh clone. `npm run test:long` (--long) runs what takes longer.
 *
 * Each static check counts as one test. The last line is `N passed, N failed`; the exit code is 1 if any failed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, ensureBuilt, ensureInstalled, run, say, tool } from './prepare.mjs';

const long = process.argv.includes('--long');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const totals = { passed: 0, failed: 0 };
const failures = [];
const began = Date.now();

ensureInstalled();
mkdirSync(cache, { recursive: true });
if (long) process.env.LAGLAB_LONG = '1';

function wanted(step) {
  return only === undefined || only === step;
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(0)} s`;
}

async function check(step, script, args) {
  if (!wanted(step)) return true;
  const start = Date.now();
  say(`\n— ${step}`);
  const passed = (await run(script, args)) === 0;
  totals[passed ? 'passed' : 'failed'] += 1;
  if (!passed) failures.push(step);
  say(`  ${step} ${passed ? 'passed' : 'FAILED'} in ${seconds(start)}`);
  return passed;
}

/** Runs a vitest suite and adds its counts; a suite that breaks down counts as one failure. */
async function suite(step, args) {
  if (!wanted(step)) return;
  const start = Date.now();
  say(`\n— ${step}`);
  const report = join(cache, `${step.replaceAll(' ', '-')}.json`);
  rmSync(report, { force: true });
  const code = await run(tool('vitest'), [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const counts = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0 };
  totals.passed += counts.numPassedTests;
  totals.failed += counts.numFailedTests;
  for (const file of counts.testResults ?? []) {
    for (const test of file.assertionResults)
      if (test.status === 'failed') failures.push(`${step}: ${test.fullName}`);
  }
  if (code !== 0 && counts.numFailedTests === 0) {
    totals.failed += 1;
    failures.push(`${step}: the suite broke down`);
  }
  say(`  ${step}: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed in ${seconds(start)}`);
}

if (!long) {
  await check('types', tool('typescript', 'tsc'), ['-p', '.']);
  await check('lint', tool('eslint'), ['.', '--max-warnings', '0']);
  await check('format', tool('prettier'), ['--check', '.', '--log-level', 'warn']);
  await check('import directions', tool('dependency-cruiser', 'depcruise'), [
    'src',
    '--config',
    '.dependency-cruiser.cjs',
  ]);
}
await suite('unit tests', []);
if (wanted('end-to-end tests')) {
  await ensureBuilt();
  const { ensureBrowser, REMEDY } = await import('./browser.mjs');
  const browser = await ensureBrowser();
  if (browser) process.env.LAGLAB_BROWSER = browser;
  else say(`\n${REMEDY}`);
  await suite('end-to-end tests', ['--config', 'e2e/vitest.config.ts']);
  if (!browser) say(`\n${REMEDY}`);
}

for (const failure of failures) say(`FAILED ${failure}`);
say(`\nIn ${seconds(began)}:`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
