/** The charts in sections that open and close. A closed one names its charts, so that they are found. */
import { Accordion } from 'radix-ui';
import { ChevronRight } from 'lucide-react';
import type { RunView } from '../../run/runView.ts';
import { sections } from '../catalogue/index.ts';
import type { Section } from '../catalogue/spec.ts';
import type { Size } from '../plot/layout.ts';
import { choose, useChoices } from '../view/view.ts';
import { Chart } from './Chart.tsx';
import { showChart } from './showChart.ts';

interface SectionsProps {
  readonly run: RunView;
  readonly previous: RunView | undefined;
  readonly columns: number;
  readonly size: Size;
}

export function Sections(props: SectionsProps) {
  const { open } = useChoices();
  return (
    <Accordion.Root
      type="multiple"
      className="chart-sections"
      value={[...open]}
      onValueChange={(now) => choose({ open: now })}
    >
      {sections.map((section) => (
        <Accordion.Item key={section.name} value={section.name} className="chart-section">
          <div className="chart-section-head">
            <Accordion.Header asChild>
              <h2 className="chart-section-title">
                <Accordion.Trigger className="chart-section-trigger" data-testid={`section-${section.name}`}>
                  <ChevronRight aria-hidden />
                  {section.title}
                </Accordion.Trigger>
              </h2>
            </Accordion.Header>
            {!open.includes(section.name) && <Closed section={section} />}
          </div>
          <Accordion.Content>
            <div
              className="charts"
              style={{ gridTemplateColumns: `repeat(${props.columns}, minmax(0, 1fr))` }}
            >
              {section.charts.map((spec) => (
                <Chart
                  key={spec.id}
                  spec={spec}
                  run={props.run}
                  previous={props.previous}
                  size={props.size}
                />
              ))}
            </div>
          </Accordion.Content>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  );
}

function Closed({ section }: { readonly section: Section }) {
  return (
    <span className="chart-section-names">
      {section.charts.map(({ id, title }) => (
        <button key={id} type="button" className="chart-section-name" onClick={() => showChart(id)}>
          {title}
        </button>
      ))}
    </span>
  );
}
