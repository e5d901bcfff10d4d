/** `npm run self-test-answers`: computes the self-test's answers in float64 and stores them beside it. */
import { writeFileSync } from 'node:fs';
import { computeAnswers } from '../policy/selftest/answers.ts';
import { selfTestProblem } from '../policy/selftest/problem.ts';
import { type Command, print, say } from './command.ts';

/** Commands run from the root of the repository. */
const FILE = 'src/policy/selftest/answers.json';

export const selfTestAnswers: Command = {
  name: 'self-test-answers',
  summary: `Computes in float64 what the self-test expects of every device, and writes ${FILE}.`,
  options: [['--json', 'print what was written as one line']],
  run(args) {
    const answers = computeAnswers(selfTestProblem());
    writeFileSync(FILE, `${JSON.stringify(answers)}\n`);
    say(`Wrote ${FILE}.`);
    if (args.includes('--json')) {
      print(JSON.stringify({ file: FILE, logits: answers.logits.length, gradient: answers.gradient.length }));
    }
    return Promise.resolve();
  },
};
