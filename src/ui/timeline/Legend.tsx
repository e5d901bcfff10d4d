/** What the looks of spans mean. */
import type { SpanKind } from '../../telemetry/timeline/index.ts';
import { AgeScale } from '../pipeline/AgeScale.tsx';
import { stalenessGradient } from '../theme/staleness.ts';
import { looks } from './looks.ts';

const KINDS = Object.keys(looks) as SpanKind[];

export function Legend() {
  return (
    <div className="timeline-legend" role="region" aria-label="What the looks of spans mean" tabIndex={0}>
      <ul className="timeline-key" aria-label="What the spans are">
        {KINDS.map((kind) => (
          <li key={kind}>
            <span
              className="timeline-swatch"
              data-kind={kind}
              style={kind === 'decode' ? { background: stalenessGradient } : undefined}
              aria-hidden
            />{' '}
            <b>{looks[kind].title}</b> {looks[kind].does}
          </li>
        ))}
      </ul>
      <AgeScale />
    </div>
  );
}
