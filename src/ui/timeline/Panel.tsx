/** The chosen span in words, its prompts, and the way of one of them from admission to gradient. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Journey } from '../../telemetry/timeline/index.ts';
import { Button } from '../components/Button.tsx';
import { useRunNews } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import type { Place } from './lanes.ts';
import { promptsOf } from './prompts.ts';
import { follow, followNext, nowOf, timelineStore } from './timelineStore.ts';
import { journeySteps, moment, spanText, spanTitle, stateOf } from './words.ts';

export function Panel({ run }: { readonly run: RunView }) {
  const { chosen, ticket } = useStore(timelineStore);
  return (
    <div
      className="timeline-panel"
      role="region"
      aria-label="Span and its prompts"
      tabIndex={0}
      data-testid="timeline-panel"
    >
      {chosen === undefined ? (
        <p className="timeline-hint">
          Choose a span to see its prompts, and where each went from there. With keys: ↑ ↓ to a track, Shift ←
          → from span to span, Enter.
        </p>
      ) : (
        <Span run={run} place={chosen} ticket={ticket} />
      )}
    </div>
  );
}

interface SpanProps {
  readonly run: RunView;
  readonly place: Place;
  readonly ticket: number | undefined;
}

function Span({ run, place, ticket }: SpanProps) {
  const news = useRunNews(run);
  const index = place.track.indexOf(place.serial);
  // A span may get prompts, and its prompts go on, with every news.
  const prompts = useMemo(
    () => (news >= 0 ? promptsOf(place, run.timeline, run.journeys) : []),
    [news, place, run],
  );
  if (index === undefined) return <p className="timeline-hint">This span is too long ago to be kept.</p>;
  const span = place.track.at(index);
  const journey = ticket === undefined ? undefined : run.journeys.of(ticket);
  return (
    <>
      <h3 className="timeline-span">{spanTitle(place.track, span)}</h3>
      <p className="timeline-text">
        {spanText(span, { now: nowOf(run), learnerVersion: run.timeline.learnerVersion })}
      </p>
      {prompts.length > 0 && <Prompts run={run} prompts={prompts} ticket={ticket} />}
      {journey !== undefined && <Way journey={journey} />}
    </>
  );
}

function Prompts({
  run,
  prompts,
  ticket,
}: {
  readonly run: RunView;
  readonly prompts: readonly Journey[];
  readonly ticket: number | undefined;
}) {
  const at = prompts.findIndex((journey) => journey.ticket === ticket);
  const states = prompts.map(stateOf);
  const alike = states.every((state) => state === states[0]);
  return (
    <div className="timeline-prompts">
      <div className="timeline-stepper">
        <p data-testid="timeline-prompts">
          Prompt {Math.max(1, at + 1)} of {prompts.length}
          {alike && prompts.length > 1 && `, all ${states[0]}`}
        </p>
        <Button
          look="quiet"
          className="button-icon"
          aria-label="Previous prompt"
          aria-disabled={at <= 0}
          data-testid="timeline-previous"
          onClick={() => followNext(run, -1)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          look="quiet"
          className="button-icon"
          aria-label="Next prompt"
          aria-disabled={at === prompts.length - 1}
          data-testid="timeline-next"
          onClick={() => followNext(run, 1)}
        >
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <ul className="timeline-list" aria-label="Prompts of this span">
        {prompts.map((journey, index) => (
          <li key={journey.ticket}>
            <Button
              look="quiet"
              className="timeline-prompt"
              aria-pressed={journey.ticket === ticket}
              data-testid="timeline-prompt"
              onClick={() => follow(run, journey.ticket)}
            >
              {journey.ticket} {!alike && <small>{states[index]}</small>}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Way({ journey }: { readonly journey: Journey }) {
  return (
    <>
      <h4 className="timeline-way-title">Prompt {journey.ticket}, from admission to gradient</h4>
      <ol className="timeline-way" data-testid="timeline-way" data-ticket={journey.ticket}>
        {journeySteps(journey).map(({ at, text }, index) => (
          <li key={index}>
            <b>{moment(at)}</b> {text}
          </li>
        ))}
      </ol>
    </>
  );
}
