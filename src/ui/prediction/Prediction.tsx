/**
 * The prediction beside the controls: how long the learner would wait and how old samples would be at every bound of
 * staleness, by the simulation of `npm run simulate`, what the run measures over it, and the capacity calculator in words.
 */
import { useStore } from 'zustand';
import { Explained } from '../components/Tip.tsx';
import { useRunNews } from '../hooks.ts';
import { controller } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { decimal, percent } from '../stage/format.ts';
import { capacityFor, hasBound, type Point, type Question } from './curve.ts';
import { measuredNow, type Measured } from './measured.ts';
import { placesOf } from './places.ts';
import { useAnswer, useQuestion } from './question.ts';
import { capacityWords } from './words.ts';
import './prediction.css';

const HELP =
  'Plays the schedule with these durations, without a model. Lines are predicted, dots are what this run measured over its last updates.';

export function Prediction() {
  const run = useStore(controller.runs, (runs) => runs.current);
  const question = useQuestion(run);
  const points = useAnswer(question);
  return (
    <section className="rail-group prediction" aria-label="Prediction" data-testid="prediction">
      <h2 className="rail-title">
        <Explained className="prediction-help" text={HELP} testId="prediction-help">
          Prediction
        </Explained>
      </h2>
      {question === undefined || points === undefined ? (
        <p className="prediction-words">
          {question === undefined
            ? 'Once this run has shown how long answers and updates take, what other settings would do is drawn here.'
            : 'Being computed.'}
        </p>
      ) : (
        <Answered run={run} question={question} points={points} />
      )}
    </section>
  );
}

interface AnsweredProps {
  readonly run: RunView;
  readonly question: Question;
  readonly points: readonly Point[];
}

function Answered({ run, question, points }: AnsweredProps) {
  useRunNews(run);
  const measured = measuredNow(run);
  const eta = question.experiment.schedule.maxStaleness;
  const here = points.find((point) => point.eta === eta) ?? points[0]!;
  const capacity = capacityFor(question);
  return (
    <>
      {hasBound(question.experiment.schedule) && <Curves points={points} eta={eta} measured={measured} />}
      <table className="prediction-table">
        <thead>
          <tr>
            <td />
            <th scope="col">predicted</th>
            <th scope="col">measured</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="prediction-idle">
              learner idle
            </th>
            <td data-testid="predicted-idle" data-value={here.idle}>
              {percent(here.idle)}
            </td>
            <td>{percent(measured.idle)}</td>
          </tr>
          <tr>
            <th scope="row" className="prediction-lag">
              mean lag
            </th>
            <td data-testid="predicted-lag" data-value={here.lag}>
              {decimal(here.lag)}
            </td>
            <td>{decimal(measured.lag)}</td>
          </tr>
        </tbody>
      </table>
      {capacity !== undefined && (
        <p className="prediction-words" data-testid="capacity">
          {capacityWords(capacity, question, here.idle)}
        </p>
      )}
    </>
  );
}

const SIZE = { width: 280, height: 84, left: 4, right: 4, top: 6, bottom: 16 } as const;

function Curves({
  points,
  eta,
  measured,
}: {
  readonly points: readonly Point[];
  readonly eta: number;
  readonly measured: Measured;
}) {
  const { x, idle, lag, ticks } = placesOf(points, measured.lag, SIZE);
  const line = (y: (point: Point) => number) =>
    points
      .map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.eta).toFixed(1)} ${y(point).toFixed(1)}`)
      .join('');
  const floor = SIZE.height - SIZE.bottom;
  return (
    <svg className="prediction-plot" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden>
      <line className="prediction-floor" x1={SIZE.left} x2={SIZE.width - SIZE.right} y1={floor} y2={floor} />
      <line className="prediction-now" x1={x(eta)} x2={x(eta)} y1={SIZE.top} y2={floor} />
      {ticks.map((tick) => (
        <text
          key={tick}
          x={x(tick)}
          y={SIZE.height - 4}
          textAnchor={tick === 0 ? 'start' : x(tick) > SIZE.width - 12 ? 'end' : 'middle'}
        >
          {tick === 0 ? 'η = 0' : tick}
        </text>
      ))}
      <path className="prediction-line prediction-idle" d={line((point) => idle(point.idle))} />
      <path className="prediction-line prediction-lag" d={line((point) => lag(point.lag))} />
      {Number.isFinite(measured.idle) && (
        <circle className="prediction-dot prediction-idle" cx={x(eta)} cy={idle(measured.idle)} r={4} />
      )}
      {Number.isFinite(measured.lag) && (
        <rect
          className="prediction-dot prediction-lag"
          x={x(eta) - 3.5}
          y={lag(measured.lag) - 3.5}
          width={7}
          height={7}
        />
      )}
    </svg>
  );
}
