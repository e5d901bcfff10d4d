/** All objectives as data, for `--list`. */
import type { Setting } from '../../experiment/setting.ts';
import { type MethodName, objectives } from '../../learning/objectives/index.ts';
import { settingsOf } from './settings.ts';

export function catalogue() {
  return Object.entries(objectives).map(([name, method]) => ({
    name,
    title: method.title,
    aliases: method.aliases ?? {},
    status: method.status,
    caveat: method.caveat ?? null,
    paper: method.paper,
    source: method.source,
    formula: method.formula,
    words: method.words,
    zeroes: method.zeroes,
    aggregation: method.aggregation,
    settings: Object.fromEntries(
      settingsOf(name as MethodName).map(([key, setting]) => [key, schemaOf(setting)]),
    ),
  }));
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

export function catalogueTable(): string {
  const rows = catalogue().map(({ name, status, paper, settings }) => [
    name,
    status,
    paper,
    Object.entries(settings)
      .map(([key, { default: standard }]) => `${key}=${String(standard)}`)
      .join(' '),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
