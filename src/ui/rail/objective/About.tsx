/** What an objective or a recipe is: how sure its source is, in words, as a formula, what it costs, and where to read on. */
import type { Experiment } from '../../../experiment/experiment.ts';
import type { Status } from '../../../learning/objectives/index.ts';
import { Formula } from '../../charts/frame/Formula.tsx';
import { type Choice, storyOf } from './choices.ts';
import { referencesOf } from './papers.ts';
import { stacked } from './stacked.ts';
import './about.css';

const statusWords: Readonly<Record<Status, string>> = {
  CONFIRMED: 'Read in the authors’ paper or in public code.',
  'CONFIRMED-2ND': 'Read in a detailed account by others; numbers are likely, not certain.',
  RECONSTRUCTED: 'Rebuilt from what is known of it; what is uncertain is said.',
  STANDARD: 'In every textbook.',
};

export function StatusMark({ status }: { readonly status: Status }) {
  return (
    <span className="status-mark" data-status={status} title={statusWords[status]}>
      {status.toLowerCase()}
    </span>
  );
}

export function AboutChoice({
  choice,
  experiment,
}: {
  readonly choice: Choice;
  readonly experiment: Experiment;
}) {
  const story = storyOf(choice, experiment);
  const passes = story.cost.reduce((sum, each) => sum + each.passes, 0);
  const names = Object.entries(story.aliases);
  return (
    <div className="about-choice" data-testid="about-objective">
      <h3 className="about-title">
        {story.title} <StatusMark status={story.status} />
      </h3>
      <p>{story.words}</p>
      {story.caveat !== undefined && <p className="about-caveat">{story.caveat}</p>}
      {story.madeOf !== undefined && (
        <>
          <p className="about-made">
            A recipe over <strong>{story.madeOf}</strong> with
          </p>
          <ul className="about-sets">
            {story.sets.map(({ label, value }) => (
              <li key={label}>
                {label}: {value}
              </li>
            ))}
          </ul>
        </>
      )}
      <Formula tex={stacked(story.formula)} />
      <dl className="about-facts">
        <div>
          <dt>Cuts</dt>
          <dd>{story.zeroes}</dd>
        </div>
        <div>
          <dt>Costs</dt>
          <dd>
            {passes === 0
              ? 'Nothing beside the pass of the loss.'
              : `+${passes} forward ${passes === 1 ? 'pass' : 'passes'} an update. ${story.cost.map(({ because }) => because).join(' ')}`}
          </dd>
        </div>
        <div>
          <dt>Paper</dt>
          <dd>
            {referencesOf(story.paper).map(({ text, href }, i) => (
              <span key={text}>
                {i > 0 && ', '}
                {href === undefined ? (
                  text
                ) : (
                  <a href={href} target="_blank" rel="noreferrer">
                    {text}
                  </a>
                )}
              </span>
            ))}
          </dd>
        </div>
        {names.map(([library, name]) => (
          <div key={library}>
            <dt>{library}</dt>
            <dd>
              <code>{name}</code>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
