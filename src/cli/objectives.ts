/**
 * `npm run objectives`: evaluates one objective on facts from a file, in float64, so that anyone can compare it with another
 * library; or lists all of them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { advantages } from '../learning/advantages/index.ts';
import { aggregationOf, evaluateObjective, needsOf, objectives } from '../learning/objectives/index.ts';
import { type Command, print, UsageError } from './command.ts';
import { catalogue, catalogueTable } from './objectives/catalogue.ts';
import { readFacts } from './objectives/facts.ts';
import { readRequest } from './objectives/settings.ts';

export const objectivesCommand: Command = {
  name: 'objectives',
  summary: 'Evaluates one objective on facts from a file, in float64, or lists all objectives.',
  options: [
    ['--method NAME', 'the objective, or a recipe over one; their names are in --list'],
    ['--in FILE', 'facts as JSON; - reads standard input'],
    ['--settings JSON', 'settings that differ from their defaults, e.g. \'{"cap": 5}\''],
    ['--aggregation MODE', 'how token losses become one number; as the method’s authors do when left out'],
    [
      '--advantage NAME',
      `take advantages from each sequence’s reward: ${Object.keys(advantages).join(', ')}`,
    ],
    ['--list', 'every objective and recipe: names elsewhere, status, paper, settings with their defaults'],
    ['--json', 'print one line of JSON, last on stdout'],
  ],
  run(args) {
    const options = readOptions(args);
    if (options.list === true) {
      print(options.json === true ? JSON.stringify(catalogue()) : catalogueTable());
      return Promise.resolve();
    }
    const report = evaluate(options);
    print(options.json === true ? JSON.stringify(report) : table(report));
    return Promise.resolve();
  },
};

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        method: { type: 'string' },
        in: { type: 'string' },
        settings: { type: 'string' },
        aggregation: { type: 'string' },
        advantage: { type: 'string' },
        list: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function evaluate({ method, in: file, settings: json, aggregation, advantage }: Options) {
  if (method === undefined) throw new UsageError('Name an objective with --method; --list has them all.');
  if (file === undefined)
    throw new UsageError('Give the facts with --in FILE, or --in - for standard input.');
  const { settings, recipe, wish } = readRequest({ method, json, aggregation, advantage });
  // A penalty taken from rewards reads the reference only where advantages are made of rewards.
  const needs = needsOf(wish.kl ? { ...settings, kl: { ...settings.kl, coefficient: 0 } } : settings);
  const { facts, split } = readFacts(readText(file), needs, wish);
  const evaluation = evaluateObjective(facts, settings);
  const { gradient, coefficients, logitRows, valueGradient, gates, metrics, loss } = evaluation;
  const vocabulary = facts.distributions?.vocabulary ?? 0;
  return {
    method: settings.objective.name,
    ...(recipe && { recipe: recipe.name }),
    status: (recipe ?? objectives[settings.objective.name]).status,
    aggregation: aggregationOf(settings),
    loss,
    gradient: split(gradient),
    coefficients: split(coefficients),
    ...(logitRows && { logit_rows: split(logitRows, vocabulary) }),
    ...(valueGradient && { value_gradient: split(valueGradient) }),
    gates: Object.fromEntries(Object.entries(gates).map(([name, values]) => [name, split(values)])),
    metrics,
    advantages: split((wish.own ? coefficients : facts.advantage).map((A, t) => (facts.mask[t] ? A : 0))),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function table(report: ReturnType<typeof evaluate>): string {
  const { gradient, coefficients, advantages: A, gates, metrics, loss, ...rest } = report;
  const named = Object.entries({ ...rest, loss, ...metrics })
    .filter(([, value]) => typeof value === 'number' || typeof value === 'string')
    .map(([name, value]) => `${name.padEnd(24)} ${value as string | number}`);
  const tokens = gradient.flatMap((sequence, i) =>
    sequence.map((g, t) => {
      const on = Object.entries(gates).filter(([, values]) => values[i]?.[t] === 1);
      const cells = [A[i]![t], coefficients[i]![t], g].map((value) =>
        Number(value).toPrecision(8).padStart(16),
      );
      return `${`${i}:${t}`.padEnd(8)}${cells.join('')}  ${on.map(([name]) => name).join(' ')}`;
    }),
  );
  const head = `${'token'.padEnd(8)}${['advantage', 'coefficient', 'gradient'].map((name) => name.padStart(16)).join('')}  gates`;
  return [...named, '', head, ...tokens].join('\n');
}
