/** The explanation of a chart: what to look for, and every metric's definition, formula and names elsewhere. */
import { Popover } from 'radix-ui';
import { Info as InfoIcon } from 'lucide-react';
import { libraries, metrics, type Library, type MetricDefinition } from '../../../telemetry/metrics.ts';
import '../../components/overlay.css';
import { metricsOf, type ChartSpec } from '../catalogue/spec.ts';
import { Formula } from './Formula.tsx';
import './info.css';

export function Info({ spec }: { readonly spec: ChartSpec }) {
  return (
    <Popover.Root>
      <Popover.Trigger className="button button-quiet chart-button" aria-label={`About ${spec.title}`}>
        <InfoIcon aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="overlay popover chart-info"
          sideOffset={6}
          collisionPadding={8}
          aria-label={`About ${spec.title}`}
        >
          <h4 className="chart-info-title">{spec.title}</h4>
          <p>{spec.about}</p>
          {metricsOf(spec).map((name) => (
            <Definition key={name} metric={metrics.find((metric) => metric.name === name)!} />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Definition({ metric }: { readonly metric: MetricDefinition }) {
  const aliases = Object.entries(metric.aliases ?? {});
  return (
    <section className="chart-definition">
      <h5>
        {metric.label} <code>{metric.name}</code>
      </h5>
      <p>{metric.definition}</p>
      {metric.formula !== undefined && <Formula tex={metric.formula} />}
      {aliases.length > 0 && (
        <dl className="chart-aliases">
          {aliases.map(([library, name]) => (
            <div key={library}>
              <dt>{libraries[library as Library]}</dt>
              <dd>
                <code>{name}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
