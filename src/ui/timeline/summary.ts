/** The timeline as words and as tables: what is said of it, and what a screen reader goes through. */
import { type SpanKind, type Track, utilisation } from '../../telemetry/timeline/index.ts';
import type { Table } from '../charts/data/table.ts';
import type { RunView } from '../run/runView.ts';
import { ageWords } from '../inspector/words.ts';
import { lagOf, looks } from './looks.ts';
import type { Stretch } from './sight.ts';
import { nowOf, sightOf } from './timelineStore.ts';
import { lasting, moment, nameOf, sharesText, spanTitle } from './words.ts';

/** How every track's time was used, of what is shown. */
export function summary(run: RunView): string {
  const { timeline } = run;
  if (timeline.spans === 0) return 'There is nothing on the timeline yet.';
  const { shown } = sightOf(run);
  const tracks = timeline.tracks.map((track) => {
    const shares = sharesText(utilisation(track, shown.from, shown.to));
    return `${nameOf(track)}: ${shares === '' ? 'nothing' : shares}.`;
  });
  return `From ${moment(shown.from)} to ${moment(shown.to)}. ${tracks.join(' ')}`;
}

/** Kinds of spans in the order of the legend. */
const KINDS = Object.keys(looks) as SpanKind[];

/** Share of the window by what is done, a row for each track. */
export function sharesTable(run: RunView): Table {
  const { from, to } = sightOf(run).shown;
  const until = Math.min(to, nowOf(run));
  return {
    caption: `Shares of the time from ${moment(from)} to ${moment(until)}`,
    columns: [
      { head: 'Who', name: 'who', format: 'text' },
      ...KINDS.map((kind) => ({ head: looks[kind].title, name: kind, format: 'percent' as const })),
    ],
    rows: run.timeline.tracks.map((track) => {
      const shares = utilisation(track, from, until);
      return [nameOf(track), ...KINDS.map((kind) => shares[kind] ?? NaN)];
    }),
  };
}

/** Rows of a table beyond these are of no use to anybody. */
const MOST_ROWS = 60;

/** The last spans of the window, newest first. */
export function spansTable(run: RunView): Table {
  const { shown } = sightOf(run);
  const now = nowOf(run);
  const { learnerVersion } = run.timeline;
  const found = run.timeline.tracks.flatMap((track) => lastSpans(track, shown));
  const rows = found
    .sort((a, b) => b.begin - a.begin)
    .slice(0, MOST_ROWS)
    .map(({ track, index }) => {
      const span = track.at(index);
      return [
        spanTitle(track, span),
        moment(span.begin),
        lasting(Math.min(span.end, now) - span.begin),
        span.kind === 'decode' ? ageWords(lagOf(span, learnerVersion)) : '',
      ];
    });
  return {
    caption: 'The last spans of it, newest first',
    columns: [
      { head: 'What', name: 'what', format: 'text' },
      { head: 'From', name: 'from', format: 'text' },
      { head: 'Lasted', name: 'lasted', format: 'text' },
      { head: 'Age', name: 'age', format: 'text' },
    ],
    rows,
  };
}

function lastSpans(track: Track, { from, to }: Stretch) {
  const first = track.firstAfter(from);
  let end = track.firstAfter(to, first);
  if (end < track.length && track.begin(end) < to) end++;
  const found: { track: Track; index: number; begin: number }[] = [];
  for (let index = Math.max(first, end - MOST_ROWS); index < end; index++) {
    found.push({ track, index, begin: track.begin(index) });
  }
  return found;
}
