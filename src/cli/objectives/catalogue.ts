/** All objectives, and the recipes over them, as data: for `--list`. */
import { layerOf, recipes } from '../../experiment/recipes/index.ts';
import type { Setting } from '../../experiment/setting.ts';
import { settings as tables } from '../../experiment/settings/index.ts';
import { methodFamilies } from '../../experiment/settings/methods/names.ts';
import { type MethodName, needsOf, objectives } from '../../learning/objectives/index.ts';
import { readRequest, settingsOf } from './settings.ts';

/** Objectives by family, then recipes; a recipe says what it is over by `recipe_of`. */
export function catalogue() {
  return [...methods(), ...recipes.map(recipeEntry)];
}

function methods() {
  return methodFamilies.flatMap(({ title: family, methods: members }) =>
    members.map(({ value: name }) => methodEntry(name, family)),
  );
}

function methodEntry(name: MethodName, family: string) {
  const method = objectives[name];
  return {
    name,
    title: method.title,
    family,
    aliases: method.aliases ?? {},
    status: method.status,
    caveat: method.caveat ?? null,
    paper: method.paper,
    source: method.source,
    formula: method.formula,
    words: method.words,
    zeroes: method.zeroes,
    aggregation: method.aggregation,
    needs: factsOf(name),
    settings: Object.fromEntries(settingsOf(name).map(([key, setting]) => [key, schemaOf(setting)])),
  };
}

/** Names of the facts that a method reads with its settings at their defaults. */
function factsOf(name: MethodName): readonly string[] {
  const { settings } = readRequest({ method: name });
  const { prox, distributions, ...needs } = needsOf(settings);
  const named = {
    advantages: objectives[name].ownAdvantages !== true,
    logp_prox: prox !== undefined && prox !== 'old',
    logp_behave: needs.behave,
    logp_old: prox === 'old' || needs.old,
    logp_ref: needs.reference,
    staleness: needs.staleness,
    values: needs.values,
    rewards: needs.values,
    reward: needs.sequenceRewards,
    entropy: needs.entropy,
    probs_theta: distributions ?? needs.behaveDistributions,
    probs_behave: needs.behaveDistributions,
    entropy_history: needs.entropyHistory,
    seed: needs.seed,
  };
  return ['logp_theta', ...Object.keys(named).filter((fact) => named[fact as keyof typeof named])];
}

function recipeEntry(recipe: (typeof recipes)[number]) {
  const { name, title, method, status, paper, source, words } = recipe;
  return {
    name,
    title,
    recipe_of: method,
    status,
    paper,
    source,
    words,
    /** What it sets beside the defaults, by group. */
    layer: beside(layerOf(recipe)),
  };
}

/** A layer without what is at its default. */
function beside(layer: ReturnType<typeof layerOf>) {
  const groups = Object.entries(layer).map(([group, values]) => {
    const table = tables[group as keyof typeof tables] as Readonly<Record<string, Setting>>;
    const changed = Object.entries(values).filter(([key, value]) => table[key]!.default !== value);
    return [group, Object.fromEntries(changed) as Record<string, unknown>] as const;
  });
  return Object.fromEntries(groups.filter(([, values]) => Object.keys(values).length > 0));
}

function schemaOf(setting: Setting) {
  switch (setting.kind) {
    case 'flag':
      return { type: 'boolean', default: setting.default, label: setting.label };
    case 'choice':
      return {
        type: 'string',
        enum: setting.options.map(({ value }) => value),
        default: setting.default,
        label: setting.label,
      };
    case 'list':
      return { type: 'string', default: setting.default, label: setting.label };
    case 'number':
      return {
        type: setting.integer ? 'integer' : 'number',
        minimum: setting.min,
        maximum: setting.max,
        default: setting.default,
        label: setting.label,
      };
  }
}

/** For a terminal: one line each, under the headings of families. */
export function catalogueTable(): string {
  const listed = methods().map(({ name, family, status, paper, settings }) => ({
    heading: family,
    cells: [
      name,
      status,
      paper,
      Object.entries(settings)
        .map(([key, { default: standard }]) => `${key}=${String(standard)}`)
        .join(' '),
    ],
  }));
  const named = recipes.map(recipeEntry).map(({ name, recipe_of: method, status, paper, layer }) => ({
    heading: 'Recipes',
    cells: [name, status, paper, `over ${method}: ${JSON.stringify(layer)}`],
  }));
  const rows = [...listed, ...named];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map(({ cells }) => cells[column]!.length)));
  return rows
    .flatMap(({ heading, cells }, i) => {
      const line = cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ');
      const first = heading !== rows[i - 1]?.heading;
      return [...(first ? [`${i > 0 ? '\n' : ''}${heading}`] : []), `  ${line.trimEnd()}`];
    })
    .join('\n');
}
