/** What the palette offers: every action that can be used now, every theme, preset, objective, chart and setting. */
import { fields } from '../../experiment/fields.ts';
import { metricIndex, metrics } from '../../telemetry/metrics.ts';
import { presets } from '../../experiment/presets/index.ts';
import { actionGroups, type Action, type ActionState } from '../actions/action.ts';
import { showChart } from '../charts/board/showChart.ts';
import { sections } from '../charts/catalogue/index.ts';
import { metricsOf, type ChartSpec } from '../charts/catalogue/spec.ts';
import { goToSetting } from '../rail/goTo.ts';
import { essentials, titleOf } from '../rail/groups.ts';
import { type Choice, choices } from '../rail/objective/choices.ts';
import { setTheme, themeChoices } from '../state/preferences.ts';

export interface Entry {
  readonly id: string;
  readonly label: string;
  /** A few words beside the label. */
  readonly detail: string;
  /** By what else it is found. */
  readonly keywords: readonly string[];
  /** Whether it is among the controls that are used most. */
  readonly essential?: boolean;
  /** A key that does the same. */
  readonly key?: string | undefined;
  /** Whether it takes the focus somewhere, so that it must not return to where it was. */
  readonly movesFocus: boolean;
  run(): void;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/**
 * @param showPreset sets the controls to a preset
 * @param follow sets them to an objective or a recipe
 */
export function paletteEntries(
  actions: readonly Action[],
  state: ActionState,
  showPreset: (name: string) => void,
  follow: (choice: Choice) => void,
): readonly EntryGroup[] {
  return [
    ...(Object.entries(actionGroups) as [Action['group'], string][]).map(([group, title]) => ({
      title,
      entries: [
        ...actions
          .filter((action) => action.group === group && action.enabled(state) && action.id !== 'palette')
          .map((action) => actionEntry(action, state)),
        ...(group === 'screen' ? themeChoices.filter((theme) => theme !== state.theme).map(themeEntry) : []),
      ],
    })),
    {
      title: 'Presets',
      entries: presets.map(({ name, title, description }) => ({
        id: `preset ${name}`,
        label: title,
        detail: description,
        keywords: [name],
        movesFocus: false,
        run: () => showPreset(name),
      })),
    },
    {
      title: 'Objectives',
      entries: choices.map((choice) => ({
        id: choice.id,
        label: choice.label,
        detail: choice.help,
        keywords: [choice.keywords],
        movesFocus: false,
        run: () => follow(choice),
      })),
    },
    { title: 'Settings', entries: fields.map(settingEntry) },
    {
      title: 'Charts',
      entries: sections.flatMap(({ title, charts }) => charts.map((spec) => chartEntry(spec, title))),
    },
  ].filter(({ entries }) => entries.length > 0);
}

/** The groups in the order of the best that each has for a search; as they are without one. */
export function bestFirst(groups: readonly EntryGroup[], search: string): readonly EntryGroup[] {
  if (search.trim() === '') return groups;
  const best = ({ entries }: EntryGroup) => Math.max(...entries.map((entry) => score(entry, search)));
  return groups
    .map((group) => ({ group, points: best(group) }))
    .sort((a, b) => b.points - a.points)
    .map(({ group }) => group);
}

/** How well an entry answers a search, 0 = not at all. Every word has to be found somewhere. */
export function score(entry: Entry, search: string): number {
  const phrase = search.trim().toLowerCase();
  const bonus = entry.essential === true ? ESSENTIAL : 0;
  if (entry.label.toLowerCase().startsWith(phrase)) return 1 + bonus;
  const scores = phrase.split(/\s+/).map((word) => scoreOf(entry, word));
  const worst = Math.min(...scores);
  // Of those with equally bad a word, the one whose other words are found better.
  return worst === 0
    ? 0
    : worst + (OTHERS * scores.reduce((sum, points) => sum + points, 0)) / scores.length + bonus;
}

/** So much further up is what a lecturer drags, and at most so much what has the other words in its title. */
const ESSENTIAL = 0.2;
const OTHERS = 0.1;

function scoreOf({ label, detail, keywords }: Entry, word: string): number {
  const title = label.toLowerCase();
  if (` ${title}`.includes(` ${word}`)) return 0.8;
  if (title.includes(word)) return 0.6;
  if (keywords.some((keyword) => keyword.toLowerCase().includes(word))) return 0.4;
  return detail.toLowerCase().includes(word) ? 0.2 : 0;
}

function actionEntry(action: Action, state: ActionState): Entry {
  return {
    id: `action ${action.id}`,
    label: action.label(state),
    detail: action.help,
    keywords: [action.id],
    key: action.keys[0],
    movesFocus: false,
    run: () => action.run(),
  };
}

function themeEntry(theme: (typeof themeChoices)[number]): Entry {
  const label = theme === 'system' ? 'Theme as the system has it' : `Theme ${theme}`;
  return {
    id: `theme ${theme}`,
    label,
    detail: theme === 'projector' ? 'Large type and strong contrast, for the last row.' : '',
    keywords: ['colours', 'contrast'],
    movesFocus: false,
    run: () => setTheme(theme),
  };
}

/** Found by its metrics too, under any library's name for them. */
function chartEntry(spec: ChartSpec, section: string): Entry {
  const shown = metricsOf(spec).map((name) => metrics[metricIndex(name)]!);
  return {
    id: `chart ${spec.id}`,
    label: spec.title,
    detail: `${section}. ${spec.about}`,
    keywords: shown.flatMap((metric) => [
      metric.name,
      metric.label,
      ...('aliases' in metric ? Object.values(metric.aliases) : []),
    ]),
    movesFocus: true,
    run: () => showChart(spec.id),
  };
}

function settingEntry({ field, setting, group }: (typeof fields)[number]): Entry {
  return {
    id: `setting ${field}`,
    label: setting.label,
    essential: essentials.includes(field),
    detail: titleOf(group),
    keywords: [
      field,
      setting.url,
      setting.symbol ?? '',
      ...Object.values(setting.keys ?? {}),
      ...(setting.kind === 'choice' ? setting.options.map((option) => option.label) : []),
    ],
    movesFocus: true,
    run: () => goToSetting(field),
  };
}
