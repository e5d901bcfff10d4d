/** What the learner and every worker did with the last seconds: a bar of shares for each. */
import { useRef } from 'react';
import { OCCUPATION_SECONDS } from '../../run/runView.ts';
import type { PictureSpec } from '../catalogue/spec.ts';
import type { Table } from '../data/table.ts';
import { timesOf, type Occupation, type Times } from '../data/times.ts';
import { At, Card, Reading } from '../frame/Card.tsx';
import type { ChartProps } from '../lines/LineChart.tsx';
import { reading } from '../plot/format.ts';
import { labelWidth, type Size } from '../plot/layout.ts';
import { useScheduled } from '../schedule/schedule.ts';
import './time.css';

const WORDS: Readonly<Record<Occupation, string>> = {
  training: 'trains',
  generating: 'generates',
  publishing: 'publishes',
  evaluating: 'tests',
  waiting: 'waits',
};

export function TimeChart({ spec, run, size }: ChartProps & { readonly spec: PictureSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => `${run.id} ${run.occupations.at(-1)?.at}`);
  const times = timesOf(run.occupations);
  return (
    <Card
      card={card}
      spec={spec}
      size={size}
      at={<At>{times.length > 0 && `last ${OCCUPATION_SECONDS} s`}</At>}
      readings={<Key />}
      summary={`${spec.title}. ${times.map(timesText).join(' ')}`}
      empty={times.length === 0 ? 'No data yet: it comes with the first update.' : undefined}
      plot={commits > 0 && size.width > 0 && <Bars times={times} size={size} />}
      table={() => timeTable(times)}
    />
  );
}

/** The looks that stand for what is done; the shares themselves are on the bars. */
function Key() {
  return (Object.keys(WORDS) as Occupation[]).map((occupation) => (
    <Reading
      key={occupation}
      swatch={<span className={`time-swatch time-${occupation}`} aria-hidden />}
      label={WORDS[occupation]}
      value=""
    />
  ));
}

const NAME = 62;
const GAP = 3;
const THICKEST = 26;

function Bars({ times, size }: { readonly times: readonly Times[]; readonly size: Size }) {
  const room = size.height - size.top;
  const height = Math.min(THICKEST * (size.text / 11), room / Math.max(1, times.length) - GAP);
  const names = (NAME * size.text) / 11;
  const width = size.width - names - size.right;
  return (
    <div className="time-bars" style={{ paddingTop: size.top, rowGap: GAP }}>
      {times.map(({ name, parts }) => (
        <div key={name} className="time-row" style={{ height }}>
          <span className="time-name" style={{ width: names }}>
            {name}
          </span>
          {parts.map(({ occupation, share }) => {
            const text = `${Math.round(100 * share)} %`;
            return (
              <span
                key={occupation}
                className={`time-part time-${occupation}`}
                style={{ width: share * width }}
                title={`${name} ${WORDS[occupation]} ${reading(share, 'share')}`}
              >
                {labelWidth(text, size.text) + 12 < share * width && <b>{text}</b>}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function timesText({ name, parts }: Times): string {
  const done = parts.filter(({ share }) => share > 0);
  return `${name} ${done.map(({ occupation, share }) => `${WORDS[occupation]} ${reading(share, 'share')}`).join(', ')}.`;
}

function timeTable(times: readonly Times[]): Table {
  const occupations = Object.keys(WORDS) as Occupation[];
  return {
    caption: 'Share of time by what is done',
    columns: [
      { head: 'Who', name: 'who', format: 'text' },
      ...occupations.map((occupation) => ({
        head: WORDS[occupation],
        name: occupation,
        format: 'share' as const,
      })),
    ],
    rows: times.map(({ name, parts }) => [
      name,
      ...occupations.map((occupation) => parts.find((part) => part.occupation === occupation)?.share ?? NaN),
    ]),
  };
}
